// How many observations carry a tag: by day, and by issue. Every statement that changes which observations carry tags, or which issue
// they are in, counts here in its transaction, under the project's digest lock. What a deleted tag or issue had goes by its foreign keys.
import type { Tx } from '../pool.ts'

/** What is about to change: all that these observations carry, or one tag of theirs. */
type Carried = { observationIds: string[]; tagId?: string | null }

/** Around whatever changes it: taken out as it was before (-1), and counted as it is afterwards (1). */
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

/** Of a project that came without them. */
export async function countAllTags(tx: Tx, projectId: string): Promise<void> {
  await tx.query(counted('1', ''), [projectId])
}

/** Issues are looked up one by one: a join that was planned before there were statistics read the whole project for each tag. */
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

/** Of an issue that all members leave for another: costs as much as it has tags, however many members they are on. */
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
