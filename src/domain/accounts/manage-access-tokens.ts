// Personal access tokens, for scripts, with the roles of the account that created them.
import { timingSafeEqual } from 'node:crypto'
import type {
  AccessToken,
  AccessTokenCreate,
  AccessTokenCreated,
  Account,
} from '../../contract/accounts/accounts.ts'
import type { PageQuery } from '../../contract/pages.ts'
import { notFound } from '../../contract/refusal.ts'
import { isUuid } from '../../contract/validate.ts'
import {
  type AccessTokenRow,
  deleteAccessToken,
  insertAccessToken,
  selectAccessTokens,
  selectTokenOwner,
  touchAccessToken,
} from '../../db/accounts/access-tokens.ts'
import type { Deps } from '../deps.ts'
import { readExpiry } from '../expiry.ts'
import { hashToken, makeToken } from '../one-time-token.ts'
import { type Paged, page } from '../pages.ts'
import { shownPrefix } from '../projects/api-key-format.ts'

const PREFIX = 'fnp_' // lets people and secret scanners recognize a leaked token
const TOUCH_AFTER = 60_000 // a script in a loop costs one write a minute

const show = (row: AccessTokenRow): AccessToken => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
  last_used_at: row.last_used_at?.toISOString() ?? null,
})

export async function createAccessToken(
  deps: Deps,
  accountId: string,
  { name, expires_at }: AccessTokenCreate,
): Promise<AccessTokenCreated> {
  const token = PREFIX + makeToken()
  const now = deps.now()
  const row = {
    id: deps.newId(),
    name,
    prefix: shownPrefix(token),
    created_at: now,
    expires_at: readExpiry(expires_at, 'token', now),
    last_used_at: null,
  }
  await insertAccessToken(deps.db, accountId, { ...row, hash: hashToken(token) })
  return { ...show(row), token }
}

export function listAccessTokens(
  deps: Deps,
  accountId: string,
  query: PageQuery,
): Promise<Paged<AccessToken>> {
  return page(
    query,
    (at) => selectAccessTokens(deps.db, accountId, at),
    (row) => row.id,
    show,
  )
}

/** Takes effect at once on every process: tokens are looked up on each request. */
export async function revokeAccessToken(deps: Deps, accountId: string, id: string): Promise<void> {
  if (!isUuid(id) || !(await deleteAccessToken(deps.db, accountId, id))) throw notFound('access token')
}

/** The token's account and name; unknown and expired tokens are indistinguishable. */
export async function authenticateAccessToken(
  deps: Deps,
  token: string,
): Promise<{ account: Account; tokenName: string } | null> {
  if (!token.startsWith(PREFIX)) return null
  const hash = hashToken(token)
  const found = await selectTokenOwner(deps.db, hash)
  const now = deps.now()
  if (!found || !timingSafeEqual(found.hash, hash)) return null
  const { expires_at, last_used_at, id, name } = found.token
  if (expires_at && expires_at <= now) return null
  if (!last_used_at || now.getTime() - last_used_at.getTime() >= TOUCH_AFTER)
    await touchAccessToken(deps.db, found.account.id, id, now)
  return { account: found.account, tokenName: name }
}
