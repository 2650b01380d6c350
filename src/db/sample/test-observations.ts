// Statements on test observations, which lie apart from all that users said.
import type { Observation } from '../../contract/observations/observations.ts'
import { SOME } from '../page.ts'
import type { Tx } from '../pool.ts'

export type TestFinding = { language: string; kind: string; tag_ids: string[] }

export async function insertTestObservation(
  tx: Tx,
  projectId: string,
  observation: Observation,
  at: Date,
): Promise<void> {
  await tx.query(
    'INSERT INTO test_observation (project_id, id, observation, created_at) VALUES ($1, $2, $3, $4)',
    [projectId, observation.id, observation, at],
  )
}

export async function selectOpenTest(tx: Tx, projectId: string): Promise<Observation | undefined> {
  const { rows } = await tx.query<{ observation: Observation }>({
    name: 'select-open-test',
    text: `SELECT observation FROM test_observation WHERE project_id = $1 AND digested_at IS NULL
           ORDER BY created_at LIMIT 1`,
    values: [projectId],
  })
  return rows[0]?.observation
}

export async function answerTest(
  tx: Tx,
  projectId: string,
  id: string,
  found: { finding: TestFinding } | { error: string },
  at: Date,
): Promise<void> {
  const { finding, error } = { finding: null, error: null, ...found }
  await tx.query(
    'UPDATE test_observation SET digested_at = $3, finding = $4, error = $5 WHERE project_id = $1 AND id = $2',
    [projectId, id, at, finding, error],
  )
}

export type TestObservationRow = {
  observation: Observation
  digested_at: Date | null
  error: string | null
  language: string | null
  kind: string | null
  tags: { id: string; label: string; config: object; placed_by: 'machine' }[]
}

export async function selectTestObservation(
  tx: Tx,
  projectId: string,
  id: string,
): Promise<TestObservationRow | undefined> {
  const { rows } = await tx.query<TestObservationRow>(
    `SELECT observation, digested_at, error, finding ->> 'language' AS language, finding ->> 'kind' AS kind,
       (SELECT coalesce(json_agg(json_build_object('id', t.id, 'label', t.label, 'config', t.config,
               'placed_by', 'machine') ORDER BY t.label), '[]')
        FROM tag t WHERE t.project_id = $1 AND finding -> 'tag_ids' ? t.id::text) AS tags
     FROM test_observation WHERE project_id = $1 AND id = $2`,
    [projectId, id],
  )
  return rows[0]
}

export async function countTestObservations(tx: Tx, projectId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM test_observation WHERE project_id = $1',
    [projectId],
  )
  return rows[0]?.count ?? 0
}

/** How many they were. */
export async function deleteTestObservations(tx: Tx, projectId: string): Promise<number> {
  const { rowCount } = await tx.query('DELETE FROM test_observation WHERE project_id = $1', [projectId])
  return rowCount ?? 0
}

export async function deleteTestObservationsBefore(tx: Tx, before: Date): Promise<number> {
  const { rowCount } = await tx.query(
    `DELETE FROM test_observation WHERE ctid = ANY(ARRAY(SELECT ctid FROM test_observation WHERE created_at < $1 ${SOME}))`,
    [before],
  )
  return rowCount ?? 0
}
