// Statements on project members and their roles.
import type { Role } from '../../contract/labels.ts'
import { type Page, pageOf } from '../page.ts'
import type { Tx } from '../pool.ts'
import { PROJECT_COLUMNS, type ProjectRow } from './projects.ts'

export type MemberRow = {
  account_id: string
  name: string
  email: string
  role: Role
  joined_at: Date
  disabled: boolean
}

/** An existing member keeps the higher of both roles. */
export async function insertMember(
  tx: Tx,
  projectId: string,
  accountId: string,
  role: Role,
  at: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO project_member (project_id, account_id, role, joined_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (project_id, account_id) DO UPDATE SET role = excluded.role
     WHERE array_position(ARRAY['viewer', 'editor', 'owner'], excluded.role)
         > array_position(ARRAY['viewer', 'editor', 'owner'], project_member.role)`,
    [projectId, accountId, role, at],
  )
}

/** Copies the members of one project to another, with their roles. */
export async function copyMembers(tx: Tx, from: string, to: string, at: Date): Promise<void> {
  await tx.query(
    `INSERT INTO project_member (project_id, account_id, role, joined_at)
     SELECT $2, account_id, role, $3 FROM project_member WHERE project_id = $1
     ON CONFLICT (project_id, account_id) DO NOTHING`,
    [from, to, at],
  )
}

/** Returns the ids of the projects that it now owns. */
export async function insertOwnerOfEverything(tx: Tx, accountId: string, at: Date): Promise<string[]> {
  const { rows } = await tx.query<{ project_id: string }>(
    `INSERT INTO project_member (project_id, account_id, role, joined_at)
     SELECT id, $1, 'owner', $2 FROM project WHERE deleted_at IS NULL RETURNING project_id`,
    [accountId, at],
  )
  return rows.map((row) => row.project_id)
}

export async function selectRole(tx: Tx, projectId: string, accountId: string): Promise<Role | undefined> {
  const { rows } = await tx.query<{ role: Role }>({
    name: 'select-role',
    text: `SELECT role FROM project_member JOIN project ON project.id = project_id
           WHERE project_id = $1 AND account_id = $2 AND deleted_at IS NULL`,
    values: [projectId, accountId],
  })
  return rows[0]?.role
}

/** What an account may do outside of any project: whether it owns one, or there is none yet. */
export async function ownsAnything(tx: Tx, accountId: string): Promise<boolean> {
  const { rows } = await tx.query<{ owns: boolean }>(
    `SELECT EXISTS (SELECT FROM project_member JOIN project ON project.id = project_id
                     WHERE account_id = $1 AND role = 'owner' AND deleted_at IS NULL)
         OR NOT EXISTS (SELECT FROM project WHERE deleted_at IS NULL) AS owns`,
    [accountId],
  )
  return rows[0]?.owns ?? false
}

const MEMBERS = `SELECT account_id, name, email, role, joined_at, disabled_at IS NOT NULL AS disabled
  FROM project_member JOIN account_user ON account_user.id = account_id`

export async function selectMembers(tx: Tx, projectId: string, page: Page): Promise<MemberRow[]> {
  const { rows } = await tx.query<MemberRow>(
    `${MEMBERS} WHERE project_id = $1 AND ${pageOf('account_id', 2)} ORDER BY account_id DESC LIMIT $3`,
    [projectId, page.before, page.limit],
  )
  return rows
}

export async function selectMember(
  tx: Tx,
  projectId: string,
  accountId: string,
): Promise<MemberRow | undefined> {
  const { rows } = await tx.query<MemberRow>(`${MEMBERS} WHERE project_id = $1 AND account_id = $2`, [
    projectId,
    accountId,
  ])
  return rows[0]
}

export type Membership = { project_id: string; project_name: string; role: Role; caller_role: Role | null }

/** An account's projects and the caller's role in each, in the order in which several projects are locked. */
export async function selectMemberships(
  tx: Tx,
  accountId: string,
  callerId: string | null,
): Promise<Membership[]> {
  const { rows } = await tx.query<Membership>(
    `SELECT m.project_id, p.name AS project_name, m.role, c.role AS caller_role
     FROM project_member m JOIN project p ON p.id = m.project_id
     LEFT JOIN project_member c ON c.project_id = m.project_id AND c.account_id = $2
     WHERE m.account_id = $1 AND p.deleted_at IS NULL ORDER BY m.project_id`,
    [accountId, callerId],
  )
  return rows
}

/** The accounts of these members; unknown addresses are left out. */
export async function selectMembersByEmail(tx: Tx, projectId: string, emails: string[]): Promise<string[]> {
  const { rows } = await tx.query<{ account_id: string }>(
    `SELECT account_id FROM project_member JOIN account_user ON account_user.id = account_id
     WHERE project_id = $1 AND email = ANY($2)`,
    [projectId, emails],
  )
  return rows.map((row) => row.account_id)
}

/** A disabled account does not count. */
export async function anotherOwner(tx: Tx, projectId: string, accountId: string): Promise<boolean> {
  const { rows } = await tx.query<{ found: boolean }>(
    `SELECT EXISTS (SELECT FROM project_member JOIN account_user ON account_user.id = account_id
       WHERE project_id = $1 AND account_id <> $2 AND role = 'owner' AND disabled_at IS NULL) AS found`,
    [projectId, accountId],
  )
  return rows[0]?.found ?? false
}

export async function updateRole(tx: Tx, projectId: string, accountId: string, role: Role): Promise<void> {
  await tx.query('UPDATE project_member SET role = $3 WHERE project_id = $1 AND account_id = $2', [
    projectId,
    accountId,
    role,
  ])
}

export async function deleteMember(tx: Tx, projectId: string, accountId: string): Promise<void> {
  await tx.query('DELETE FROM project_member WHERE project_id = $1 AND account_id = $2', [
    projectId,
    accountId,
  ])
}

export type OwnProjectRow = ProjectRow & { role: Role }

export async function selectProjectsOf(tx: Tx, accountId: string, page: Page): Promise<OwnProjectRow[]> {
  const { rows } = await tx.query<OwnProjectRow>(
    `SELECT ${PROJECT_COLUMNS}, role FROM project_member JOIN project ON project.id = project_id
     WHERE account_id = $1 AND deleted_at IS NULL AND ${pageOf('project_id', 2)} ORDER BY project_id DESC LIMIT $3`,
    [accountId, page.before, page.limit],
  )
  return rows
}
