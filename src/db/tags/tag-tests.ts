// Statements on tag tests (the table tag_trial): questions that a caller puts to the digest and waits for.
import type { TagReason } from '../../contract/labels.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { TagConfig } from '../../contract/tags/tags.ts'
import type { Tx } from '../pool.ts'

export type TagTrialRow = { id: string; tag_id: string | null; label: string; config: TagConfig }

/** Whether and why an observation would carry the tag that is tested. */
export type TrialVerdict = {
  observation_id: string
  by: TagReason
  score: number
  phrase: string | null
}

export type TrialFinding = {
  looked_at: number
  matched: number
  excluded: number
  threshold: number
  matches: TrialVerdict[]
  near_misses: TrialVerdict[]
}

export async function insertTrial(tx: Tx, projectId: string, trial: TagTrialRow, at: Date): Promise<void> {
  await tx.query(
    'INSERT INTO tag_trial (project_id, id, tag_id, label, config, asked_at) VALUES ($1, $2, $3, $4, $5, $6)',
    [projectId, trial.id, trial.tag_id, trial.label, trial.config, at],
  )
}

/** Somebody still waits for it at the time that the parameter holds. */
export const isAwaited = (now: string): string =>
  `answered_at IS NULL AND asked_at > ${now}::timestamptz - interval '${LIMITS.tagTrialSeconds} seconds'`

export async function selectOpenTrial(
  tx: Tx,
  projectId: string,
  now: Date,
): Promise<TagTrialRow | undefined> {
  const { rows } = await tx.query<TagTrialRow>({
    name: 'select-open-trial',
    text: `SELECT id, tag_id, label, config FROM tag_trial
           WHERE project_id = $1 AND ${isAwaited('$2')} ORDER BY asked_at LIMIT 1`,
    values: [projectId, now],
  })
  return rows[0]
}

export async function answerTrial(
  tx: Tx,
  projectId: string,
  id: string,
  finding: TrialFinding | null,
  at: Date,
): Promise<void> {
  await tx.query('UPDATE tag_trial SET answered_at = $3, finding = $4 WHERE project_id = $1 AND id = $2', [
    projectId,
    id,
    at,
    finding,
  ])
}

export type TrialAnswer = { answered_at: Date | null; finding: TrialFinding | null }

export async function selectTrialAnswer(tx: Tx, projectId: string, id: string): Promise<TrialAnswer> {
  const { rows } = await tx.query<TrialAnswer>({
    name: 'select-trial-answer',
    text: 'SELECT answered_at, finding FROM tag_trial WHERE project_id = $1 AND id = $2',
    values: [projectId, id],
  })
  return rows[0] ?? { answered_at: null, finding: null }
}

export async function deleteTrial(tx: Tx, projectId: string, id: string): Promise<void> {
  await tx.query('DELETE FROM tag_trial WHERE project_id = $1 AND id = $2', [projectId, id])
}

/** Left behind by processes that were ended while they waited. */
export async function deleteTrialsBefore(tx: Tx, before: Date): Promise<void> {
  await tx.query('DELETE FROM tag_trial WHERE asked_at < $1', [before])
}
