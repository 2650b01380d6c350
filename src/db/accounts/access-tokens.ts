// Statements on personal access tokens. Only the SHA-256 of a token is ever stored.

import type { Account } from '../../contract/accounts/accounts.ts'
import { type Page, pageOf } from '../page.ts'
import type { Tx } from '../pool.ts'

export type AccessTokenRow = {
  id: string
  name: string
  prefix: string
  created_at: Date
  expires_at: Date | null
  last_used_at: Date | null
}

const COLUMNS = 'id, name, prefix, created_at, expires_at, last_used_at'

export async function insertAccessToken(
  tx: Tx,
  accountId: string,
  token: AccessTokenRow & { hash: Buffer },
): Promise<void> {
  await tx.query(
    `INSERT INTO access_token (account_id, id, name, prefix, hash, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [accountId, token.id, token.name, token.prefix, token.hash, token.created_at, token.expires_at],
  )
}

export async function selectAccessTokens(tx: Tx, accountId: string, page: Page): Promise<AccessTokenRow[]> {
  const { rows } = await tx.query<AccessTokenRow>(
    `SELECT ${COLUMNS} FROM access_token WHERE account_id = $1 AND ${pageOf('id', 2)} ORDER BY id DESC LIMIT $3`,
    [accountId, page.before, page.limit],
  )
  return rows
}

export type TokenOwner = { account: Account; token: AccessTokenRow; hash: Buffer }

/** Looked up on every request, like keys: a deleted token stops working at once on every process. */
export async function selectTokenOwner(tx: Tx, hash: Buffer): Promise<TokenOwner | undefined> {
  const { rows } = await tx.query<AccessTokenRow & { hash: Buffer; account: Account }>({
    name: 'select-token-owner',
    text: `SELECT t.id, t.name, t.prefix, t.created_at, t.expires_at, t.last_used_at, t.hash,
             json_build_object('id', u.id, 'name', u.name, 'email', u.email) AS account
           FROM access_token t JOIN account_user u ON u.id = t.account_id
           WHERE t.hash = $1 AND u.disabled_at IS NULL`,
    values: [hash],
  })
  const [row] = rows
  if (!row) return undefined
  const { account, hash: stored, ...token } = row
  return { account, token, hash: stored }
}

export async function touchAccessToken(tx: Tx, accountId: string, id: string, at: Date): Promise<void> {
  await tx.query('UPDATE access_token SET last_used_at = $3 WHERE account_id = $1 AND id = $2', [
    accountId,
    id,
    at,
  ])
}

export async function deleteAccessTokens(tx: Tx, accountId: string): Promise<void> {
  await tx.query('DELETE FROM access_token WHERE account_id = $1', [accountId])
}

export async function deleteAccessToken(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const { rowCount } = await tx.query('DELETE FROM access_token WHERE account_id = $1 AND id = $2', [
    accountId,
    id,
  ])
  return rowCount === 1
}
