// What must add up in the database at every moment, whatever was killed: jobs, memberships and each counter.
import type pg from 'pg'
import { until } from '../../scripts/program.ts'
import type { ReadOnly } from './scene.ts'

const MEMBER = `(SELECT m.issue_id, o.* FROM issue_observation m
  JOIN observation o ON o.project_id = m.project_id AND o.id = m.observation_id) AS member`
const DAY = `(observed_at AT TIME ZONE 'UTC')::date`
const SENTIMENT_COUNTS = ['very negative', 'negative', 'neutral', 'positive', 'very positive']
  .map((sentiment) => `count(*) FILTER (WHERE user_sentiment = '${sentiment}')::int`)
  .join(', ')

/** Rows that are in one of the two tables only: stored counters against counters made from the memberships. */
const differing = (stored: string, counted: string): string =>
  `((${stored}) EXCEPT (${counted})) UNION ALL ((${counted}) EXCEPT (${stored}))`

/** Each finds the rows that are wrong. */
const FAULTS: Record<string, string> = {
  'an observation is waiting or digested, never both, never neither': `
    SELECT o.id, j.observation_id AS job, m.observation_id AS membership, d.observation_id AS digest,
      s.observation_id AS search, j.error
    FROM observation o
    LEFT JOIN digest_job j ON j.project_id = o.project_id AND j.observation_id = o.id
    LEFT JOIN issue_observation m ON m.project_id = o.project_id AND m.observation_id = o.id
    LEFT JOIN observation_digest d ON d.project_id = o.project_id AND d.observation_id = o.id
    LEFT JOIN observation_search s ON s.project_id = o.project_id AND s.observation_id = o.id
    WHERE num_nonnulls(j.observation_id, m.observation_id) <> 1
       OR num_nonnulls(m.observation_id, d.observation_id, s.observation_id) NOT IN (0, 3)`,
  'no job was blamed for a kill': `SELECT observation_id, attempts, error FROM digest_job WHERE attempts > 0
    UNION ALL SELECT answer_id, attempts, error FROM answer_job WHERE attempts > 0`,
  'issues count their members': differing(
    `SELECT id, observation_count, user_count, sentiment_counts, first_seen, last_seen FROM issue
     WHERE merged_into IS NULL`,
    `SELECT issue_id, count(*)::int, count(DISTINCT user_id)::int, ARRAY[${SENTIMENT_COUNTS}], min(observed_at), max(observed_at)
     FROM ${MEMBER} GROUP BY issue_id`,
  ),
  'a merged issue is empty': 'SELECT id FROM issue WHERE merged_into IS NOT NULL AND observation_count <> 0',
  'a membership is in an issue that stands': `
    SELECT m.observation_id, m.issue_id FROM issue_observation m
    JOIN issue i ON i.project_id = m.project_id AND i.id = m.issue_id WHERE i.merged_into IS NOT NULL`,
  'what was digested can be found by its text and compared by its vector': `
    SELECT observation_id FROM observation_digest WHERE text_hash IS NULL OR meaning IS NULL`,
  'the same text is in one issue': `
    SELECT d.text_hash FROM observation_digest d
    JOIN issue_observation m ON m.project_id = d.project_id AND m.observation_id = d.observation_id
    GROUP BY d.project_id, d.text_hash HAVING count(DISTINCT m.issue_id) > 1`,
  issue_user: differing(
    'SELECT issue_id, user_id, count FROM issue_user',
    `SELECT issue_id, user_id, count(*)::int FROM ${MEMBER} GROUP BY 1, 2`,
  ),
  issue_day: differing(
    'SELECT issue_id, day, count FROM issue_day',
    `SELECT issue_id, ${DAY}, count(*)::int FROM ${MEMBER} GROUP BY 1, 2`,
  ),
  project_day: differing(
    'SELECT day, user_sentiment, count FROM project_day',
    `SELECT ${DAY}, user_sentiment, count(*)::int FROM ${MEMBER} GROUP BY 1, 2`,
  ),
  project_user: differing(
    'SELECT user_id, observation_count, first_seen, last_seen FROM project_user',
    `SELECT user_id, count(*)::int, min(observed_at), max(observed_at) FROM ${MEMBER} GROUP BY 1`,
  ),
  // Grows with every digest of an observation, so that one digested twice would show.
  'every digest was counted once': differing(
    'SELECT digested_count::int, user_count FROM digest_state',
    `SELECT count(*)::int, count(DISTINCT user_id)::int FROM ${MEMBER}`,
  ),
}

export type Books = {
  observations: number
  waiting: number
  digested: number
  wrong: Record<string, unknown[]>
}

/** Reads everything as of one moment. */
export async function readBooks(tx: pg.PoolClient): Promise<Books> {
  const wrong: Record<string, unknown[]> = {}
  for (const [rule, sql] of Object.entries(FAULTS)) {
    const { rows } = await tx.query(sql)
    if (rows.length > 0) wrong[rule] = rows.slice(0, 5)
  }
  const { rows } = await tx.query(
    `SELECT (SELECT count(*)::int FROM observation) AS observations, (SELECT count(*)::int FROM digest_job) AS waiting,
       (SELECT count(*)::int FROM issue_observation) AS digested`,
  )
  return { ...rows[0], wrong }
}

export const digestedSoFar = async (tx: pg.PoolClient): Promise<number> =>
  (await tx.query('SELECT coalesce(sum(digested_count), 0)::int AS count FROM digest_state')).rows[0].count

/** Jobs, and issues that are still to be compared with their neighbors. */
const waiting = async (tx: pg.PoolClient): Promise<number> =>
  (
    await tx.query(`SELECT (SELECT count(*) FROM digest_job)::int + (SELECT count(*) FROM answer_job)::int
       + (SELECT count(*) FROM issue WHERE unsettled AND merged_into IS NULL)::int AS count`)
  ).rows[0].count

/** Patient for as long as the digest makes progress. */
export async function allDigested(
  database: Pick<ReadOnly, 'atOneMoment'>,
  what: () => string,
): Promise<void> {
  for (let left = await database.atOneMoment(waiting), now = left; now > 0; left = now)
    await until(async () => {
      now = await database.atOneMoment(waiting)
      return now < left
    }, what)
}

export const storedIds = async (tx: pg.PoolClient): Promise<string[]> =>
  (await tx.query('SELECT id FROM observation ORDER BY id')).rows.map(({ id }) => id)
