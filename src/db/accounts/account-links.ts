// Statements on links that work once: for the first account or a new password. Only hashes of their tokens are stored.
import { SOME } from '../page.ts'
import type { Tx } from '../pool.ts'

export type LinkPurpose = 'setup' | 'reset'
export type LinkRow = { account_id: string | null; email: string | null }

export type NewLink = {
  hash: Buffer
  purpose: LinkPurpose
  accountId: string | null
  createdAt: Date
  expiresAt: Date
}

export async function insertLink(tx: Tx, link: NewLink): Promise<void> {
  await tx.query(
    'INSERT INTO account_link (hash, purpose, account_id, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)',
    [link.hash, link.purpose, link.accountId, link.createdAt, link.expiresAt],
  )
}

export async function selectLink(
  tx: Tx,
  purpose: LinkPurpose,
  hash: Buffer,
  now: Date,
): Promise<LinkRow | undefined> {
  const { rows } = await tx.query<LinkRow>(
    `SELECT account_id, email FROM account_link LEFT JOIN account_user ON account_user.id = account_id
     WHERE hash = $1 AND purpose = $2 AND expires_at > $3`,
    [hash, purpose, now],
  )
  return rows[0]
}

/** Of two concurrent attempts, one gets the row and the other nothing. */
export async function takeLink(
  tx: Tx,
  purpose: LinkPurpose,
  hash: Buffer,
  now: Date,
): Promise<{ account_id: string | null } | undefined> {
  const { rows } = await tx.query<{ account_id: string | null }>(
    'DELETE FROM account_link WHERE hash = $1 AND purpose = $2 AND expires_at > $3 RETURNING account_id',
    [hash, purpose, now],
  )
  return rows[0]
}

export async function anySetUpLink(tx: Tx, now: Date): Promise<boolean> {
  const { rows } = await tx.query<{ found: boolean }>(
    "SELECT EXISTS (SELECT FROM account_link WHERE purpose = 'setup' AND expires_at > $1) AS found",
    [now],
  )
  return rows[0]?.found ?? false
}

export async function deleteSetUpLinks(tx: Tx): Promise<void> {
  await tx.query("DELETE FROM account_link WHERE purpose = 'setup'")
}

export async function deleteLinksBefore(tx: Tx, now: Date): Promise<number> {
  const { rowCount } = await tx.query(
    `DELETE FROM account_link WHERE ctid = ANY(ARRAY(SELECT ctid FROM account_link WHERE expires_at <= $1 ${SOME}))`,
    [now],
  )
  return rowCount ?? 0
}

export async function deleteResetLinks(tx: Tx, accountId: string): Promise<void> {
  await tx.query("DELETE FROM account_link WHERE purpose = 'reset' AND account_id = $1", [accountId])
}

export async function hasResetLinkSince(tx: Tx, accountId: string, since: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    "SELECT FROM account_link WHERE purpose = 'reset' AND account_id = $1 AND created_at > $2 LIMIT 1",
    [accountId, since],
  )
  return rowCount === 1
}
