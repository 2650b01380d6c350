// Limits password guesses. Guesses at one account from one address count together, so guesses from elsewhere do not
// lock the owner out. Guesses from many addresses are limited per account, and guesses at many accounts per address. A
// browser that has signed in to the account before has its own count, so the owner always gets in.
import { Refusal } from '../../contract/refusal.ts'
import { countGuess, deleteGuesses } from '../../db/accounts/sign-in-guesses.ts'
import type { Deps } from '../deps.ts'
import { hashToken } from '../one-time-token.ts'

const WINDOW_MS = 60_000
const GUESSES_FROM_ADDRESS = 20 // at any account
const GUESSES = 10 // at one account, from one address or one known browser
const GUESSES_FROM_ANYWHERE = 30 // at one account, from browsers that never signed in to it

export type Guess = {
  /** Null if none was sent. */
  email: string | null
  /** The address, cut to the part that a caller cannot change at will. */
  address: string
  /** Identifies a browser that has signed in to this account before; null for any other. */
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

/** Counted before the password is checked, so that parallel guesses gain nothing. */
export async function takeGuess(deps: Deps, guess: Guess): Promise<void> {
  // In this order: an address over its limit adds nothing to the account's count.
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

/** Knowing the password was no guess, at this account; guesses at other accounts still count. */
export async function forgetGuesses({ db }: Deps, guess: Guess): Promise<void> {
  await deleteGuesses(
    db,
    atOneAccount(guess).map(({ key }) => key),
  )
}
