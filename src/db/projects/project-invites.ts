// Statements on invites. An accepted or withdrawn invite is deleted; only the hash of its token is stored.
import type { Role } from '../../contract/labels.ts'
import { type Page, pageOf, SOME } from '../page.ts'
import type { Tx } from '../pool.ts'

export type InviteRow = {
  project_id: string
  id: string
  role: Role
  email: string | null
  invited_by: string
  created_at: Date
  expires_at: Date
}

const COLUMNS = 'project_id, id, role, email, invited_by, created_at, expires_at'

/** A deleted project exists until its rows are removed. */
const OF_LIVE_PROJECT = 'EXISTS (SELECT FROM project WHERE project.id = project_id AND deleted_at IS NULL)'

export async function insertInvite(tx: Tx, invite: InviteRow & { hash: Buffer }): Promise<void> {
  await tx.query(`INSERT INTO project_invite (${COLUMNS}, hash) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`, [
    invite.project_id,
    invite.id,
    invite.role,
    invite.email,
    invite.invited_by,
    invite.created_at,
    invite.expires_at,
    invite.hash,
  ])
}

/** Invites that can still be accepted. */
export async function selectInvites(tx: Tx, projectId: string, now: Date, page: Page): Promise<InviteRow[]> {
  const { rows } = await tx.query<InviteRow>(
    `SELECT ${COLUMNS} FROM project_invite
     WHERE project_id = $1 AND expires_at > $4 AND ${pageOf('id', 2)} ORDER BY id DESC LIMIT $3`,
    [projectId, page.before, page.limit, now],
  )
  return rows
}

export async function selectInviteByHash(
  tx: Tx,
  hash: Buffer,
  now: Date,
): Promise<(InviteRow & { project_name: string }) | undefined> {
  const { rows } = await tx.query<InviteRow & { project_name: string }>(
    `SELECT project_id, project_invite.id, role, email, invited_by, project_invite.created_at, expires_at,
       project.name AS project_name
     FROM project_invite JOIN project ON project.id = project_id 
     WHERE hash = $1 AND expires_at > $2 AND deleted_at IS NULL`,
    [hash, now],
  )
  return rows[0]
}

/** Of two concurrent acceptances, one gets the row and the other nothing. */
export async function takeInvite(tx: Tx, hash: Buffer, now: Date): Promise<InviteRow | undefined> {
  const { rows } = await tx.query<InviteRow>(
    `DELETE FROM project_invite WHERE hash = $1 AND expires_at > $2 AND ${OF_LIVE_PROJECT} RETURNING ${COLUMNS}`,
    [hash, now],
  )
  return rows[0]
}

/** Every invite for this email, used up together. */
export async function takeInvitesOf(tx: Tx, email: string, now: Date): Promise<InviteRow[]> {
  const { rows } = await tx.query<InviteRow>(
    `DELETE FROM project_invite WHERE email = $1 AND expires_at > $2 AND ${OF_LIVE_PROJECT} RETURNING ${COLUMNS}`,
    [email, now],
  )
  return rows
}

export async function anyInviteOf(tx: Tx, email: string, now: Date): Promise<boolean> {
  const { rows } = await tx.query<{ found: boolean }>(
    `SELECT EXISTS (SELECT FROM project_invite
       WHERE email = $1 AND expires_at > $2 AND ${OF_LIVE_PROJECT}) AS found`,
    [email, now],
  )
  return rows[0]?.found ?? false
}

export async function deleteInvite(tx: Tx, projectId: string, id: string): Promise<InviteRow | undefined> {
  const { rows } = await tx.query<InviteRow>(
    `DELETE FROM project_invite WHERE project_id = $1 AND id = $2 RETURNING ${COLUMNS}`,
    [projectId, id],
  )
  return rows[0]
}

/** Every invite that this account created, itself or by one of its access tokens. An email contains no spaces. */
export async function deleteInvitesBy(tx: Tx, projectId: string, email: string): Promise<InviteRow[]> {
  const { rows } = await tx.query<InviteRow>(
    `DELETE FROM project_invite
     WHERE project_id = $1 AND (invited_by = $2 OR right(invited_by, length($2) + 4) = ' of ' || $2)
     RETURNING ${COLUMNS}`,
    [projectId, email],
  )
  return rows
}

export async function deleteInvitesBefore(tx: Tx, now: Date): Promise<number> {
  const { rowCount } = await tx.query(
    `DELETE FROM project_invite WHERE ctid = ANY(ARRAY(SELECT ctid FROM project_invite WHERE expires_at <= $1 ${SOME}))`,
    [now],
  )
  return rowCount ?? 0
}
