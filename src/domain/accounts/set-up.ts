// The first account: the holder of the one-time link that the first start prints becomes the owner of everything.

import type { Account, SetUp } from '../../contract/accounts/accounts.ts'
import { DAY_MS } from '../../contract/date-time.ts'
import { LIMITS } from '../../contract/limits.ts'
import { conflict, Refusal } from '../../contract/refusal.ts'
import {
  anySetUpLink,
  deleteSetUpLinks,
  insertLink,
  selectLink,
  takeLink,
} from '../../db/accounts/account-links.ts'
import { anyAccount } from '../../db/accounts/accounts.ts'
import { lockUntilCommit } from '../../db/advisory-locks.ts'
import { inTransaction, type Tx } from '../../db/pool.ts'
import { insertOwnerOfEverything } from '../../db/projects/project-members.ts'
import { audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { hashToken, makeToken } from '../one-time-token.ts'
import { type HashPassword, makeAccount } from './new-account.ts'

/** The token of a new link if there is neither an account nor a valid link. */
export function prepareSetUp(deps: Deps): Promise<string | null> {
  return underLock(deps, async (tx) => {
    if ((await anyAccount(tx)) || (await anySetUpLink(tx, deps.now()))) return null
    return storeLink(tx, deps)
  })
}

/** Another link, in case the first one was lost; earlier links stop working. */
export function renewSetUp(deps: Deps): Promise<string> {
  return underLock(deps, async (tx) => {
    await refuseAfterwards(tx)
    await deleteSetUpLinks(tx)
    return storeLink(tx, deps)
  })
}

async function storeLink(tx: Tx, { now }: Deps): Promise<string> {
  const token = makeToken()
  const times = { createdAt: now(), expiresAt: new Date(now().getTime() + LIMITS.setUpLinkDays * DAY_MS) }
  await insertLink(tx, { hash: hashToken(token), purpose: 'setup', accountId: null, ...times })
  return token
}

export async function setUp(deps: Deps, wanted: SetUp, hashPassword: HashPassword): Promise<Account> {
  const hash = hashToken(wanted.token)
  await refuseAfterwards(deps.db)
  if (!(await selectLink(deps.db, 'setup', hash, deps.now()))) {
    await refuseAfterwards(deps.db) // somebody may have used the link meanwhile
    throw unknownLink() // before the slow part
  }
  const passwordHash = await hashPassword(wanted.password)
  return underLock(deps, async (tx) => {
    await refuseAfterwards(tx)
    if (!(await takeLink(tx, 'setup', hash, deps.now()))) throw unknownLink()
    const { name, email } = wanted
    const account = await makeAccount(tx, deps, { name, email, passwordHash, emailVerified: true })
    await deleteSetUpLinks(tx)
    for (const projectId of await insertOwnerOfEverything(tx, account.id, deps.now()))
      await audit(tx, deps, projectId, {
        actor: account.email,
        action: 'member.joined',
        subjectId: account.id,
        facts: { role: 'owner', by: 'set-up link' },
      })
    return account
  })
}

export const isSetUpNeeded = async ({ db }: Deps): Promise<boolean> => !(await anyAccount(db))

async function refuseAfterwards(tx: Tx): Promise<void> {
  if (await anyAccount(tx))
    throw conflict('Fieldnote is set up already: sign in, or ask an owner of a project for an invite')
}

const unknownLink = (): Refusal =>
  new Refusal(
    'not_found',
    'this set-up link is unknown or no longer valid: `fieldnote account link` on the server prints a new one',
  )

function underLock<T>({ db }: Deps, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(db, async (tx) => {
    await lockUntilCommit(tx, 'setUp')
    return work(tx)
  })
}
