// Limits how often a password may be guessed. An account is guessed at from some address, and both count together: who
// guesses from elsewhere does not lock the owner out. Guesses from many addresses are limited by the account alone, and
// guesses at many accounts by the address alone. Whichever it is, a browser that signed in to the account before is the
// owner's way in, because it is counted by itself.
import { Refusal } from '../../contract/refusal.ts'
import { countGuess, deleteGuesses } from '../../db/accounts/sign-in-guesses.ts'
import type { Deps } from '../deps.ts'
import { hashToken } from '../one-time-token.ts'

const WINDOW_MS = 60_000
const GUESSES_FROM_ADDRESS = 20 // at any account
const GUESSES = 10 // at one account, from one address or one known browser
const GUESSES_FROM_ANYWHERE = 30 // at one account, from browsers that never signed in to it

export type Guess = {
  /** Null where none was sent. */
  email: string | null
  /** Where it comes from, as far as one caller can change that at will. */
  address: string
  /** What the browser is known by that signed in to this account before; null for any other. */
  knownBrowser: string | null
}

type Counted = { key: string; most: number }

const keyOf = (...parts: string[]): string => hashToken(JSON.stringify(parts)).toString('hex')

const atAnyAccount = ({ address, knownBrowser }: Guess): Counted[] =>
  knownBrowser === null ? [{ key: `anyone|${keyOf(address)}`, most: GUESSES_FROM_ADDRESS }] : []

function atOneAccount({ email, address, knownBrowser }: Guess): Counted[] {
  if (email === null) return []
  const account = email.toLowerCase()
  if (knownBrowser !== null) return [{ key: `browser|${keyOf(account, knownBrowser)}`, most: GUESSES }]
  return [
    { key: `address|${keyOf(account, address)}`, most: GUESSES },
    { key: `account|${keyOf(account)}`, most: GUESSES_FROM_ANYWHERE },
  ]
}

/** Counted before the password is looked at, so that of many at once no more get through. */
export async function takeGuess(deps: Deps, guess: Guess): Promise<void> {
  // One after the other: an address that is over its limit adds nothing to the account's.
  for (const { key, most } of [...atAnyAccount(guess), ...atOneAccount(guess)]) await take(deps, key, most)
}

async function take({ db, now, newId }: Deps, key: string, most: number): Promise<void> {
  const at = now()
  const since = new Date(at.getTime() - WINDOW_MS)
  const { count, begun } = await countGuess(db, { id: newId(), key, at, since })
  if (count <= most) return
  const seconds = Math.ceil((begun.getTime() - since.getTime()) / 1000)
  throw new Refusal('rate_limited', 'too many attempts: wait a minute, then try again', {
    'Retry-After': String(seconds),
  })
}

/** Whoever knows the password was not guessing: at this account, not at others that their address tried. */
export async function forgetGuesses({ db }: Deps, guess: Guess): Promise<void> {
  await deleteGuesses(
    db,
    atOneAccount(guess).map(({ key }) => key),
  )
}
