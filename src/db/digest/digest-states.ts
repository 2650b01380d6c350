// Statements on a project's digest state, the row that everything which changes issues holds.
import type { Tx } from '../pool.ts'
import { JOB_TABLES, type JobTable } from './job-tables.ts'

export type DigestState = {
  version: number
  /** The model whose vectors the project is grouped by. Vectors of different models cannot be compared. */
  model: string | null
  /** While the project is digested again after a change of model: up to which observation it has been queued. */
  requeued_to: string | null
  /** Workers' copies of an older version than this are not usable: issues were deleted since. */
  copies_since: number
}

const SELECT_STATE =
  'SELECT version::int, model, requeued_to, copies_since::int FROM digest_state WHERE project_id = $1'

/** Workers and people queue here, for the length of a short transaction. */
export async function lockDigestState(tx: Tx, projectId: string): Promise<DigestState> {
  const { rows } = await tx.query<DigestState>({
    name: 'lock-digest-state',
    text: `${SELECT_STATE} FOR UPDATE`,
    values: [projectId],
  })
  if (!rows[0]) throw new Error(`project ${projectId} has no digest state`)
  return rows[0]
}

/** Without the lock: good enough to read ahead by. */
export async function selectDigestState(tx: Tx, projectId: string): Promise<DigestState> {
  const { rows } = await tx.query<DigestState>({
    name: 'select-digest-state',
    text: SELECT_STATE,
    values: [projectId],
  })
  if (!rows[0]) throw new Error(`project ${projectId} has no digest state`)
  return rows[0]
}

/** For a person's change: workers see the new number and read again what changed. */
export async function bumpDigestVersion(tx: Tx, projectId: string): Promise<number> {
  const { rows } = await tx.query<{ version: number }>({
    name: 'bump-digest-version',
    text: 'UPDATE digest_state SET version = version + 1 WHERE project_id = $1 RETURNING version::int',
    values: [projectId],
  })
  return rows[0]?.version ?? 0
}

/** After issues were deleted: they do not show up among what changed, so older copies in memory have to be read anew. */
export async function outdateCopies(tx: Tx, projectId: string, version: number): Promise<void> {
  await tx.query('UPDATE digest_state SET copies_since = $2 WHERE project_id = $1', [projectId, version])
}

export type DigestProgress = {
  /** Observations digested for the first time. */
  digested: number
  at: Date
}

export async function saveDigestProgress(tx: Tx, projectId: string, progress: DigestProgress): Promise<void> {
  await tx.query({
    name: 'save-digest-progress',
    text: `UPDATE digest_state SET version = version + 1, digested_count = digested_count + $2,
             last_digested_at = $3
           WHERE project_id = $1`,
    values: [projectId, progress.digested, progress.at],
  })
}

/** Every copy in memory is read anew, and the project is grouped by this model's vectors from now on. */
export async function startModel(
  tx: Tx,
  projectId: string,
  model: string,
  requeuedTo: string | null,
): Promise<void> {
  await tx.query(
    `UPDATE digest_state SET version = version + 1, copies_since = version + 1, model = $2, requeued_to = $3
     WHERE project_id = $1`,
    [projectId, model, requeuedTo],
  )
}

export type ThresholdPreview = {
  threshold: number
  step: number
  stricter_issues: number
  looser_issues: number
}

/** @param weight of this one, beside what was reckoned before at the same threshold */
export async function savePreview(
  tx: Tx,
  projectId: string,
  preview: ThresholdPreview,
  weight: number,
): Promise<void> {
  const mean = (count: string) =>
    `round($3::numeric * ($2::jsonb->>'${count}')::numeric + (1 - $3::numeric) * (threshold_preview->>'${count}')::numeric)`
  await tx.query({
    name: 'save-preview',
    text: `UPDATE digest_state SET threshold_preview = $2::jsonb
             || CASE WHEN threshold_preview->'threshold' = $2::jsonb->'threshold' THEN jsonb_build_object(
                  'stricter_issues', ${mean('stricter_issues')}, 'looser_issues', ${mean('looser_issues')})
                ELSE '{}' END
           WHERE project_id = $1`,
    values: [projectId, JSON.stringify(preview), weight],
  })
}

/** Before the first observation: all of a project is still to be queued. */
export const FROM_THE_START = '00000000-0000-0000-0000-000000000000'

export async function saveRequeued(tx: Tx, projectId: string, requeuedTo: string | null): Promise<void> {
  await tx.query('UPDATE digest_state SET requeued_to = $2 WHERE project_id = $1', [projectId, requeuedTo])
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

export type LostBatches = { lost: number; error: string | null }

/** Notes that a batch begins. Returns how many before it began and never ended. */
export async function beginBatch(tx: Tx, projectId: string, table: JobTable): Promise<LostBatches> {
  const { lostBatches, lostError } = JOB_TABLES[table]
  const { rows } = await tx.query<LostBatches>({
    name: `begin-batch-of-${table}`,
    text: `UPDATE digest_state SET ${lostBatches} = ${lostBatches} + 1 WHERE project_id = $1
           RETURNING ${lostBatches} - 1 AS lost, ${lostError} AS error`,
    values: [projectId],
  })
  return rows[0] ?? { lost: 0, error: null }
}

export async function endBatch(tx: Tx, projectId: string, table: JobTable): Promise<void> {
  const { lostBatches, lostError } = JOB_TABLES[table]
  await tx.query({
    name: `end-batch-of-${table}`,
    text: `UPDATE digest_state SET ${lostBatches} = 0, ${lostError} = NULL WHERE project_id = $1`,
    values: [projectId],
  })
}

/** Kept for whoever asks why an observation or an answer was set aside. */
export async function noteLostBatch(
  tx: Tx,
  projectId: string,
  table: JobTable,
  error: string,
): Promise<void> {
  await tx.query(`UPDATE digest_state SET ${JOB_TABLES[table].lostError} = $2 WHERE project_id = $1`, [
    projectId,
    error,
  ])
}
