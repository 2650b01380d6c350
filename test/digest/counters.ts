// Everything that is counted as observations come in, against what counting the observations themselves says.
import { expect } from 'vitest'
import { SENTIMENTS } from '../../src/contract/labels.ts'
import type { Database } from '../../src/db/pool.ts'
import { ANY_THEME, NO_THEME } from '../../src/db/research/answer-days.ts'

const DAY = "to_char((o.observed_at AT TIME ZONE 'UTC')::date, 'YYYY-MM-DD')"
const SENTIMENT_COUNTS = SENTIMENTS.map(
  (label) => `count(o.id) FILTER (WHERE o.user_sentiment = '${label}')::int`,
)
const MEMBERS = `issue_observation m JOIN observation o ON o.project_id = m.project_id AND o.id = m.observation_id
  WHERE m.project_id = $1`
const DIGESTED = `observation_digest d JOIN observation o ON o.project_id = d.project_id AND o.id = d.observation_id
  WHERE d.project_id = $1`
const POSTED = "to_char((a.posted_at AT TIME ZONE 'UTC')::date, 'YYYY-MM-DD')"
const READ_ANSWERS = `answer_digest d JOIN answer a USING (project_id, study_id)
  WHERE project_id = $1 AND a.id = d.answer_id`

/** What is kept, and the same counted anew. */
const COUNTERS: Record<string, [kept: string, counted: string]> = {
  issues: [
    `SELECT id, observation_count, user_count, sentiment_counts, first_seen, last_seen
     FROM issue WHERE project_id = $1 ORDER BY id`,
    `SELECT i.id, count(o.id)::int AS observation_count, count(DISTINCT o.user_id)::int AS user_count,
       ARRAY[${SENTIMENT_COUNTS}] AS sentiment_counts, min(o.observed_at) AS first_seen, max(o.observed_at) AS last_seen
     FROM issue i LEFT JOIN issue_observation m ON m.project_id = i.project_id AND m.issue_id = i.id
     LEFT JOIN observation o ON o.project_id = m.project_id AND o.id = m.observation_id
     WHERE i.project_id = $1 GROUP BY i.id ORDER BY i.id`,
  ],
  'days of issues': [
    `SELECT issue_id, to_char(day, 'YYYY-MM-DD') AS day, count, sentiment_counts FROM issue_day
     WHERE project_id = $1 ORDER BY 1, 2`,
    `SELECT m.issue_id, ${DAY} AS day, count(*)::int, ARRAY[${SENTIMENT_COUNTS}] AS sentiment_counts FROM ${MEMBERS}
     GROUP BY 1, 2 ORDER BY 1, 2`,
  ],
  'users of issues': [
    'SELECT issue_id, user_id, count FROM issue_user WHERE project_id = $1 ORDER BY 1, 2',
    `SELECT m.issue_id, o.user_id, count(*)::int FROM ${MEMBERS} GROUP BY 1, 2 ORDER BY 1, 2`,
  ],
  'days of the project': [
    `SELECT to_char(day, 'YYYY-MM-DD') AS day, user_sentiment, count FROM project_day
     WHERE project_id = $1 ORDER BY 1, 2`,
    `SELECT ${DAY} AS day, o.user_sentiment, count(*)::int FROM ${DIGESTED} GROUP BY 1, 2 ORDER BY 1, 2`,
  ],
  'users of the project': [
    `SELECT user_id, observation_count, first_seen, last_seen FROM project_user WHERE project_id = $1 ORDER BY 1`,
    `SELECT o.user_id, count(*)::int AS observation_count, min(o.observed_at) AS first_seen,
       max(o.observed_at) AS last_seen FROM ${DIGESTED} GROUP BY 1 ORDER BY 1`,
  ],
  'users by the day they were last heard from': [
    `SELECT to_char(day, 'YYYY-MM-DD') AS day, count FROM last_heard_day WHERE project_id = $1 AND count <> 0 ORDER BY 1`,
    `SELECT to_char((last_seen AT TIME ZONE 'UTC')::date, 'YYYY-MM-DD') AS day, count(*)::int FROM project_user
     WHERE project_id = $1 GROUP BY 1 ORDER BY 1`,
  ],
  'the number of users': [
    'SELECT user_count FROM digest_state WHERE project_id = $1',
    `SELECT count(DISTINCT o.user_id)::int AS user_count FROM ${DIGESTED}`,
  ],
  'days of tags': [
    `SELECT tag_id, to_char(day, 'YYYY-MM-DD') AS day, count FROM tag_day
     WHERE project_id = $1 AND count <> 0 ORDER BY 1, 2`,
    `SELECT t.tag_id, ${DAY} AS day, count(*)::int FROM observation_tag t
     JOIN observation o ON o.project_id = t.project_id AND o.id = t.observation_id
     WHERE t.project_id = $1 AND t.holds GROUP BY 1, 2 ORDER BY 1, 2`,
  ],
  'tags of issues': [
    'SELECT issue_id, tag_id, count FROM issue_tag WHERE project_id = $1 AND count <> 0 ORDER BY 1, 2',
    `SELECT m.issue_id, t.tag_id, count(*)::int FROM observation_tag t
     JOIN issue_observation m ON m.project_id = t.project_id AND m.observation_id = t.observation_id
     WHERE t.project_id = $1 AND t.holds GROUP BY 1, 2 ORDER BY 1, 2`,
  ],
  'days of answers': [
    `SELECT study_id, to_char(day, 'YYYY-MM-DD') AS day, count FROM answer_day
     WHERE project_id = $1 AND count <> 0 ORDER BY 1, 2`,
    `SELECT study_id, ${POSTED} AS day, count(*)::int FROM answer a WHERE project_id = $1 GROUP BY 1, 2 ORDER BY 1, 2`,
  ],
  'days of themes': [
    `SELECT study_id, theme_id, sentiment, to_char(day, 'YYYY-MM-DD') AS day, count FROM theme_day
     WHERE project_id = $1 AND day > '-infinity' AND theme_id <> '${ANY_THEME}' AND count <> 0 ORDER BY 1, 2, 3, 4`,
    `SELECT study_id, coalesce(theme_id, '${NO_THEME}') AS theme_id, coalesce(sentiment, '') AS sentiment, ${POSTED} AS day,
       count(*)::int FROM ${READ_ANSWERS} GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
  ],
  'days of all themes': [
    `SELECT study_id, sentiment, to_char(day, 'YYYY-MM-DD') AS day, count FROM theme_day
     WHERE project_id = $1 AND day > '-infinity' AND theme_id = '${ANY_THEME}' AND count <> 0 ORDER BY 1, 2, 3`,
    `SELECT study_id, coalesce(sentiment, '') AS sentiment, ${POSTED} AS day, count(*)::int FROM ${READ_ANSWERS}
     GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  ],
  'sums of themes': [
    `SELECT study_id, theme_id, sentiment, count FROM theme_day
     WHERE project_id = $1 AND day = '-infinity' AND theme_id <> '${ANY_THEME}' AND count <> 0 ORDER BY 1, 2, 3`,
    `SELECT study_id, coalesce(theme_id, '${NO_THEME}') AS theme_id, coalesce(sentiment, '') AS sentiment, count(*)::int
     FROM ${READ_ANSWERS} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  ],
  'digested observations have one issue, which stands': [
    `SELECT d.observation_id AS id FROM observation_digest d WHERE project_id = $1 ORDER BY 1`,
    `SELECT m.observation_id AS id FROM issue_observation m
     JOIN issue i ON i.project_id = m.project_id AND i.id = m.issue_id AND i.merged_into IS NULL
     WHERE m.project_id = $1 ORDER BY 1`,
  ],
}

export async function expectCountersToAddUp(db: Database, projectId: string): Promise<void> {
  for (const [what, [kept, counted]] of Object.entries(COUNTERS)) {
    const [left, right] = [await db.query(kept, [projectId]), await db.query(counted, [projectId])]
    expect(left.rows, what).toEqual(right.rows)
  }
}

/** Nothing is left to do, and nothing was forgotten. */
export async function expectAllDigested(db: Database, projectId: string): Promise<void> {
  const { rows } = await db.query(
    `SELECT (SELECT count(*)::int FROM digest_job WHERE project_id = $1) AS jobs,
       (SELECT count(*)::int FROM observation WHERE project_id = $1) AS observations,
       (SELECT count(*)::int FROM observation_digest WHERE project_id = $1) AS digested,
       (SELECT count(*)::int FROM observation_search WHERE project_id = $1) AS searchable,
       (SELECT count(*)::int FROM issue_observation WHERE project_id = $1) AS placed`,
    [projectId],
  )
  const { observations } = rows[0]
  const all = {
    jobs: 0,
    observations,
    digested: observations,
    searchable: observations,
    placed: observations,
  }
  expect(rows[0]).toEqual(all)
}
