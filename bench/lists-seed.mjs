// Fills one project with as many digested observations as asked for, by SQL alone: what a year of use leaves behind.
// Foreign keys and triggers are off meanwhile, so every counter that the digest would keep is computed here.
import { seededRandom } from '../dist/sample/seeded-random.js'
import { PROJECT } from './program.mjs'

const TEXTS = 20_000 // distinct texts, shared by the observations: their search documents are made once each
const COMMON = [
  'export',
  'report',
  'login',
  'search',
  'invoice',
  'mobile',
  'slow',
  'error',
  'page',
  'account',
]

export async function seedLists(db, { observations, issues, users, tags, backlog, failed }) {
  console.error(`seeding ${observations} observations`)
  const client = await db.connect()
  try {
    await client.query("ALTER SYSTEM SET max_wal_size = '8GB'")
    await client.query(
      `SELECT pg_reload_conf(); SET session_replication_role = replica; SET synchronous_commit = off;
       SET maintenance_work_mem = '512MB'; SET work_mem = '128MB'`,
    )
    await seedTexts(client)
    const indexes = await plainIndexes(client)
    const sizes = { observations, issues, users, backlog, failed }
    const all = [
      ...steps(sizes, tags),
      ['indexes', indexes.map(({ indexdef }) => indexdef).join(';')],
      ['vacuum', 'VACUUM ANALYZE'],
      ['checkpoint', 'CHECKPOINT'],
    ]
    await client.query(`DROP INDEX ${indexes.map(({ indexname }) => indexname).join(', ')}`)
    for (const [what, sql] of all) {
      const begun = performance.now()
      await client.query(sql)
      console.error(`  ${what}: ${((performance.now() - begun) / 1000).toFixed(1)} s`)
    }
    await client.query('ALTER SYSTEM RESET max_wal_size')
    await client.query('SELECT pg_reload_conf()')
  } finally {
    client.release(true)
  }
}

/** Those that are no constraint: made again after loading, which is several times faster. */
const plainIndexes = async (client) =>
  (
    await client.query(
      `SELECT indexname, indexdef FROM pg_indexes
     WHERE schemaname = 'public' AND indexname NOT IN (SELECT conname FROM pg_constraint)`,
    )
  ).rows

async function seedTexts(client) {
  const random = seededRandom(1)
  const word = () =>
    random() < 0.2
      ? COMMON[Math.floor(COMMON.length * random() ** 2)]
      : `w${Math.floor(4_000 * random() ** 2)}x`
  const words = (count) => Array.from({ length: count }, word).join(' ')
  const rows = Array.from({ length: TEXTS }, () => ({ title: words(6), description: words(25) }))
  await client.query(
    `CREATE UNLOGGED TABLE bench_text AS
     SELECT row_number() OVER () - 1 AS n, title, description,
       setweight(to_tsvector('english', title), 'A') || to_tsvector('english', description)
       || setweight(to_tsvector('simple', title), 'A') || to_tsvector('simple', description) AS document
     FROM unnest($1::text[], $2::text[]) AS item (title, description)`,
    [rows.map((row) => row.title), rows.map((row) => row.description)],
  )
  await client.query('ALTER TABLE bench_text ADD PRIMARY KEY (n)')
}

/** A number from 0 to 1 that looks random and depends on the row alone. */
const chance = (salt) => `(abs(hashint8(i * 31 + ${salt})::bigint) / 2147483648.0)`
const SENTIMENT = `(ARRAY['negative', 'neutral', 'positive', 'very negative', 'very positive'])[
  CASE WHEN ${chance(2)} < 0.4 THEN 1 WHEN ${chance(2)} < 0.7 THEN 2 WHEN ${chance(2)} < 0.9 THEN 3
       WHEN ${chance(2)} < 0.98 THEN 4 ELSE 5 END]`

/** In the order of the sentiments, as the counters keep them. */
const SENTIMENT_COUNTS = `ARRAY[${['very negative', 'negative', 'neutral', 'positive', 'very positive']
  .map((label) => `count(*) FILTER (WHERE sentiment = '${label}')`)
  .join(', ')}]::int[]`

