// Statements on sample projects: which one a team has, and how far its month is.
import type { Tx } from '../pool.ts'

/** The sample project of a project, or itself when it is one. */
export async function selectSampleProject(tx: Tx, projectId: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>(
    `SELECT id FROM project WHERE deleted_at IS NULL
       AND (sample_of = $1 OR (id = $1 AND sample_of IS NOT NULL))`,
    [projectId],
  )
  return rows[0]?.id
}

export type SampleCounts = {
  observations: number
  tags: number
  studies: number
  answers: number
  complete: boolean
}

export async function countSample(tx: Tx, projectId: string): Promise<SampleCounts> {
  const count = (table: string) => `(SELECT count(*)::int FROM ${table} WHERE project_id = $1)`
  const { rows } = await tx.query<SampleCounts>(
    `SELECT ${count('observation')} AS observations, ${count('tag')} AS tags, ${count('study')} AS studies,
       ${count('answer')} AS answers,
       NOT EXISTS (SELECT FROM sample_month WHERE project_id = $1 AND continued_at IS NULL) AS complete`,
    [projectId],
  )
  return rows[0] as SampleCounts
}

/** False when the project has a month of sample data already. */
export async function insertSampleMonth(tx: Tx, projectId: string, filledAt: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    'INSERT INTO sample_month (project_id, filled_at) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [projectId, filledAt],
  )
  return rowCount === 1
}

/** Projects whose observations are all digested, while the story has not gone on yet. */
export async function selectDigestedMonths(tx: Tx, limit: number): Promise<string[]> {
  const { rows } = await tx.query<{ project_id: string }>(
    `SELECT m.project_id FROM sample_month m JOIN project p ON p.id = m.project_id AND p.deleted_at IS NULL
     WHERE m.continued_at IS NULL AND NOT EXISTS (
       SELECT FROM digest_job j WHERE j.project_id = m.project_id AND j.failed_at IS NULL)
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

/** The issues that hold mostly observations of these titles. */
export async function selectIssuesOfSample(tx: Tx, projectId: string, titles: string[]): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `SELECT i.id FROM observation o
     JOIN issue_observation m ON m.project_id = o.project_id AND m.observation_id = o.id
     JOIN issue i ON i.project_id = m.project_id AND i.id = m.issue_id
     WHERE o.project_id = $1 AND o.title = ANY($2::text[])
     GROUP BY i.id, i.observation_count HAVING count(*) * 2 > i.observation_count`,
    [projectId, titles],
  )
  return rows.map((row) => row.id)
}

/** Jobs of observations of the past are due from now on: the digest is not behind by a month. */
export async function postponeSampleJobs(tx: Tx, projectId: string, at: Date): Promise<void> {
  await tx.query('UPDATE digest_job SET due_at = $2 WHERE project_id = $1 AND due_at < $2', [projectId, at])
}
