// Statements on searches by meaning: texts that a caller leaves for the digest, and waits for the closest matches.
import { SOME } from '../page.ts'
import type { Tx } from '../pool.ts'
import { isAwaited } from '../tags/tag-tests.ts'

export type MeaningSearchRow = { id: string; sought: string }

/** Similarity from 0 to 1, on the scale used for issues. */
export type Near = { id: string; likeness: number }

/** The closest first. */
export type MeaningFinding = { observations: Near[]; issues: Near[] }

export async function insertMeaningSearch(
  tx: Tx,
  projectId: string,
  search: MeaningSearchRow,
  at: Date,
): Promise<void> {
  await tx.query('INSERT INTO meaning_search (project_id, id, sought, asked_at) VALUES ($1, $2, $3, $4)', [
    projectId,
    search.id,
    search.sought,
    at,
  ])
}

export async function selectOpenMeaningSearch(
  tx: Tx,
  projectId: string,
  now: Date,
): Promise<MeaningSearchRow | undefined> {
  const { rows } = await tx.query<MeaningSearchRow>({
    name: 'select-open-meaning-search',
    text: `SELECT id, sought FROM meaning_search
           WHERE project_id = $1 AND ${isAwaited('$2')} ORDER BY asked_at LIMIT 1`,
    values: [projectId, now],
  })
  return rows[0]
}

/** Without a finding: the digest could not search. */
export async function answerMeaningSearch(
  tx: Tx,
  projectId: string,
  id: string,
  finding: MeaningFinding | null,
  at: Date,
): Promise<void> {
  await tx.query(
    'UPDATE meaning_search SET answered_at = $3, finding = $4 WHERE project_id = $1 AND id = $2',
    [projectId, id, at, finding],
  )
}

export type MeaningAnswer = { answered_at: Date | null; finding: MeaningFinding | null }

export async function selectMeaningAnswer(tx: Tx, projectId: string, id: string): Promise<MeaningAnswer> {
  const { rows } = await tx.query<MeaningAnswer>({
    name: 'select-meaning-answer',
    text: 'SELECT answered_at, finding FROM meaning_search WHERE project_id = $1 AND id = $2',
    values: [projectId, id],
  })
  return rows[0] ?? { answered_at: null, finding: null }
}

export async function deleteMeaningSearch(tx: Tx, projectId: string, id: string): Promise<void> {
  await tx.query('DELETE FROM meaning_search WHERE project_id = $1 AND id = $2', [projectId, id])
}

/** Left behind by processes that ended while they waited. */
export async function deleteMeaningSearchesBefore(tx: Tx, before: Date): Promise<number> {
  const { rowCount } = await tx.query(
    `DELETE FROM meaning_search WHERE ctid = ANY(ARRAY(SELECT ctid FROM meaning_search WHERE asked_at < $1 ${SOME}))`,
    [before],
  )
  return rowCount ?? 0
}
