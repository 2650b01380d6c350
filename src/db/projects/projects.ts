// Statements on the project table.

import { type Page, pageOf } from '../page.ts'
import type { Tx } from '../pool.ts'

export type ProjectRow = {
  id: string
  name: string
  /** One line about the product, for agents; null if the team wrote none. */
  about: string | null
  /** Whether agents see the known issues. */
  share_known_issues: boolean
  /** The address of an interaction's conversation, containing {interaction_id}. */
  interaction_url: string | null
  /** The team's time zone, such as Europe/Paris. */
  time_zone: string
  /** The address of the tracker's form for a new ticket; null if there is none. */
  ticket_template: string | null
  /** For how many days after an answer a user gets no other study; null: no rest. */
  rest_days: number | null
  /** Set on a sample project: the project it belongs to. */
  sample_of: string | null
  created_at: Date
}

export type NewProject = Pick<ProjectRow, 'id' | 'name' | 'created_at'> & { sample_of?: string }

/** Each qualified with the table, for joins. */
export const PROJECT_COLUMNS =
  'project.id, project.name, project.about, project.share_known_issues, project.interaction_url, project.time_zone, project.ticket_template, project.rest_days, project.sample_of, project.created_at'

/** False if a project with this id exists. */
export async function insertProject(tx: Tx, project: NewProject): Promise<boolean> {
  const { rowCount } = await tx.query(
    `WITH made AS (
       INSERT INTO project (id, name, created_at, sample_of) VALUES ($1, $2, $3, $4)
       ON CONFLICT (id) DO NOTHING RETURNING id)
     INSERT INTO digest_state (project_id) SELECT id FROM made`,
    [project.id, project.name, project.created_at, project.sample_of ?? null],
  )
  return rowCount === 1
}

export async function selectProject(tx: Tx, id: string): Promise<ProjectRow | undefined> {
  const { rows } = await tx.query<ProjectRow>({
    name: 'select-project',
    text: `SELECT ${PROJECT_COLUMNS} FROM project WHERE id = $1 AND deleted_at IS NULL`,
    values: [id],
  })
  return rows[0]
}

export async function selectRestDays(tx: Tx, id: string): Promise<number | null> {
  const { rows } = await tx.query<{ rest_days: number | null }>({
    name: 'select-rest-days',
    text: 'SELECT rest_days FROM project WHERE id = $1',
    values: [id],
  })
  return rows[0]?.rest_days ?? null
}

/** Changes to a project and its members queue behind its row; rows that reference it do not wait for them. */
export async function lockProject(tx: Tx, id: string): Promise<void> {
  await tx.query('SELECT FROM project WHERE id = $1 FOR NO KEY UPDATE', [id])
}

export async function selectProjects(tx: Tx, page: Page): Promise<ProjectRow[]> {
  const { rows } = await tx.query<ProjectRow>(
    `SELECT ${PROJECT_COLUMNS} FROM project WHERE deleted_at IS NULL AND ${pageOf('id', 1)}
     ORDER BY id DESC LIMIT $2`,
    [page.before, page.limit],
  )
  return rows
}

export type ProjectChange = {
  name?: string
  about?: string | null
  share_known_issues?: boolean
  interaction_url?: string | null
  time_zone?: string
  ticket_template?: string | null
  rest_days?: number | null
}

export async function updateProjectRow(
  tx: Tx,
  id: string,
  { name, about, share_known_issues, interaction_url, time_zone, ticket_template, rest_days }: ProjectChange,
): Promise<ProjectRow | undefined> {
  const { rows } = await tx.query<ProjectRow>(
    `UPDATE project SET name = coalesce($2, name), share_known_issues = coalesce($3, share_known_issues),
       about = CASE WHEN $4 THEN $5 ELSE about END,
       interaction_url = CASE WHEN $6 THEN $7 ELSE interaction_url END, time_zone = coalesce($8, time_zone),
       ticket_template = CASE WHEN $9 THEN $10 ELSE ticket_template END,
       rest_days = CASE WHEN $11 THEN $12 ELSE rest_days END
     WHERE id = $1 AND deleted_at IS NULL RETURNING ${PROJECT_COLUMNS}`,
    [
      id,
      name ?? null,
      share_known_issues ?? null,
      about !== undefined,
      about ?? null,
      interaction_url !== undefined,
      interaction_url ?? null,
      time_zone ?? null,
      ticket_template !== undefined,
      ticket_template ?? null,
      rest_days !== undefined,
      rest_days ?? null,
    ],
  )
  return rows[0]
}

/** Without sample projects. */
export async function countProjects(tx: Tx): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM project WHERE deleted_at IS NULL AND sample_of IS NULL',
  )
  return rows[0]?.count ?? 0
}
