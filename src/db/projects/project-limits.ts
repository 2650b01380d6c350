// Statements on the limits that projects set themselves.
import type { Tx } from '../pool.ts'

/** Null: the project sets no limit. */
export type LimitsRow = {
  key_requests_per_minute: number | null
  project_requests_per_minute: number | null
  observations_per_day: number | null
}

export const LIMIT_COLUMNS = 'key_requests_per_minute, project_requests_per_minute, observations_per_day'

const NONE: LimitsRow = {
  key_requests_per_minute: null,
  project_requests_per_minute: null,
  observations_per_day: null,
}

export async function selectLimits(tx: Tx, projectId: string): Promise<LimitsRow> {
  const { rows } = await tx.query<LimitsRow>({
    name: 'select-limits',
    text: `SELECT ${LIMIT_COLUMNS} FROM project_limits WHERE project_id = $1`,
    values: [projectId],
  })
  return rows[0] ?? NONE
}

export async function upsertLimits(tx: Tx, projectId: string, row: LimitsRow, at: Date): Promise<void> {
  await tx.query(
    `INSERT INTO project_limits (project_id, ${LIMIT_COLUMNS}, updated_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (project_id) DO UPDATE SET key_requests_per_minute = $2, project_requests_per_minute = $3,
       observations_per_day = $4, updated_at = $5`,
    [projectId, row.key_requests_per_minute, row.project_requests_per_minute, row.observations_per_day, at],
  )
}
