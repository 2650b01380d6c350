// How many observations carry each tag, by day and by issue. Every statement that changes which observations carry
// tags, or which issue they are in, updates these counters in its transaction, under the project's digest lock.
// Counters of deleted tags and issues go by their foreign keys.
import type { Tx } from '../pool.ts'

/** What is about to change: all tags of these observations, or one of them. */
type Carried = { observationIds: string[]; tagId?: string | null }

/** Call it before the change with -1 and after the change with 1. */
export async function countTags(
  tx: Tx,
  projectId: string,
  by: 1 | -1,
  { observationIds, tagId = null }: Carried,
): Promise<void> {
  await tx.query({
    name: 'count-tags',
    text: counted(
      '$2::int',
      'AND t.observation_id = ANY($3::uuid[]) AND ($4::uuid IS NULL OR t.tag_id = $4)',
    ),
    values: [projectId, by, observationIds, tagId],
  })
}

/** For a project that was imported without counters. */
export async function countAllTags(tx: Tx, projectId: string): Promise<void> {
  await tx.query(counted('1', ''), [projectId])
}

/** Looks up issues one by one: a join planned before there were statistics reads the whole project for each tag. */
const counted = (by: string, of: string): string => `
  WITH carried AS (
    SELECT t.tag_id, t.day, (
      SELECT issue_id FROM issue_observation m WHERE m.project_id = $1 AND m.observation_id = t.observation_id) AS issue_id
    FROM observation_tag t WHERE t.project_id = $1 AND t.holds ${of}),
  days AS (
    INSERT INTO tag_day AS total (project_id, tag_id, day, count)
    SELECT $1::uuid, tag_id, day, ${by} * count(*) FROM carried GROUP BY tag_id, day
    ON CONFLICT (project_id, tag_id, day) DO UPDATE SET count = total.count + excluded.count)
  INSERT INTO issue_tag AS total (project_id, issue_id, tag_id, count)
  SELECT $1::uuid, issue_id, tag_id, ${by} * count(*) FROM carried WHERE issue_id IS NOT NULL GROUP BY issue_id, tag_id
  ON CONFLICT (project_id, issue_id, tag_id) DO UPDATE SET count = total.count + excluded.count`

/** For an issue merged into another. The cost depends on its tags and not on its members. */
export async function foldIssueTags(tx: Tx, projectId: string, from: string, into: string): Promise<void> {
  await tx.query({
    name: 'fold-issue-tags',
    text: `WITH gone AS (
             DELETE FROM issue_tag WHERE project_id = $1 AND issue_id = $2 RETURNING tag_id, count)
           INSERT INTO issue_tag AS total (project_id, issue_id, tag_id, count)
           SELECT $1::uuid, $3::uuid, tag_id, count FROM gone
           ON CONFLICT (project_id, issue_id, tag_id) DO UPDATE SET count = total.count + excluded.count`,
    values: [projectId, from, into],
  })
}
