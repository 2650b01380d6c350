// Limits how often a password of one account may be guessed, from wherever: an address limit alone does not hold
// against callers in the proxy's own network, who may send whatever address they like.
import { Refusal } from '../../contract/refusal.ts'
import { countGuess, deleteGuesses } from '../../db/accounts/sign-in-guesses.ts'
import type { Deps } from '../deps.ts'
import { hashToken } from '../one-time-token.ts'

const WINDOW_MS = 60_000
const GUESSES = 20

const keyOf = (email: string): string => `account|${hashToken(email.toLowerCase()).toString('hex')}`

/** Counted before the password is looked at, so that of many at once no more get through. */
export async function takeGuess({ db, now, newId }: Deps, email: string): Promise<void> {
  const at = now()
  const since = new Date(at.getTime() - WINDOW_MS)
  const { count, begun } = await countGuess(db, { id: newId(), key: keyOf(email), at, since })
  if (count <= GUESSES) return
  const seconds = Math.ceil((begun.getTime() - since.getTime()) / 1000)
  throw new Refusal('rate_limited', 'too many attempts: wait a minute, then try again', {
    'Retry-After': String(seconds),
  })
}

/** Whoever knows the password was not guessing. */
export const forgetGuesses = ({ db }: Deps, email: string): Promise<void> => deleteGuesses(db, keyOf(email))
