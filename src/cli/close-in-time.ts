// Makes sure that a process that was told to stop ends, even if the database, a model or a caller hangs.
import { StartError } from '../start-error.ts'

/**
 * Longer than callers get for the rest of a request, shorter than the 30 s that container platforms usually wait before
 * they kill.
 */
const CLOSE_MS = 25_000

export function closeInTime(close: Promise<unknown>, limitMs = CLOSE_MS): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const seconds = Math.round(limitMs / 1_000)
    const line = `Stopping took longer than ${seconds} seconds, so the process ends now. Nothing acknowledged is lost.`
    timer = setTimeout(() => reject(new StartError(line)), limitMs)
  })
  return Promise.race([close, late]).finally(() => clearTimeout(timer))
}

/** For commands that write a file, so that they remove what they have begun. */
export function stopped(): AbortSignal {
  const stopping = new AbortController()
  const stop = () => stopping.abort(new StartError('Stopped: nothing was written.'))
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.once(signal, stop)
  return stopping.signal
}
