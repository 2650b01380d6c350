// Statements on a project's digest state, the row that everything which changes issues holds.
import type { Tx } from '../pool.ts'

export type DigestState = {
  version: number
  background: Buffer | null
  /** Whose vectors the background and the issues' states are made of. */
  model: string | null
  since_merge_pass: number
  /** Copies in memory of an older version know issues that were deleted since. */
  copies_since: number
}

/** Workers and people queue here, for the length of a short transaction. */
export async function lockDigestState(tx: Tx, projectId: string): Promise<DigestState> {
  const { rows } = await tx.query<DigestState>({
    name: 'lock-digest-state',
    text: `SELECT version::int, background, model, since_merge_pass, copies_since::int FROM digest_state
           WHERE project_id = $1 FOR UPDATE`,
    values: [projectId],
  })
  if (!rows[0]) throw new Error(`project ${projectId} has no digest state`)
  return rows[0]
}

/** For a person's change: workers see the new number and read again what changed. */
export async function bumpDigestVersion(tx: Tx, projectId: string): Promise<number> {
  const { rows } = await tx.query<{ version: number }>(
    'UPDATE digest_state SET version = version + 1 WHERE project_id = $1 RETURNING version::int',
    [projectId],
  )
  return rows[0]?.version ?? 0
}

/** After issues were deleted in this version: a list of what changed does not tell of them. */
export async function outdateCopies(tx: Tx, projectId: string, version: number): Promise<void> {
  await tx.query('UPDATE digest_state SET copies_since = $2 WHERE project_id = $1', [projectId, version])
}

export type DigestProgress = {
  background: Buffer
  model: string
  since_merge_pass: number
  /** Observations digested for the first time. */
  digested: number
  at: Date
}

export async function saveDigestProgress(tx: Tx, projectId: string, progress: DigestProgress): Promise<void> {
  await tx.query({
    name: 'save-digest-progress',
    text: `UPDATE digest_state SET version = version + 1, background = $2, since_merge_pass = $3,
             digested_count = digested_count + $4, last_digested_at = $5, model = $6
           WHERE project_id = $1`,
    values: [
      projectId,
      progress.background,
      progress.since_merge_pass,
      progress.digested,
      progress.at,
      progress.model,
    ],
  })
}

/** Forgets what grouping learned, so that it is learned again: with everything digested again, or by another model. */
export async function resetDigestState(tx: Tx, projectId: string, model: string | null): Promise<void> {
  await tx.query(
    `UPDATE digest_state SET version = version + 1, background = NULL, since_merge_pass = 0, model = $2
     WHERE project_id = $1`,
    [projectId, model],
  )
  await tx.query(
    `UPDATE issue SET state = NULL, state_version = (SELECT version FROM digest_state WHERE project_id = $1)
     WHERE project_id = $1 AND merged_into IS NULL`,
    [projectId],
  )
}

export type ModelFault = { message: string; at: string; count: number }

/** Counts a fault of an optional model and keeps its last message, so that a fallback never goes unseen. */
export async function noteModelFault(
  tx: Tx,
  projectId: string,
  model: string,
  message: string,
  at: Date,
): Promise<void> {
  await tx.query(
    `UPDATE digest_state SET model_faults = model_faults || jsonb_build_object($2::text, jsonb_build_object(
       'message', $3::text, 'at', $4::text,
       'count', coalesce((model_faults -> $2 ->> 'count')::int, 0) + 1))
     WHERE project_id = $1`,
    [projectId, model, message, at.toISOString()],
  )
}
