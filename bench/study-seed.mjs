// Studies with answers, by SQL alone: one that very many users have answered, and as many others as asked for. Triggers
// are off meanwhile, so every counter is computed here.
import { ANY_THEME, NO_THEME } from '../dist/db/research/answer-days.js'
import { OFFLINE_MODEL } from '../dist/digest/engine.js'

const THEMES = 20
const EACH = 20 // answers of every other study

/** `studies` in the project besides the large one, which gets `answers`; its id. Does nothing where it was done before. */
export async function seedStudies(db, service, projectId, { studies, answers }) {
  const { items } = await service.get('/studies?state=active')
  const known = items.find(({ question }) => question === QUESTION)
  if (known?.answer_count > 0) return known.id
  const { id } = known ?? (await service.create('/studies', { question: QUESTION, state: 'active' }))
  for (const question of ['What is missing?', 'Whom would you tell of it?'])
    await service.create('/studies', { question, state: 'active' })
  const client = await db.connect()
  try {
    await client.query(
      "SET session_replication_role = replica; SET synchronous_commit = off; SET timezone = 'UTC'; SET work_mem = '128MB'",
    )
    for (const sql of statements(projectId, id, { studies, answers })) await client.query(sql)
    await client.query('VACUUM ANALYZE')
  } finally {
    client.release(true)
  }
  return id
}

const QUESTION = 'Why export?'
const V7 = (at, n) =>
  `(lpad(to_hex((extract(epoch FROM ${at}) * 1000)::bigint), 12, '0') || '70008000' || lpad(to_hex(${n}), 12, '0'))::uuid`

const TEXTS = `(ARRAY['It goes to the accountant.', 'I keep a copy for myself.', 'Nobody asked me before.'])[1 + n % 3]
  || CASE WHEN n % 20000 = 1 THEN ' A quixotic wish.' ELSE '' END`

const SENTIMENT = `(ARRAY['negative', 'neutral', 'positive', NULL])[1 + n % 4]`

function statements(projectId, studyId, { studies, answers }) {
  const insert = (studyColumn, from) => `
    INSERT INTO answer (project_id, study_id, id, user_id, interaction_id, source, answer, posted_at)
    SELECT '${projectId}', ${studyColumn}, ${V7('at', 'n')}, 'user-' || who, 'chat-' || n, 'mcp', ${TEXTS}, at FROM ${from}`
  const users = answers / 4 // as many as the project has: each answers as many studies, however many there are
  return [
    `INSERT INTO study (project_id, id, question, eligibility_criteria, sampling_rate, state, activated_at, created_at, updated_at)
     SELECT '${projectId}', ${V7('at', 'n')}, 'Question ' || n, '', 1, 'ended', at, at, at
     FROM (SELECT n, now() - interval '400 days' + n * interval '1 minute' AS at FROM generate_series(1, ${studies}) n) AS numbered`,
    insert(
      `'${studyId}'`,
      `(SELECT n, n AS who, now() - (${answers} - n) * interval '1 year' / ${answers} AS at FROM generate_series(1, ${answers}) n) AS numbered`,
    ),
    insert(
      'id',
      `(SELECT id, n, n % ${users} AS who, now() - interval '365 days' * (n % ${EACH} * 37 % 365) / 365 AS at
        FROM (SELECT id, ${EACH} * row_number() OVER (ORDER BY id) AS last FROM study WHERE question LIKE 'Question %') AS other,
          generate_series(last - ${EACH} + 1, last) n) AS numbered`,
    ),
    `INSERT INTO theme (project_id, study_id, id, title, quotes, created_at)
     SELECT '${projectId}', '${studyId}', ${V7("(now() - interval '300 days')", 'n')}, 'Theme ' || n, '[]', now()
     FROM generate_series(1, ${THEMES}) n`,
    `INSERT INTO answer_digest (project_id, study_id, answer_id, theme_id, sentiment, language, model, meaning, day)
     SELECT project_id, study_id, answer.id, theme.id, ${SENTIMENT}, 'en', '${OFFLINE_MODEL}', decode(repeat('00', 388), 'hex'), (posted_at AT TIME ZONE 'UTC')::date
     FROM (SELECT *, substr(user_id, 6)::int AS n FROM answer) AS answer
     LEFT JOIN (SELECT study_id, id, row_number() OVER () - 1 AS no FROM theme) AS theme
       USING (study_id) WHERE theme.no IS NULL OR theme.no = n % ${THEMES + 2}`,
    `INSERT INTO answer_digest (project_id, study_id, answer_id, sentiment, language, model, meaning, day)
     SELECT project_id, study_id, answer.id, ${SENTIMENT}, 'en', '${OFFLINE_MODEL}', decode(repeat('00', 388), 'hex'), (posted_at AT TIME ZONE 'UTC')::date
     FROM (SELECT *, substr(user_id, 6)::int AS n FROM answer WHERE study_id = '${studyId}') AS answer
     WHERE n % ${THEMES + 2} >= ${THEMES}`,
    `INSERT INTO answer_day
     SELECT project_id, study_id, (posted_at AT TIME ZONE 'UTC')::date, count(*) FROM answer GROUP BY 1, 2, 3`,
    `INSERT INTO theme_day
     SELECT project_id, study_id, of.theme_id, at.day, coalesce(sentiment, ''), count(*) FROM answer_digest d
     CROSS JOIN LATERAL (VALUES (coalesce(d.theme_id, '${NO_THEME}')), ('${ANY_THEME}')) AS of (theme_id)
     CROSS JOIN LATERAL (VALUES (d.day), ('-infinity')) AS at (day) GROUP BY 1, 2, 3, 4, 5`,
    `INSERT INTO study_showing (project_id, study_id, user_id, shown_at)
     SELECT project_id, study_id, user_id, posted_at FROM answer`,
    `INSERT INTO study_reach (project_id, study_id, shown_count)
     SELECT project_id, study_id, count(*) FROM study_showing GROUP BY 1, 2`,
    `UPDATE study SET answer_count = shown_count FROM study_reach
     WHERE study_reach.project_id = study.project_id AND study_reach.study_id = study.id`,
  ]
}
