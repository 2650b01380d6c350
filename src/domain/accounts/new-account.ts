// Creates an account for the holder of a set-up link or an invite; there is no open registration.
import type { Account } from '../../contract/accounts/accounts.ts'
import { conflict } from '../../contract/refusal.ts'
import { insertAccount } from '../../db/accounts/accounts.ts'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../deps.ts'

/** Slow on purpose; passed in, so that the rules here do not depend on how passwords are hashed. */
export type HashPassword = (password: string) => Promise<string>

export type Person = {
  name: string
  email: string
  passwordHash: string
  /** The inviter named this address, so it may be linked to an identity that proves it. */
  emailVerified: boolean
}

export async function makeAccount(tx: Tx, deps: Deps, person: Person): Promise<Account> {
  const account = { id: deps.newId(), name: person.name, email: person.email.toLowerCase() }
  const { passwordHash, emailVerified } = person
  const made = { ...account, passwordHash, emailVerified, loginId: deps.newId(), at: deps.now() }
  if (await insertAccount(tx, made)) return account
  throw conflict('an account with this email already exists: sign in, then open the link again')
}
