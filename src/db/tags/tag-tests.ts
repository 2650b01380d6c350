// Statements on tag tests (the table tag_trial): requests that a caller leaves for the digest and waits for.
import type { TagReason } from '../../contract/labels.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { TagConfig } from '../../contract/tags/tags.ts'
import { SOME } from '../page.ts'
import type { Tx } from '../pool.ts'

export type TagTestRow = { id: string; tag_id: string | null; label: string; config: TagConfig }

/** Whether and why an observation would carry the tested tag. */
export type TestedObservation = {
  observation_id: string
  by: TagReason
  score: number
  phrase: string | null
}

export type TagTestFinding = {
  looked_at: number
  matched: number
  excluded: number
  threshold: number
  matches: TestedObservation[]
  near_misses: TestedObservation[]
}

export async function insertTagTest(tx: Tx, projectId: string, test: TagTestRow, at: Date): Promise<void> {
  await tx.query(
    'INSERT INTO tag_trial (project_id, id, tag_id, label, config, asked_at) VALUES ($1, $2, $3, $4, $5, $6)',
    [projectId, test.id, test.tag_id, test.label, test.config, at],
  )
}

/** True while a caller still waits at the given time. */
export const isAwaited = (now: string): string =>
  `answered_at IS NULL AND asked_at > ${now}::timestamptz - interval '${LIMITS.tagTestSeconds} seconds'`

export async function selectOpenTagTest(
  tx: Tx,
  projectId: string,
  now: Date,
): Promise<TagTestRow | undefined> {
  const { rows } = await tx.query<TagTestRow>({
    name: 'select-open-tag-test',
    text: `SELECT id, tag_id, label, config FROM tag_trial
           WHERE project_id = $1 AND ${isAwaited('$2')} ORDER BY asked_at LIMIT 1`,
    values: [projectId, now],
  })
  return rows[0]
}

export async function answerTagTest(
  tx: Tx,
  projectId: string,
  id: string,
  finding: TagTestFinding | null,
  at: Date,
): Promise<void> {
  await tx.query('UPDATE tag_trial SET answered_at = $3, finding = $4 WHERE project_id = $1 AND id = $2', [
    projectId,
    id,
    at,
    finding,
  ])
}

export type TagTestAnswer = { answered_at: Date | null; finding: TagTestFinding | null }

export async function selectTagTestAnswer(tx: Tx, projectId: string, id: string): Promise<TagTestAnswer> {
  const { rows } = await tx.query<TagTestAnswer>({
    name: 'select-tag-test-answer',
    text: 'SELECT answered_at, finding FROM tag_trial WHERE project_id = $1 AND id = $2',
    values: [projectId, id],
  })
  return rows[0] ?? { answered_at: null, finding: null }
}

export async function deleteTagTest(tx: Tx, projectId: string, id: string): Promise<void> {
  await tx.query('DELETE FROM tag_trial WHERE project_id = $1 AND id = $2', [projectId, id])
}

/** Left behind by processes that ended while they waited. */
export async function deleteTagTestsBefore(tx: Tx, before: Date): Promise<number> {
  const { rowCount } = await tx.query(
    `DELETE FROM tag_trial WHERE ctid = ANY(ARRAY(SELECT ctid FROM tag_trial WHERE asked_at < $1 ${SOME}))`,
    [before],
  )
  return rowCount ?? 0
}