function steps({ observations, issues, users, backlog, failed }, tags) {
  const P = `'${PROJECT}'::uuid`
  const digested = observations - backlog
  return [
    // Ids carry the time, as the service's own do; three in a hundred were observed long before they were stored.
    [
      'rows',
      `CREATE UNLOGGED TABLE bench_row AS
      SELECT i, at, (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '70008000' || lpad(to_hex(i), 12, '0'))::uuid AS id,
        'user-' || floor(${users} * ${chance(3)} ^ 2)::int AS user_id, ${SENTIMENT} AS sentiment,
        CASE WHEN ${chance(4)} < 0.03 THEN at - interval '200 days' * ${chance(5)} ELSE at END AS observed_at,
        floor(${issues} * ${chance(6)} ^ 3)::int AS issue_no, floor(${TEXTS} * ${chance(7)})::int AS text_no,
        ${chance(8)} AS luck
      FROM (SELECT i::bigint, now() - interval '365 days' * (1 - i / ${observations}.0) AS at
            FROM generate_series(1, ${observations}) i) AS numbered`,
    ],
    [
      'observations',
      `INSERT INTO observation
      SELECT ${P}, id, user_id, 'thread-' || i / 3, CASE WHEN luck < 0.3 THEN 'mcp' ELSE 'rest' END, title, description,
        sentiment, observed_at, at FROM bench_row JOIN bench_text ON n = text_no`,
    ],
    [
      'issues',
      `CREATE UNLOGGED TABLE bench_issue AS
      SELECT issue_no, min(id::text)::uuid AS id FROM bench_row WHERE i <= ${digested} GROUP BY 1;
      INSERT INTO issue (project_id, id, number, title, summary, kind, severity, severity_rank, status, state_version,
        created_at, updated_at, observation_count, user_count, sentiment_counts, first_seen, last_seen, described_count,
        regressed_at, neighbours)
      SELECT ${P}, e.id, row_number() OVER (ORDER BY e.id), t.title, t.description,
         (ARRAY['problem', 'request', 'question', 'praise'])[1 + e.issue_no % 4],
         CASE WHEN e.issue_no % 4 < 3 THEN (ARRAY['low', 'medium', 'high', 'critical'])[1 + e.issue_no % 7 / 2] END,
         CASE WHEN e.issue_no % 4 < 3 THEN e.issue_no % 7 / 2 ELSE -1 END,
        (ARRAY['open', 'open', 'open', 'open', 'acknowledged', 'planned', 'resolved', 'ignored'])[1 + e.issue_no % 8],
        1, first, last, sums.n, sums.users, sentiment_counts, first, last, sums.n,
        CASE WHEN e.issue_no % 100 = 0 THEN last END,
        coalesce((SELECT jsonb_agg(jsonb_build_object('issue_id', o.id, 'score', 1)) FROM bench_issue o
                  WHERE o.issue_no BETWEEN e.issue_no + 1 AND e.issue_no + 5), '[]')
      FROM bench_issue e JOIN bench_text t ON t.n = e.issue_no
      JOIN (SELECT issue_no, count(*)::int AS n, count(DISTINCT user_id)::int AS users, min(observed_at) AS first,
              max(observed_at) AS last, ${SENTIMENT_COUNTS} AS sentiment_counts
            FROM bench_row WHERE i <= ${digested} GROUP BY 1) sums ON sums.issue_no = e.issue_no;
      INSERT INTO issue_search
      SELECT project_id, id, title || ' ' || summary, issue_document(title || ' ' || summary)
      FROM issue WHERE project_id = ${P}`,
    ],
    [
      'memberships',
      `INSERT INTO issue_observation SELECT ${P}, r.id, e.id, 'machine', 2
      FROM bench_row r JOIN bench_issue e USING (issue_no) WHERE i <= ${digested}`,
    ],
    [
      'findings',
      `INSERT INTO observation_digest
      SELECT ${P}, id, 'en', 'problem', 'use-lite-128/1', decode(repeat(md5(i::text), 8) || '0000803f', 'hex'), at
      FROM bench_row WHERE i <= ${digested}`,
    ],
    // One in fifty thousand has a word that nothing else has.
    [
      'search documents',
      `INSERT INTO observation_search SELECT ${P}, id, CASE WHEN i % 50000 = 1 THEN document || to_tsvector('simple', 'quixotic') ELSE document END
      FROM bench_row JOIN bench_text ON n = text_no WHERE i <= ${digested}`,
    ],
    [
      'tags',
      `INSERT INTO observation_tag (project_id, observation_id, tag_id, score, day)
      SELECT ${P}, id, tag_id::uuid, 1, (observed_at AT TIME ZONE 'UTC')::date
      FROM bench_row JOIN (VALUES ${tags.map(({ id, from, to }) => `('${id}', ${from}, ${to})`).join(', ')})
        AS tag (tag_id, from_luck, to_luck) ON luck >= from_luck AND luck < to_luck WHERE i <= ${digested};
      INSERT INTO tag_day SELECT project_id, tag_id, day, count(*) FROM observation_tag GROUP BY 1, 2, 3`,
    ],
    [
      'counters',
      `INSERT INTO issue_user SELECT ${P}, e.id, user_id, count(*)
        FROM bench_row r JOIN bench_issue e USING (issue_no) WHERE i <= ${digested} GROUP BY 2, 3;
      INSERT INTO issue_day SELECT ${P}, e.id, (observed_at AT TIME ZONE 'UTC')::date, count(*), ${SENTIMENT_COUNTS}
        FROM bench_row r JOIN bench_issue e USING (issue_no) WHERE i <= ${digested} GROUP BY 2, 3;
      INSERT INTO project_day SELECT ${P}, (observed_at AT TIME ZONE 'UTC')::date, sentiment, count(*)
        FROM bench_row WHERE i <= ${digested} GROUP BY 2, 3;
      INSERT INTO project_user SELECT ${P}, user_id, count(*), min(observed_at), max(observed_at)
        FROM bench_row WHERE i <= ${digested} GROUP BY 2;
      UPDATE digest_state SET digested_count = ${digested}, last_issue_number = (SELECT count(*) FROM bench_issue),
        user_count = (SELECT count(*) FROM project_user)`,
    ],
    [
      'backlog',
      `INSERT INTO digest_job (project_id, observation_id, due_at, error, failed_at)
      SELECT ${P}, id, at, CASE WHEN i % ${Math.floor(backlog / failed)} = 0 THEN 'an error' END,
        CASE WHEN i % ${Math.floor(backlog / failed)} = 0 THEN at END FROM bench_row WHERE i > ${digested}`,
    ],
    ['clean up', 'DROP TABLE bench_row, bench_issue, bench_text'],
  ]
}

