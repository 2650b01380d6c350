// Statements on what projects redact and how long they keep what is stored.
import type { RedactionKind } from '../../contract/labels.ts'
import type { Tx } from '../pool.ts'

export type PrivacyRow = {
  redact: RedactionKind[]
  patterns: { name: string; pattern: string }[]
  retention_days: number | null
}

const NOTHING: PrivacyRow = { redact: [], patterns: [], retention_days: null }

export async function selectPrivacy(tx: Tx, projectId: string): Promise<PrivacyRow> {
  const { rows } = await tx.query<PrivacyRow>({
    name: 'select-privacy',
    text: 'SELECT redact, patterns, retention_days FROM project_privacy WHERE project_id = $1',
    values: [projectId],
  })
  return rows[0] ?? NOTHING
}

export async function upsertPrivacy(tx: Tx, projectId: string, row: PrivacyRow, at: Date): Promise<void> {
  await tx.query(
    `INSERT INTO project_privacy (project_id, redact, patterns, retention_days, updated_at)
     VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (project_id) DO UPDATE SET redact = $2, patterns = $3, retention_days = $4, updated_at = $5`,
    [projectId, row.redact, JSON.stringify(row.patterns), row.retention_days, at],
  )
}

/** Kinds in one order, so that two posts at once do not wait for each other. */
export async function countRedactions(
  tx: Tx,
  projectId: string,
  at: Date,
  counts: [kind: string, count: number][],
): Promise<void> {
  const sorted = [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
  await tx.query(
    `INSERT INTO redaction_day AS kept (project_id, day, kind, count)
     SELECT $1, ($2::timestamptz AT TIME ZONE 'UTC')::date, item.* FROM unnest($3::text[], $4::int[]) AS item
     ON CONFLICT (project_id, day, kind) DO UPDATE SET count = kept.count + excluded.count`,
    [projectId, at, sorted.map(([kind]) => kind), sorted.map(([, count]) => count)],
  )
}

export async function sumRedactions(
  tx: Tx,
  projectId: string,
  since: Date,
): Promise<{ kind: string; count: number }[]> {
  const { rows } = await tx.query<{ kind: string; count: number }>(
    `SELECT kind, sum(count)::int AS count FROM redaction_day
     WHERE project_id = $1 AND day >= ($2::timestamptz AT TIME ZONE 'UTC')::date GROUP BY kind ORDER BY count DESC, kind`,
    [projectId, since],
  )
  return rows
}

/** The project, of those after the given one, that keeps its data for a while only; for going round all of them. */
export async function selectRetention(
  tx: Tx,
  after: string | null,
): Promise<{ project_id: string; retention_days: number } | undefined> {
  const { rows } = await tx.query<{ project_id: string; retention_days: number }>(
    `SELECT project_id, retention_days FROM project_privacy JOIN project ON project.id = project_id
     WHERE retention_days IS NOT NULL AND deleted_at IS NULL AND ($1::uuid IS NULL OR project_id > $1)
     ORDER BY project_id LIMIT 1`,
    [after],
  )
  return rows[0]
}

/** By when it was said or when it was stored, whichever is longer ago. Ids are made in the order of storing. */
export async function selectExpiredObservationIds(
  tx: Tx,
  projectId: string,
  before: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `(SELECT id FROM observation
      WHERE project_id = $1 AND (observed_at AT TIME ZONE 'UTC')::date <= ($2::timestamptz AT TIME ZONE 'UTC')::date
        AND observed_at < $2 ORDER BY (observed_at AT TIME ZONE 'UTC')::date LIMIT $3)
     UNION
     (SELECT id FROM (SELECT id, created_at FROM observation WHERE project_id = $1 ORDER BY id LIMIT $3) AS first
      WHERE created_at < $2)
     LIMIT $3`,
    [projectId, before, limit],
  )
  return rows.map(({ id }) => id)
}
