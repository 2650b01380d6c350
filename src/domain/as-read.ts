// When two people change the same text, the second change is refused, so that the first is not lost unseen.
import { conflict } from '../contract/refusal.ts'

/** @param changed what has happened since, such as “this tag was renamed” */
export function requireAsRead(expected: string | undefined, present: string, changed: string): void {
  requireUnchanged(expected, present, `${changed} to “${present}”`)
}

/** For values that mean nothing to people: says only that there was a change. */
export function requireUnchanged(expected: string | undefined, present: string, changed: string): void {
  if (expected !== undefined && expected !== present)
    throw conflict(`${changed} in the meantime; nothing was changed`)
}
