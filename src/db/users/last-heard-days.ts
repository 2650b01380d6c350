// Counts how many users were last heard from on each day, so that users since a day are counted from few rows.
import type { Tx } from '../pool.ts'

/**
 * Run under the project's digest lock around every change of users: once before it to subtract them by their day (-1),
 * and once after it to add them (1).
 */
export async function countLastHeard(
  tx: Tx,
  projectId: string,
  by: 1 | -1,
  userIds: string[],
): Promise<void> {
  await tx.query({
    name: 'count-last-heard',
    text: `INSERT INTO last_heard_day AS total (project_id, day, count)
           SELECT $1, (last_seen AT TIME ZONE 'UTC')::date, $2::int * count(*) FROM project_user
           WHERE project_id = $1 AND user_id = ANY($3::text[]) GROUP BY 2
           ON CONFLICT (project_id, day) DO UPDATE SET count = total.count + excluded.count`,
    values: [projectId, by, userIds],
  })
}