/** Every observation waits again, as after `fieldnote redigest`; vacuumed, as PostgreSQL does by itself within a minute. */
export async function queueEverything(db) {
  await db.query(`INSERT INTO digest_job (project_id, observation_id, due_at)
    SELECT project_id, id, now() FROM observation ON CONFLICT DO NOTHING`)
  await db.query('VACUUM ANALYZE digest_job')
}

/** One answer of each of so many users to a study, over the year before now; none where it has some already. */
export async function seedAnswers(db, studyId, answers) {
  await db.query(
    `WITH stored AS (
       INSERT INTO answer (project_id, study_id, id, user_id, interaction_id, source, answer, posted_at)
       SELECT project_id, id, gen_random_uuid(), 'user-' || n, 'chat-' || n, 'mcp',
         (ARRAY['It goes to the accountant.', 'I keep a copy for myself.', 'Nobody asked me before.'])[1 + n % 3],
         now() - n * interval '1 year' / $2
       FROM study, generate_series(0, $2 - 1) AS n WHERE id = $1 AND answer_count = 0 RETURNING 1)
     UPDATE study SET answer_count = (SELECT count(*) FROM stored) WHERE id = $1 AND answer_count = 0`,
    [studyId, answers],
  )
  await db.query('ANALYZE answer')
}
