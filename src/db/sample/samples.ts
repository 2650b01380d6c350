// Statements on sample data: what is marked as sample, and how far a project's month of it is.
import type { Tx } from '../pool.ts'

export type SampleFacts = {
  observations: number
  test_observations: number
  tags: number
  studies: number
  complete: boolean
}

/** Counts only what is marked, which an index finds. */
export async function selectSampleFacts(tx: Tx, projectId: string, tester: string): Promise<SampleFacts> {
  const { rows } = await tx.query<SampleFacts>({
    name: 'select-sample-facts',
    text: `SELECT count(*) FILTER (WHERE user_id <> $2)::int AS observations,
             count(*) FILTER (WHERE user_id = $2)::int AS test_observations,
             (SELECT count(*)::int FROM tag WHERE project_id = $1 AND sample) AS tags,
             (SELECT count(*)::int FROM study WHERE project_id = $1 AND sample) AS studies,
             NOT EXISTS (SELECT FROM sample_month WHERE project_id = $1 AND continued_at IS NULL) AS complete
           FROM observation WHERE project_id = $1 AND sample`,
    values: [projectId, tester],
  })
  return rows[0] as SampleFacts
}

export type SampleTable = 'observation' | 'tag' | 'study'

export async function markSample(
  tx: Tx,
  projectId: string,
  table: SampleTable,
  ids: string[],
): Promise<void> {
  await tx.query(`UPDATE ${table} SET sample = true WHERE project_id = $1 AND id = ANY($2::uuid[])`, [
    projectId,
    ids,
  ])
}

export async function markSampleGuideline(tx: Tx, projectId: string, version: number): Promise<void> {
  await tx.query('UPDATE guideline SET sample = true WHERE project_id = $1 AND version = $2', [
    projectId,
    version,
  ])
}

/** False when the project has a month of sample data already. */
export async function insertSampleMonth(tx: Tx, projectId: string, filledAt: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    'INSERT INTO sample_month (project_id, filled_at) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [projectId, filledAt],
  )
  return rowCount === 1
}

/** Projects whose sample observations are all digested, while the story has not gone on yet. */
export async function selectDigestedMonths(tx: Tx, limit: number): Promise<string[]> {
  const { rows } = await tx.query<{ project_id: string }>(
    `SELECT m.project_id FROM sample_month m JOIN project p ON p.id = m.project_id AND p.deleted_at IS NULL
     WHERE m.continued_at IS NULL AND NOT EXISTS (
       SELECT FROM observation o JOIN digest_job j ON j.project_id = o.project_id AND j.observation_id = o.id
       WHERE o.project_id = m.project_id AND o.sample AND j.failed_at IS NULL)
     LIMIT $1`,
    [limit],
  )
  return rows.map((row) => row.project_id)
}

/** When it was filled; undefined when the story has gone on, or another process is just at it. */
export async function lockSampleMonth(tx: Tx, projectId: string): Promise<Date | undefined> {
  const { rows } = await tx.query<{ filled_at: Date }>(
    `SELECT filled_at FROM sample_month WHERE project_id = $1 AND continued_at IS NULL FOR UPDATE SKIP LOCKED`,
    [projectId],
  )
  return rows[0]?.filled_at
}

export async function markContinued(tx: Tx, projectId: string, at: Date): Promise<void> {
  await tx.query('UPDATE sample_month SET continued_at = $2 WHERE project_id = $1 AND continued_at IS NULL', [
    projectId,
    at,
  ])
}

export async function selectSampleObservations(tx: Tx, projectId: string, limit: number): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    'SELECT id FROM observation WHERE project_id = $1 AND sample ORDER BY id LIMIT $2',
    [projectId, limit],
  )
  return rows.map((row) => row.id)
}

/** Only what is marked is looked through, however much else the project holds. */
export async function selectTestObservations(
  tx: Tx,
  projectId: string,
  tester: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    'SELECT id FROM observation WHERE project_id = $1 AND sample AND user_id = $2 ORDER BY id LIMIT $3',
    [projectId, tester, limit],
  )
  return rows.map((row) => row.id)
}

/** Everything marked but the observations, which have counters to be kept. */
export async function deleteSampleSettings(tx: Tx, projectId: string): Promise<void> {
  for (const table of ['tag', 'study', 'guideline'])
    await tx.query(`DELETE FROM ${table} WHERE project_id = $1 AND sample`, [projectId])
  await tx.query('DELETE FROM sample_month WHERE project_id = $1', [projectId])
}

/** The issues that hold mostly sample observations of these titles. */
export async function selectIssuesOfSample(tx: Tx, projectId: string, titles: string[]): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `SELECT i.id FROM observation o
     JOIN issue_observation m ON m.project_id = o.project_id AND m.observation_id = o.id
     JOIN issue i ON i.project_id = m.project_id AND i.id = m.issue_id
     WHERE o.project_id = $1 AND o.sample AND o.title = ANY($2::text[])
     GROUP BY i.id, i.observation_count HAVING count(*) * 2 > i.observation_count`,
    [projectId, titles],
  )
  return rows.map((row) => row.id)
}

/** Jobs of observations of the past are due from now on: the digest is not behind by a month. */
export async function postponeSampleJobs(tx: Tx, projectId: string, at: Date): Promise<void> {
  await tx.query(
    `UPDATE digest_job SET due_at = $2 FROM observation o
     WHERE digest_job.project_id = $1 AND o.project_id = $1 AND o.id = digest_job.observation_id AND o.sample
       AND digest_job.due_at < $2`,
    [projectId, at],
  )
}
