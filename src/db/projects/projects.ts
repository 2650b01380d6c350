// Statements on the project table.

import { type Page, pageOf } from '../page.ts'
import type { Tx } from '../pool.ts'

export type ProjectRow = { id: string; name: string; created_at: Date }

/** False when a project of this id is there already. */
export async function insertProject(tx: Tx, project: ProjectRow): Promise<boolean> {
  const { rowCount } = await tx.query(
    `WITH made AS (
       INSERT INTO project (id, name, created_at) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING RETURNING id)
     INSERT INTO digest_state (project_id) SELECT id FROM made`,
    [project.id, project.name, project.created_at],
  )
  return rowCount === 1
}

export async function selectProject(tx: Tx, id: string): Promise<ProjectRow | undefined> {
  const { rows } = await tx.query<ProjectRow>({
    name: 'select-project',
    text: 'SELECT id, name, created_at FROM project WHERE id = $1 AND deleted_at IS NULL',
    values: [id],
  })
  return rows[0]
}

/** Changes to who belongs to a project queue behind its row. */
export async function lockProject(tx: Tx, id: string): Promise<void> {
  await tx.query('SELECT FROM project WHERE id = $1 FOR UPDATE', [id])
}

export async function selectProjects(tx: Tx, page: Page): Promise<ProjectRow[]> {
  const { rows } = await tx.query<ProjectRow>(
    `SELECT id, name, created_at FROM project WHERE deleted_at IS NULL AND ${pageOf('id', 1)}
     ORDER BY id DESC LIMIT $2`,
    [page.before, page.limit],
  )
  return rows
}

export async function updateProjectName(tx: Tx, id: string, name: string): Promise<ProjectRow | undefined> {
  const { rows } = await tx.query<ProjectRow>(
    'UPDATE project SET name = $2 WHERE id = $1 AND deleted_at IS NULL RETURNING id, name, created_at',
    [id, name],
  )
  return rows[0]
}

export async function countProjects(tx: Tx): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM project WHERE deleted_at IS NULL',
  )
  return rows[0]?.count ?? 0
}
