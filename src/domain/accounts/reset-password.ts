// Sets a new password with a one-time link, which is emailed on request or created by the operator.

import type { Account, PasswordReset } from '../../contract/accounts/accounts.ts'
import { HOUR_MS } from '../../contract/date-time.ts'
import { LIMITS } from '../../contract/limits.ts'
import { notFound, Refusal } from '../../contract/refusal.ts'
import { deleteAccessTokens } from '../../db/accounts/access-tokens.ts'
import {
  deleteResetLinks,
  hasResetLinkSince,
  insertLink,
  selectLink,
  takeLink,
} from '../../db/accounts/account-links.ts'
import {
  deleteSessions,
  selectAccount,
  selectAccountByEmail,
  upsertPassword,
} from '../../db/accounts/accounts.ts'
import { inTransaction } from '../../db/pool.ts'
import type { Deps } from '../deps.ts'
import type { Mailer } from '../integrations/mailer.ts'
import { hashToken, makeToken } from '../one-time-token.ts'
import { resetMail } from './account-mails.ts'
import { revokeGrants } from './manage-grants.ts'
import type { HashPassword } from './new-account.ts'

/** The token of a new link; earlier links stop working. */
export async function offerReset(deps: Deps, email: string): Promise<string> {
  const token = makeToken()
  const createdAt = deps.now()
  await inTransaction(deps.db, async (tx) => {
    const account = await selectAccountByEmail(tx, email.toLowerCase())
    if (!account) throw notFound(`account ${email}`)
    await deleteResetLinks(tx, account.id)
    const expiresAt = new Date(createdAt.getTime() + LIMITS.resetLinkHours * HOUR_MS)
    await insertLink(tx, {
      hash: hashToken(token),
      purpose: 'reset',
      accountId: account.id,
      createdAt,
      expiresAt,
    })
  })
  return token
}

/** At most one email in this time, however often it is requested. */
const MAIL_EVERY_MS = 120_000

/** Reveals nothing about whether the account exists, neither in words nor in time. */
export async function requestPasswordReset(
  deps: Deps,
  mailer: Mailer,
  email: string,
  link: LinkTo,
): Promise<void> {
  const token = await offerMailedReset(deps, email)
  if (token !== null) await mailer.send(resetMail(email, deps.newId(), link(token)))
}

type LinkTo = (token: string) => string

async function offerMailedReset(deps: Deps, email: string): Promise<string | null> {
  const account = await selectAccountByEmail(deps.db, email.toLowerCase())
  const since = new Date(deps.now().getTime() - MAIL_EVERY_MS)
  if (!account || (await hasResetLinkSince(deps.db, account.id, since))) return null
  return offerReset(deps, email)
}

/**
 * Ends all sessions, and access tokens and connected apps unless the person keeps them: someone who learned the
 * password may have created some.
 */
export async function resetPassword(
  deps: Deps,
  { token, password, keep_access = false }: PasswordReset,
  hashPassword: HashPassword,
): Promise<Account> {
  const hash = hashToken(token)
  if (!(await selectLink(deps.db, 'reset', hash, deps.now()))) throw unknownLink() // before the slow part
  const passwordHash = await hashPassword(password)
  return inTransaction(deps.db, async (tx) => {
    const link = await takeLink(tx, 'reset', hash, deps.now())
    const account = link?.account_id ? await selectAccount(tx, link.account_id) : undefined
    if (!account) throw unknownLink()
    await upsertPassword(tx, account.id, passwordHash, deps.newId(), deps.now())
    await deleteSessions(tx, account.id)
    if (!keep_access) {
      await deleteAccessTokens(tx, account.id)
      await revokeGrants(tx, deps, account.email, account.id)
    }
    return account
  })
}

const unknownLink = (): Refusal =>
  new Refusal('not_found', 'this link was used already or has expired: ask for a new one')
