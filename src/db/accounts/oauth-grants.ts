// Statements on what members granted to apps. Deleting a consent deletes its tokens.
import type { Account } from '../../contract/accounts/accounts.ts'
import type { Role } from '../../contract/labels.ts'
import { type Page, pageOf, SOME } from '../page.ts'
import type { Tx } from '../pool.ts'

export type TokenRow = {
  grant_id: string
  project_id: string
  account: Account
  role: Role
  client_name: string | null
  token_scopes: string[]
  grant_scopes: string[]
  expires_at: Date
  last_used_at: Date | null
}

/** Looked up on every request, like keys: what is revoked stops working at once on every process. */
export async function selectOauthToken(tx: Tx, hash: string): Promise<TokenRow | undefined> {
  const { rows } = await tx.query<TokenRow>({
    name: 'select-oauth-token',
    text: `SELECT c.id AS grant_id, c.reference_id AS project_id, m.role, o.name AS client_name,
             json_build_object('id', u.id, 'name', u.name, 'email', u.email) AS account,
             t.scopes AS token_scopes, c.scopes AS grant_scopes, t.expires_at, c.last_used_at
           FROM oauth_access_token t
           JOIN oauth_consent c USING (client_id, user_id, reference_id)
           JOIN oauth_client o ON o.client_id = t.client_id AND o.disabled IS NOT TRUE
           JOIN account_user u ON u.id = t.user_id AND u.disabled_at IS NULL
           JOIN project_member m ON m.project_id = t.reference_id AND m.account_id = t.user_id
           JOIN project p ON p.id = t.reference_id AND p.deleted_at IS NULL
           WHERE t.token = $1 AND t.revoked IS NULL AND t.confirmation IS NULL`,
    values: [hash],
  })
  return rows[0]
}

/**
 * Whether a refresh token was exchanged so recently that the exchange may be repeated; `answered`: its answer is
 * stored.
 */
export async function selectRotation(tx: Tx, hash: string): Promise<{ answered: boolean } | undefined> {
  const { rows } = await tx.query<{ answered: boolean }>(
    `SELECT rotation_replay_response IS NOT NULL AS answered FROM oauth_refresh_token
     WHERE token = $1 AND rotation_replay_expires_at >= now()`,
    [hash],
  )
  return rows[0]
}

export async function touchGrant(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.query('UPDATE oauth_consent SET last_used_at = $2 WHERE id = $1', [id, at])
}

export type GrantRow = {
  id: string
  client_id: string
  client_name: string | null
  client_discovery_id: string | null
  project_id: string
  project_name: string
  scopes: string[]
  created_at: Date
  last_used_at: Date | null
}

const GRANT = `SELECT c.id, c.client_id, o.name AS client_name, o.client_discovery_id, p.id AS project_id,
    p.name AS project_name, c.scopes, c.created_at, c.last_used_at
  FROM oauth_consent c JOIN oauth_client o USING (client_id) JOIN project p ON p.id = c.reference_id`

export async function selectGrants(tx: Tx, accountId: string, page: Page): Promise<GrantRow[]> {
  const { rows } = await tx.query<GrantRow>(
    `${GRANT} WHERE c.user_id = $1 AND p.deleted_at IS NULL AND ${pageOf('c.id', 2)} ORDER BY c.id DESC LIMIT $3`,
    [accountId, page.before, page.limit],
  )
  return rows
}

export async function selectGrant(tx: Tx, accountId: string, id: string): Promise<GrantRow | undefined> {
  const { rows } = await tx.query<GrantRow>(`${GRANT} WHERE c.user_id = $1 AND c.id = $2`, [accountId, id])
  return rows[0]
}

/** The grant of one app in one project. */
export async function selectGrantOf(
  tx: Tx,
  accountId: string,
  projectId: string,
  clientId: string,
): Promise<GrantRow | undefined> {
  const { rows } = await tx.query<GrantRow>(
    `${GRANT} WHERE c.user_id = $1 AND c.reference_id = $2 AND c.client_id = $3`,
    [accountId, projectId, clientId],
  )
  return rows[0]
}

export async function deleteGrant(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const { rowCount } = await tx.query('DELETE FROM oauth_consent WHERE user_id = $1 AND id = $2', [
    accountId,
    id,
  ])
  return rowCount === 1
}

export async function deleteGrants(tx: Tx, accountId: string): Promise<GrantRow[]> {
  const { rows } = await tx.query<GrantRow>(`${GRANT} WHERE c.user_id = $1 ORDER BY c.id`, [accountId])
  await tx.query('DELETE FROM oauth_consent WHERE user_id = $1', [accountId])
  return rows
}

/** Tables with expiring rows. */
export const EXPIRING_OAUTH = ['oauth_access_token', 'oauth_refresh_token', 'oauth_client_assertion'] as const

export async function deleteExpiredOauth(
  tx: Tx,
  table: (typeof EXPIRING_OAUTH)[number],
  now: Date,
): Promise<number> {
  const { rowCount } = await tx.query(
    `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${table} WHERE expires_at < $1 ${SOME}))`,
    [now],
  )
  return rowCount ?? 0
}

export async function deleteUnusedClients(tx: Tx, unusedSince: Date): Promise<number> {
  const { rowCount } = await tx.query(
    `DELETE FROM oauth_client WHERE ctid = ANY(ARRAY(
       SELECT ctid FROM oauth_client o WHERE created_at < $1
         AND NOT EXISTS (SELECT FROM oauth_consent c WHERE c.client_id = o.client_id) ${SOME}))`,
    [unusedSince],
  )
  return rowCount ?? 0
}
