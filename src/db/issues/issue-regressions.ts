// Statements on regressions: resolved issues that were observed again, and regressions that no longer hold.
import type { Tx } from '../pool.ts'

/** Whether its date tells when it was observed. A row imported without a date has the time of the import. */
const IS_DATED = "(o.source <> 'import' OR o.observed_at <> o.created_at)"

/** Reopens resolved issues among these that were observed after their resolution, and marks them as regressions. */
export async function reopenResolved(
  tx: Tx,
  projectId: string,
  seen: { issueId: string; observedAt: Date }[],
  at: Date,
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'reopen-resolved',
    text: `UPDATE issue SET status = 'open', status_changed_at = $4, regressed_at = $4, updated_at = $4
           FROM (SELECT id, max(observed_at) AS last FROM unnest($2::uuid[], $3::timestamptz[])
                   AS item (id, observed_at) GROUP BY id) AS seen
           WHERE issue.project_id = $1 AND issue.id = seen.id AND issue.status = 'resolved'
             AND seen.last >= issue.status_changed_at
           RETURNING issue.id`,
    values: [projectId, seen.map(({ issueId }) => issueId), seen.map(({ observedAt }) => observedAt), at],
  })
  return rows.map((row) => row.id)
}

/** The same for an issue that another is merged into, if that one was seen after the resolution. */
export async function reopenIfSeenSince(
  tx: Tx,
  projectId: string,
  id: string,
  folded: string,
  at: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'reopen-if-seen-since',
    text: `UPDATE issue SET status = 'open', status_changed_at = $4, regressed_at = $4, updated_at = $4
     FROM issue other WHERE other.project_id = $1 AND other.id = $3 AND other.status <> 'resolved'
       AND issue.project_id = $1 AND issue.id = $2 AND issue.status = 'resolved'
       AND other.last_seen > issue.status_changed_at
       AND EXISTS (SELECT FROM issue_observation m JOIN observation o ON o.project_id = $1 AND o.id = m.observation_id
                   WHERE m.project_id = $1 AND m.issue_id = $3 AND o.observed_at > issue.status_changed_at
                     AND ${IS_DATED})`,
    values: [projectId, id, folded, at],
  })
  return rowCount === 1
}

/** The same for an issue that a person moved these observations into. */
export async function reopenIfObservedSince(
  tx: Tx,
  projectId: string,
  id: string,
  observationIds: string[],
  at: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE issue SET status = 'open', status_changed_at = $4, regressed_at = $4, updated_at = $4
     WHERE project_id = $1 AND id = $2 AND status = 'resolved'
       AND EXISTS (SELECT FROM observation o WHERE o.project_id = $1 AND o.id = ANY($3::uuid[])
                   AND o.observed_at >= issue.status_changed_at AND ${IS_DATED})`,
    [projectId, id, observationIds, at],
  )
  return rowCount === 1
}

/**
 * Withdraws regressions among these that have no observation after the resolution anymore. Those whose status nobody
 * changed since are resolved again and returned.
 */
export async function takeBackRegressions(
  tx: Tx,
  projectId: string,
  ids: string[],
  at: Date,
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string; status: string }>(
    `UPDATE issue SET regressed_at = NULL, updated_at = $3,
       status = CASE WHEN status = 'open' THEN 'resolved' ELSE status END,
       status_changed_at = CASE WHEN status = 'open' THEN resolved_at ELSE status_changed_at END
     WHERE project_id = $1 AND id = ANY($2::uuid[]) AND merged_into IS NULL AND regressed_at IS NOT NULL
       AND resolved_at IS NOT NULL AND (last_seen < resolved_at OR NOT EXISTS (
         SELECT FROM issue_observation m JOIN observation o ON o.project_id = $1 AND o.id = m.observation_id
         WHERE m.project_id = $1 AND m.issue_id = issue.id AND o.observed_at >= issue.resolved_at AND ${IS_DATED}))
     RETURNING id, status`,
    [projectId, ids, at],
  )
  return rows.filter(({ status }) => status === 'resolved').map(({ id }) => id)
}
