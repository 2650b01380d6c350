// When a process or a page is about to end, wherever this runs. A worker at the edge has neither: it flushes by itself.

type Ends = {
  /** Nothing else is left to do, or the page is out of sight: there is time to send. */
  idle(): void
  /** The page is being closed: what is not sent at once is not sent. */
  leaving(): void
}

type Listening = {
  addEventListener?(event: string, listener: () => void): void
  removeEventListener?(event: string, listener: () => void): void
}
type Surroundings = Listening & {
  document?: Listening & { visibilityState?: string }
  process?: {
    on?(event: string, listener: () => void): unknown
    off?(event: string, listener: () => void): unknown
  }
}

/** Returns what stops listening. */
export function onEnd({ idle, leaving }: Ends): () => void {
  const around = globalThis as Surroundings
  const hidden = () => {
    if (around.document?.visibilityState === 'hidden') idle()
  }
  around.process?.on?.('beforeExit', idle)
  around.document?.addEventListener?.('visibilitychange', hidden)
  if (around.document) around.addEventListener?.('pagehide', leaving)
  return () => {
    around.process?.off?.('beforeExit', idle)
    around.document?.removeEventListener?.('visibilitychange', hidden)
    around.removeEventListener?.('pagehide', leaving)
  }
}
