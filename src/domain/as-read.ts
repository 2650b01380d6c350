// Two people who change the same words: the second is told, and the first one's are not lost.
import { conflict } from '../contract/refusal.ts'

/** @param changed what has happened since, such as “this tag was renamed” */
export function requireAsRead(expected: string | undefined, present: string, changed: string): void {
  requireUnchanged(expected, present, `${changed} to “${present}”`)
}

/** Of what nobody would recognize, written out: the change alone is told. */
export function requireUnchanged(expected: string | undefined, present: string, changed: string): void {
  if (expected !== undefined && expected !== present)
    throw conflict(`${changed} in the meantime; nothing was changed`)
}
