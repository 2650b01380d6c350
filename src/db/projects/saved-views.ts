// Statements on saved views.
import type { ViewPage } from '../../contract/labels.ts'
import { type Page, pageOf } from '../page.ts'
import type { Tx } from '../pool.ts'

export type SavedViewRow = {
  id: string
  page: ViewPage
  name: string
  query: string
  created_by: string
  created_at: Date
}

const COLUMNS = 'id, page, name, query, created_by, created_at'

/** False if the page already has a view with this name. */
export async function insertView(tx: Tx, projectId: string, view: SavedViewRow): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO saved_view (project_id, ${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (project_id, page, name) DO NOTHING`,
    [projectId, view.id, view.page, view.name, view.query, view.created_by, view.created_at],
  )
  return rowCount === 1
}

export async function selectViews(
  tx: Tx,
  projectId: string,
  of: ViewPage | null,
  page: Page,
): Promise<SavedViewRow[]> {
  const { rows } = await tx.query<SavedViewRow>(
    `SELECT ${COLUMNS} FROM saved_view
     WHERE project_id = $1 AND ($2::text IS NULL OR page = $2) AND ${pageOf('id', 3)} ORDER BY id DESC LIMIT $4`,
    [projectId, of, page.before, page.limit],
  )
  return rows
}

/** Views that filter for one end user, however the filter is written: a team saves a few dozen. */
export async function selectViewsOfUsers(
  tx: Tx,
  projectId: string,
): Promise<{ id: string; query: string }[]> {
  const { rows } = await tx.query<{ id: string; query: string }>(
    "SELECT id, query FROM saved_view WHERE project_id = $1 AND query LIKE '%user\\_id=%'",
    [projectId],
  )
  return rows
}

/** Undefined if the project has no such view. */
export async function lockView(tx: Tx, projectId: string, id: string): Promise<SavedViewRow | undefined> {
  const { rows } = await tx.query<SavedViewRow>(
    `SELECT ${COLUMNS} FROM saved_view WHERE project_id = $1 AND id = $2 FOR UPDATE`,
    [projectId, id],
  )
  return rows[0]
}

/** Updates a locked view; throws unique_violation if the name is taken. */
export async function updateViewRow(
  tx: Tx,
  projectId: string,
  id: string,
  change: { name?: string; query?: string },
): Promise<SavedViewRow> {
  const { rows } = await tx.query<SavedViewRow>(
    `UPDATE saved_view SET name = coalesce($3, name), query = coalesce($4, query)
     WHERE project_id = $1 AND id = $2 RETURNING ${COLUMNS}`,
    [projectId, id, change.name ?? null, change.query ?? null],
  )
  return rows[0] as SavedViewRow
}

export async function deleteViewRow(
  tx: Tx,
  projectId: string,
  id: string,
): Promise<SavedViewRow | undefined> {
  const { rows } = await tx.query<SavedViewRow>(
    `DELETE FROM saved_view WHERE project_id = $1 AND id = $2 RETURNING ${COLUMNS}`,
    [projectId, id],
  )
  return rows[0]
}
