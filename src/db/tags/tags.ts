// Statements on tags.
import type { TagConfig } from '../../contract/tags/tags.ts'
import { type Page, pageOf } from '../page.ts'
import type { Tx } from '../pool.ts'

export type TagRow = { id: string; label: string; config: TagConfig; created_at: Date; updated_at: Date }

/** Includes how many observations carry the tag, from the daily counters. */
export type CountedTag = TagRow & { observation_count: number }

const COLUMNS = 'id, label, config, created_at, updated_at'
const COUNTED = `${COLUMNS}, (SELECT coalesce(sum(tag_day.count), 0)::int FROM tag_day
  WHERE tag_day.project_id = tag.project_id AND tag_day.tag_id = tag.id) AS observation_count`

/** False when the project already has a tag with this label. */
export async function insertTag(tx: Tx, projectId: string, tag: TagRow): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO tag (project_id, id, label, config, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (project_id, label) DO NOTHING`,
    [projectId, tag.id, tag.label, tag.config, tag.created_at, tag.updated_at],
  )
  return rowCount === 1
}

export async function selectTag(tx: Tx, projectId: string, id: string): Promise<CountedTag | undefined> {
  const { rows } = await tx.query<CountedTag>(
    `SELECT ${COUNTED} FROM tag WHERE project_id = $1 AND id = $2`,
    [projectId, id],
  )
  return rows[0]
}

export async function lockTag(tx: Tx, projectId: string, id: string): Promise<TagRow | undefined> {
  const { rows } = await tx.query<TagRow>(
    `SELECT ${COLUMNS} FROM tag WHERE project_id = $1 AND id = $2 FOR NO KEY UPDATE`,
    [projectId, id],
  )
  return rows[0]
}

export async function selectTags(tx: Tx, projectId: string, page: Page): Promise<CountedTag[]> {
  const { rows } = await tx.query<CountedTag>(
    `SELECT ${COUNTED} FROM tag WHERE project_id = $1 AND ${pageOf('id', 2)} ORDER BY id DESC LIMIT $3`,
    [projectId, page.before, page.limit],
  )
  return rows
}

/** All tags of a project, which matching needs. */
export async function selectAllTags(tx: Tx, projectId: string): Promise<TagRow[]> {
  const { rows } = await tx.query<TagRow>({
    name: 'select-all-tags',
    text: `SELECT ${COLUMNS} FROM tag WHERE project_id = $1 ORDER BY id`,
    values: [projectId],
  })
  return rows
}

export type TagChange = { label?: string; config?: TagConfig }

/** Undefined when the project has no such tag. Throws unique_violation when the label is taken. */
export async function updateTagRow(
  tx: Tx,
  projectId: string,
  id: string,
  change: TagChange,
  at: Date,
): Promise<CountedTag | undefined> {
  const { rows } = await tx.query<CountedTag>(
    `UPDATE tag SET label = coalesce($3, label), config = coalesce($4, config), updated_at = $5
     WHERE project_id = $1 AND id = $2 RETURNING ${COUNTED}`,
    [projectId, id, change.label ?? null, change.config ?? null, at],
  )
  return rows[0]
}

/** Returns the label of the deleted tag, or undefined when the project has no such tag. */
export async function deleteTagRow(tx: Tx, projectId: string, id: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ label: string }>(
    'DELETE FROM tag WHERE project_id = $1 AND id = $2 RETURNING label',
    [projectId, id],
  )
  return rows[0]?.label
}
