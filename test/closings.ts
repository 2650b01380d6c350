// What a test file opened and must close again, last opened first.
import { PATIENCE_MS } from './patience.ts'

type Closing = () => Promise<unknown>

let closings: Closing[] = []

/** Runs when the test file is done, before what was set up earlier is closed. */
export const atEnd = (close: Closing): void => void closings.push(close)

/** All of them, also when one fails: what stays open would fail the files that follow. */
export async function closeAll(): Promise<void> {
  const due = closings.reverse()
  closings = []
  const faults: unknown[] = []
  for (const close of due) await inTime(close).catch((fault) => faults.push(fault))
  if (faults.length > 0) throw new AggregateError(faults, faults.join('\n'))
}

async function inTime(close: Closing): Promise<void> {
  let limit: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    limit = setTimeout(() => reject(new Error(`still open after ${PATIENCE_MS} ms: ${close}`)), PATIENCE_MS)
  })
  await Promise.race([close(), late]).finally(() => clearTimeout(limit))
}
