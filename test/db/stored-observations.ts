// Many observations that can be searched, stored by one statement: what differs between them is told in SQL, by their number `n`.
import type { TestService } from '../service.ts'

type Columns = {
  description: string
  user_id?: string
  source?: string
  sentiment?: string
  observed_at?: string
}

/** The id of the one with this number. */
export const idOf = (n: number): string =>
  n
    .toString()
    .padStart(32, '0')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

/** In the order of their numbers; `today` is the last midnight. */
export async function storeObservations(
  { db, projectId }: TestService,
  count: number,
  {
    description,
    user_id = "'u'",
    source = "'rest'",
    sentiment = "'neutral'",
    observed_at = 'now()',
  }: Columns,
): Promise<void> {
  await db.query(
    `WITH stored AS (
       INSERT INTO observation (project_id, id, user_id, interaction_id, source, title, description, user_sentiment,
         observed_at, created_at)
       SELECT $1, lpad(n::text, 32, '0')::uuid, ${user_id}, 'i', ${source}, 'Title', ${description}, ${sentiment},
         ${observed_at}, now()
       FROM generate_series(1, ${count}) AS n, date_trunc('day', now(), 'UTC') AS today
       RETURNING project_id, id, description)
     INSERT INTO observation_search (project_id, observation_id, document)
     SELECT project_id, id, to_tsvector('simple', description) FROM stored`,
    [projectId],
  )
  await db.query('ANALYZE observation, observation_search')
}
