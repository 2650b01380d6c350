// What a test file opened and must close again, last opened first.
let closings: (() => Promise<unknown>)[] = []

/** Runs when the test file is done, before what was set up earlier is closed. */
export const atEnd = (close: () => Promise<unknown>): void => void closings.push(close)

export async function closeAll(): Promise<void> {
  const due = closings.reverse()
  closings = []
  for (const close of due) await close()
}
