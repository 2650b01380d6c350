// Statements on accounts and their credentials: better-auth's tables, where we change them together with ours.
import { SOME } from '../page.ts'
import type { Tx } from '../pool.ts'

export type AccountRow = { id: string; name: string; email: string; disabled_at: Date | null }

const COLUMNS = 'id, name, email, disabled_at'

export type NewAccount = Omit<AccountRow, 'disabled_at'> & {
  emailVerified: boolean
  passwordHash: string
  loginId: string
  at: Date
}

/** False if an account with this email already exists. */
export async function insertAccount(tx: Tx, account: NewAccount): Promise<boolean> {
  const { rowCount } = await tx.query(
    `WITH made AS (
       INSERT INTO account_user (id, name, email, email_verified, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $5) ON CONFLICT (email) DO NOTHING RETURNING id)
     INSERT INTO account_login (id, user_id, provider_id, account_id, password, created_at, updated_at)
     SELECT $6, id, 'credential', id::text, $7, $5, $5 FROM made`,
    [
      account.id,
      account.name,
      account.email,
      account.emailVerified,
      account.at,
      account.loginId,
      account.passwordHash,
    ],
  )
  return rowCount === 1
}

export async function selectAccount(tx: Tx, id: string): Promise<AccountRow | undefined> {
  const { rows } = await tx.query<AccountRow>(`SELECT ${COLUMNS} FROM account_user WHERE id = $1`, [id])
  return rows[0]
}

export async function selectAccountByEmail(tx: Tx, email: string): Promise<AccountRow | undefined> {
  const { rows } = await tx.query<AccountRow>(`SELECT ${COLUMNS} FROM account_user WHERE email = $1`, [email])
  return rows[0]
}

export async function selectAccounts(
  tx: Tx,
): Promise<(AccountRow & { created_at: Date; projects: number })[]> {
  const { rows } = await tx.query<AccountRow & { created_at: Date; projects: number }>(
    `SELECT ${COLUMNS}, created_at,
       (SELECT count(*)::int FROM project_member WHERE account_id = account_user.id) AS projects
     FROM account_user ORDER BY created_at, id`,
  )
  return rows
}

export async function anyAccount(tx: Tx): Promise<boolean> {
  const { rows } = await tx.query<{ found: boolean }>('SELECT EXISTS (SELECT FROM account_user) AS found')
  return rows[0]?.found ?? false
}

/** Also gives a password to an account without one. */
export async function upsertPassword(
  tx: Tx,
  accountId: string,
  passwordHash: string,
  loginId: string,
  at: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO account_login (id, user_id, provider_id, account_id, password, created_at, updated_at)
     VALUES ($3, $1, 'credential', $1::uuid::text, $2, $4, $4)
     ON CONFLICT (provider_id, account_id) DO UPDATE SET password = $2, updated_at = $4`,
    [accountId, passwordHash, loginId, at],
  )
}

export async function deleteSessions(tx: Tx, accountId: string): Promise<void> {
  await tx.query('DELETE FROM account_session WHERE user_id = $1', [accountId])
}

export async function updateDisabled(tx: Tx, id: string, at: Date | null): Promise<void> {
  await tx.query('UPDATE account_user SET disabled_at = $2 WHERE id = $1', [id, at])
}

/** Its logins, sessions, tokens, links, memberships and grants are deleted with it. */
export async function deleteAccountRow(tx: Tx, id: string): Promise<void> {
  await tx.query('DELETE FROM account_user WHERE id = $1', [id])
}

export async function isDisabled(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await tx.query<{ disabled: boolean }>(
    'SELECT disabled_at IS NOT NULL AS disabled FROM account_user WHERE id = $1',
    [id],
  )
  return rows[0]?.disabled ?? true
}

export async function deleteSession(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const { rowCount } = await tx.query('DELETE FROM account_session WHERE user_id = $1 AND id = $2', [
    accountId,
    id,
  ])
  return rowCount === 1
}

/** Removes all credentials of an account whose email was never proven; does nothing if it was. */
export async function deleteUnprovenAccess(tx: Tx, accountId: string): Promise<void> {
  await tx.query(
    `WITH unproven AS (SELECT id FROM account_user WHERE id = $1 AND NOT email_verified),
       logins AS (DELETE FROM account_login WHERE user_id IN (SELECT id FROM unproven)),
       tokens AS (DELETE FROM access_token WHERE account_id IN (SELECT id FROM unproven)),
       grants AS (DELETE FROM oauth_consent WHERE user_id IN (SELECT id FROM unproven))
     DELETE FROM account_session WHERE user_id IN (SELECT id FROM unproven)`,
    [accountId],
  )
}

/** Verifications that better-auth leaves behind when nobody returns for them. */
export async function deleteExpiredSessions(tx: Tx, now: Date): Promise<number> {
  const { rowCount } = await tx.query(
    `DELETE FROM account_session WHERE ctid = ANY(ARRAY(SELECT ctid FROM account_session WHERE expires_at < $1 ${SOME}))`,
    [now],
  )
  return rowCount ?? 0
}

export async function deleteExpiredVerifications(tx: Tx, now: Date): Promise<number> {
  const { rowCount } = await tx.query(
    `DELETE FROM account_verification WHERE ctid = ANY(ARRAY(
       SELECT ctid FROM account_verification WHERE expires_at < $1 ${SOME}))`,
    [now],
  )
  return rowCount ?? 0
}

export async function selectPersonalMail(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await tx.query<{ personal_mail: boolean }>(
    'SELECT personal_mail FROM account_user WHERE id = $1',
    [id],
  )
  return rows[0]?.personal_mail ?? false
}

export async function savePersonalMail(tx: Tx, id: string, on: boolean): Promise<void> {
  await tx.query('UPDATE account_user SET personal_mail = $2 WHERE id = $1', [id, on])
}
