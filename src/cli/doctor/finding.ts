// One finding of the doctor: its state and, if something is wrong, what to do.

/** `wrong`: it does not or will not work. `doubtful`: it works, but probably not as intended. */
type Verdict = 'ok' | 'doubtful' | 'wrong'
export type Finding = { verdict: Verdict; about: string; says: string }

export const ok = (about: string, says: string): Finding => ({ verdict: 'ok', about, says })
export const doubtful = (about: string, says: string): Finding => ({ verdict: 'doubtful', about, says })
export const wrong = (about: string, says: string): Finding => ({ verdict: 'wrong', about, says })

/** The innermost cause of an error, which is the most specific. */
export function reasonOf(error: unknown): string {
  const { cause, errors, message, code } = error as Error & { errors?: unknown[]; code?: string }
  const inner = cause ?? errors?.[0]
  return inner ? reasonOf(inner) : message || code || String(error)
}
