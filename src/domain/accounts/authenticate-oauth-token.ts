// The account, project and scopes of an access token; undefined for any invalid one.
import { createHash } from 'node:crypto'
import type { Account } from '../../contract/accounts/accounts.ts'
import { OAUTH_SCOPES, type OauthScope, ROLES, type Role, SCOPE_ROLES } from '../../contract/labels.ts'
import { selectOauthToken, touchGrant } from '../../db/accounts/oauth-grants.ts'
import type { Deps } from '../deps.ts'

/** Lets people and secret scanners recognize a leaked token, and distinguishes tokens from keys. */
export const OAUTH_PREFIXES = { accessToken: 'fno_', refreshToken: 'fnr_', clientSecret: 'fns_' } as const

const TOUCH_AFTER = 60_000 // a busy app costs one write a minute

export type TokenBearer = {
  grantId: string
  projectId: string
  account: Account
  role: Role
  clientName: string | null
  scopes: OauthScope[]
}

export const isOauthToken = (sent: string): boolean => sent.startsWith(OAUTH_PREFIXES.accessToken)

export async function authenticateOauthToken(deps: Deps, token: string): Promise<TokenBearer | null> {
  if (!isOauthToken(token)) return null
  const row = await selectOauthToken(deps.db, storedAs(token.slice(OAUTH_PREFIXES.accessToken.length)))
  const now = deps.now()
  if (!row || row.expires_at <= now) return null
  if (!row.last_used_at || now.getTime() - row.last_used_at.getTime() >= TOUCH_AFTER)
    await touchGrant(deps.db, row.grant_id, now)
  const both = row.token_scopes.filter((scope) => row.grant_scopes.includes(scope))
  return {
    grantId: row.grant_id,
    projectId: row.project_id,
    account: row.account,
    role: row.role,
    clientName: row.client_name,
    scopes: scopesWithin(row.role, both),
  }
}

/** The scopes that the current role allows; it may have changed since consent. */
export const scopesWithin = (role: Role, scopes: readonly string[]): OauthScope[] =>
  OAUTH_SCOPES.filter(
    (scope) => scopes.includes(scope) && ROLES.indexOf(role) >= ROLES.indexOf(SCOPE_ROLES[scope]),
  )

/** Hashed as better-auth's OAuth provider stores tokens. */
export const storedAs = (token: string): string => createHash('sha256').update(token).digest('base64url')
