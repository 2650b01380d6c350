// Statements on guidelines: every change is a new version, the highest is in force.
import type { Tx } from '../pool.ts'

export type GuidelineRow = {
  version: number
  observations: string | null
  research: string | null
  created_at: Date
  /** Null for versions from before this was recorded. */
  created_by: string | null
}

const COLUMNS = 'version, observations, research, created_at, created_by'

export async function selectGuideline(tx: Tx, projectId: string): Promise<GuidelineRow | undefined> {
  const { rows } = await tx.query<GuidelineRow>({
    name: 'select-guideline',
    text: `SELECT ${COLUMNS} FROM guideline
           WHERE project_id = $1 ORDER BY version DESC LIMIT 1`,
    values: [projectId],
  })
  return rows[0]
}

export async function selectGuidelineVersions(
  tx: Tx,
  projectId: string,
  before: number | null,
  limit: number,
): Promise<GuidelineRow[]> {
  const { rows } = await tx.query<GuidelineRow>(
    `SELECT ${COLUMNS} FROM guideline
     WHERE project_id = $1 AND ($2::int IS NULL OR version < $2) ORDER BY version DESC LIMIT $3`,
    [projectId, before, limit],
  )
  return rows
}

/** Editors of one project queue behind its row, so that versions have no gaps and none is lost. */
export async function lockGuidelines(tx: Tx, projectId: string): Promise<void> {
  await tx.query('SELECT FROM project WHERE id = $1 FOR NO KEY UPDATE', [projectId])
}

export async function insertGuideline(tx: Tx, projectId: string, row: GuidelineRow): Promise<void> {
  await tx.query(`INSERT INTO guideline (project_id, ${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6)`, [
    projectId,
    row.version,
    row.observations,
    row.research,
    row.created_at,
    row.created_by,
  ])
}
