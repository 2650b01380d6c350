// What the doctor says of one thing: how it is, and where it is not well, what to do.

/** `wrong`: it will not work, or does not. `doubtful`: it works, and probably not as meant. */
type Verdict = 'ok' | 'doubtful' | 'wrong'
export type Finding = { verdict: Verdict; about: string; says: string }

export const ok = (about: string, says: string): Finding => ({ verdict: 'ok', about, says })
export const doubtful = (about: string, says: string): Finding => ({ verdict: 'doubtful', about, says })
export const wrong = (about: string, says: string): Finding => ({ verdict: 'wrong', about, says })

/** The innermost reason of an error, as the one that says most. */
export function reasonOf(error: unknown): string {
  const { cause, errors, message, code } = error as Error & { errors?: unknown[]; code?: string }
  const inner = cause ?? errors?.[0]
  return inner ? reasonOf(inner) : message || code || String(error)
}
