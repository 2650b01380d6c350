// Statements on merges by people, kept so that they can be undone.
import type { Tx } from '../pool.ts'

export type MergeRow = {
  id: string
  from_id: string
  into_id: string
  observation_ids: string[]
  merged_at: Date
  merged_by: string | null
  /** The probability with which the pair was suggested; null if it was not. */
  chance: number | null
}

export async function insertMerge(tx: Tx, projectId: string, merge: MergeRow): Promise<void> {
  await tx.query(
    `INSERT INTO issue_merge (project_id, id, from_id, into_id, observation_ids, merged_at, merged_by, chance)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      projectId,
      merge.id,
      merge.from_id,
      merge.into_id,
      merge.observation_ids,
      merge.merged_at,
      merge.merged_by,
      merge.chance,
    ],
  )
}

/** The last merge of this issue that was not undone. */
export async function selectLastMerge(
  tx: Tx,
  projectId: string,
  fromId: string,
): Promise<MergeRow | undefined> {
  const { rows } = await tx.query<MergeRow>(
    `SELECT id, from_id, into_id, observation_ids, merged_at, merged_by, chance FROM issue_merge
     WHERE project_id = $1 AND from_id = $2 AND undone_at IS NULL ORDER BY merged_at DESC LIMIT 1`,
    [projectId, fromId],
  )
  return rows[0]
}

export async function markUndone(tx: Tx, projectId: string, id: string, at: Date): Promise<void> {
  await tx.query('UPDATE issue_merge SET undone_at = $3 WHERE project_id = $1 AND id = $2', [
    projectId,
    id,
    at,
  ])
}

export type MergedIssueRow = {
  id: string
  title: string
  merged_at: Date
  merged_by: string | null
  observation_count: number
}

/** Merges into an issue that people can undo, the latest first. */
export async function selectMergedIssues(
  tx: Tx,
  projectId: string,
  intoId: string,
  limit: number,
): Promise<MergedIssueRow[]> {
  const { rows } = await tx.query<MergedIssueRow>(
    `SELECT issue.id, issue.title, m.merged_at, m.merged_by, cardinality(m.observation_ids) AS observation_count
     FROM issue_merge m JOIN issue ON issue.project_id = m.project_id AND issue.id = m.from_id
     WHERE m.project_id = $1 AND m.into_id = $2 AND m.undone_at IS NULL AND issue.merged_into = m.into_id
     ORDER BY m.merged_at DESC, m.id DESC LIMIT $3`,
    [projectId, intoId, limit],
  )
  return rows
}
