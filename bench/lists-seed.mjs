// Fills projects with as many digested observations as asked for, by SQL alone: what a year of use leaves behind.
// Foreign keys and triggers are off meanwhile, so every counter that the digest would keep is computed here.

import { OFFLINE_MODEL } from '../dist/digest/engine.js'
import { seededRandom } from '../dist/sample/seeded-random.js'

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

/**
 * `projects` as {id, share}, of which the first also gets tags, backlog and failures. Users and issues follow from the
 * number of observations: a tenth of it, and three times its root, as new things to say become rarer. Where it was
 * interrupted, it goes on with the step that it was at.
 */
export async function seedLists(db, { projects, observations, tags, backlog, failed, centers }) {
  const client = await db.connect()
  try {
    await client.query('CREATE TABLE IF NOT EXISTS bench_done (step text PRIMARY KEY)')
    if (await isDone(client, LAST)) return
    console.error(`seeding ${observations} observations`)
    await client.query("ALTER SYSTEM SET max_wal_size = '8GB'")
    await client.query('ALTER SYSTEM SET fsync = off')
    await client.query(
      `SELECT pg_reload_conf(); SET session_replication_role = replica; SET synchronous_commit = off;
       SET maintenance_work_mem = '1GB'; SET work_mem = '128MB'; SET timezone = 'UTC'`,
    )
    await once(client, 'texts', () => seedTexts(client))
    await once(client, 'centers', () => seedCenters(client, centers))
    for (const [what, sql] of steps({ projects, observations, backlog, failed }, tags))
      await once(client, what, () => client.query(sql))
    const { rows: indexes } = await client.query('SELECT name, made FROM bench_index')
    for (const { name, made } of indexes) await once(client, name, () => client.query(made))
    await client.query('VACUUM ANALYZE')
    await once(client, LAST, () => client.query('DROP TABLE bench_index'))
    await client.query('ALTER SYSTEM RESET max_wal_size')
    await client.query('ALTER SYSTEM RESET fsync')
    await client.query('SELECT pg_reload_conf()')
    await client.query('CHECKPOINT')
  } finally {
    client.release(true)
  }
}

const LAST = 'everything'

const isDone = async (client, step) =>
  (await client.query('SELECT FROM bench_done WHERE step = $1', [step])).rowCount === 1

async function once(client, step, work) {
  if (await isDone(client, step)) return
  const begun = performance.now()
  await client.query('BEGIN')
  await work()
  await client.query('INSERT INTO bench_done VALUES ($1)', [step])
  await client.query('COMMIT')
  console.error(`  ${step}: ${((performance.now() - begun) / 1000).toFixed(1)} s`)
}

/** Those that are no constraint: made again after loading, which is several times faster. */
const DROP_INDEXES = `
  CREATE TABLE bench_index AS SELECT indexname::text AS name, indexdef AS made FROM pg_indexes
  WHERE schemaname = 'public' AND indexname NOT IN (SELECT conname FROM pg_constraint) AND tablename NOT LIKE 'bench%';
  DO $$ BEGIN EXECUTE (SELECT 'DROP INDEX ' || string_agg(name, ', ') FROM bench_index); END $$`

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

/** The vector that all notes of an issue have, by the issue's number. */
async function seedCenters(client, centers) {
  await client.query(
    `CREATE UNLOGGED TABLE bench_center AS
     SELECT n - 1 AS n, meaning FROM unnest($1::bytea[]) WITH ORDINALITY AS item (meaning, n)`,
    [centers],
  )
  await client.query('ALTER TABLE bench_center ADD PRIMARY KEY (n)')
}

/** A number from 0 to 1 that looks random and depends on the row alone. */
const chance = (salt) => `(abs(hashint8(i * 31 + ${salt})::bigint) / 2147483648.0::float8)`
const SENTIMENT = `(ARRAY['negative', 'neutral', 'positive', 'very negative', 'very positive'])[
  CASE WHEN mood < 0.4 THEN 1 WHEN mood < 0.7 THEN 2 WHEN mood < 0.9 THEN 3 WHEN mood < 0.98 THEN 4 ELSE 5 END]`

/** In the order of the sentiments, as the counters keep them. */
const SENTIMENT_COUNTS = `ARRAY[${['very negative', 'negative', 'neutral', 'positive', 'very positive']
  .map((label) => `count(*) FILTER (WHERE sentiment = '${label}')`)
  .join(', ')}]::int[]`

/** The first takes all of chance up to its share, the next from there on. */
function projectsTable(projects, observations) {
  let from = 0
  const rows = projects.map(({ id, share }, no) => {
    const row = `(${no}, '${id}'::uuid, ${from}, ${no === projects.length - 1 ? 1.1 : from + share},
      greatest(1, ${share} * ${observations} / 10)::float8, ${issuesOf(share * observations)}::float8)`
    from += share
    return row
  })
  return `CREATE UNLOGGED TABLE bench_project AS
    SELECT * FROM (VALUES ${rows.join(', ')}) AS item (no, project_id, from_luck, to_luck, users, issues)`
}

function steps({ projects, observations, backlog, failed }, tags) {
  const first = `'${projects[0].id}'::uuid`
  const DIGESTED = `FROM bench_row r WHERE NOT waits`
  const JOINED = `FROM bench_row r JOIN bench_issue e USING (project_id, issue_no) WHERE NOT waits`
  return [
    ['without indexes', DROP_INDEXES],
    ['projects', projectsTable(projects, observations)],
    // Ids carry the time, as the service's own do; three in a hundred were observed long before they were stored.
    [
      'rows',
      `CREATE UNLOGGED TABLE bench_row AS
      SELECT i, project_id, at, (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '70008000' || lpad(to_hex(i), 12, '0'))::uuid AS id,
        'user-' || floor(users * who ^ 2)::int AS user_id, ${SENTIMENT} AS sentiment,
        CASE WHEN late < 0.03 THEN at - interval '200 days' * ${chance(5)} ELSE at END AS observed_at,
        floor(issues * ${chance(6)} ^ 3)::int AS issue_no, floor(${TEXTS} * ${chance(7)})::int AS text_no,
        ${chance(8)} AS luck, i > ${observations - backlog} AND project_id = ${first} AS waits
      FROM (SELECT i, now() - interval '365 days' * (1 - i / ${observations}::float8) AS at, ${chance(2)} AS mood,
              ${chance(3)} AS who, ${chance(4)} AS late, ${chance(9)} AS place
            FROM generate_series(1::bigint, ${observations}) i OFFSET 0) AS numbered
      JOIN bench_project ON place >= from_luck AND place < to_luck;
      ANALYZE bench_row`,
    ],
    [
      'observations',
      `INSERT INTO observation (project_id, id, user_id, interaction_id, source, title, description, user_sentiment,
        observed_at, created_at)
      SELECT project_id, id, user_id, 'thread-' || i / 3, CASE WHEN luck < 0.3 THEN 'mcp' ELSE 'rest' END, title, description,
        sentiment, observed_at, at FROM bench_row JOIN bench_text ON n = text_no ORDER BY i`,
    ],
    [
      'issues',
      `CREATE UNLOGGED TABLE bench_issue AS
      SELECT project_id, issue_no, min(id::text)::uuid AS id ${DIGESTED} GROUP BY 1, 2;
      CREATE UNIQUE INDEX ON bench_issue (project_id, issue_no); ANALYZE bench_issue;
      INSERT INTO issue (project_id, id, number, title, summary, kind, severity, severity_rank, status, state_version,
        created_at, updated_at, observation_count, user_count, sentiment_counts, first_seen, last_seen, described_count,
        regressed_at, neighbours)
      SELECT project_id, e.id, row_number() OVER (PARTITION BY project_id ORDER BY e.id), t.title, t.description,
         (ARRAY['problem', 'request', 'question', 'praise'])[1 + e.issue_no % 4],
         CASE WHEN e.issue_no % 4 < 3 THEN (ARRAY['low', 'medium', 'high', 'critical'])[1 + e.issue_no % 7 / 2] END,
         CASE WHEN e.issue_no % 4 < 3 THEN e.issue_no % 7 / 2 ELSE -1 END,
        (ARRAY['open', 'open', 'open', 'open', 'acknowledged', 'planned', 'resolved', 'ignored'])[1 + e.issue_no % 8],
        1, first, last, sums.n, sums.users, sentiment_counts, first, last, sums.n,
        CASE WHEN e.issue_no % 100 = 0 THEN last END,
        coalesce((SELECT jsonb_agg(jsonb_build_object('issue_id', o.id, 'score', 1)) FROM bench_issue o
                  WHERE o.project_id = e.project_id AND o.issue_no BETWEEN e.issue_no + 1 AND e.issue_no + 5), '[]')
      FROM bench_issue e JOIN bench_text t ON t.n = e.issue_no
      JOIN (SELECT project_id, issue_no, count(*)::int AS n, count(DISTINCT user_id)::int AS users,
              min(observed_at) AS first, max(observed_at) AS last, ${SENTIMENT_COUNTS} AS sentiment_counts
            ${DIGESTED} GROUP BY 1, 2) sums USING (project_id, issue_no);
      INSERT INTO issue_search
      SELECT project_id, id, title || ' ' || summary, setweight(issue_document(title), 'A') || issue_document(summary)
      FROM issue WHERE project_id IN (SELECT project_id FROM bench_project)`,
    ],
    [
      'memberships',
      `INSERT INTO issue_observation (project_id, observation_id, issue_id, placed_by, score)
      SELECT project_id, r.id, e.id, 'machine', 0.9 ${JOINED} ORDER BY i`,
    ],
    [
      'findings',
      `INSERT INTO observation_digest (project_id, observation_id, language, kind, model, meaning, text_hash, digested_at)
      SELECT project_id, id, 'en', 'problem', '${OFFLINE_MODEL}', meaning, sha256(i::text::bytea), at
      FROM bench_row JOIN bench_center ON n = issue_no WHERE NOT waits ORDER BY i`,
    ],
    // One in fifty thousand has a word that nothing else has; of a small project, one does.
    [
      'search documents',
      `INSERT INTO observation_search (project_id, observation_id, document)
      SELECT project_id, id, CASE WHEN i % 50000 = 1 THEN document || to_tsvector('simple', 'quixotic') ELSE document END
      FROM bench_row JOIN bench_text ON n = text_no WHERE NOT waits ORDER BY i`,
    ],
    [
      'tags',
      `INSERT INTO observation_tag (project_id, observation_id, tag_id, score, day)
      SELECT project_id, id, tag_id::uuid, 1, (observed_at AT TIME ZONE 'UTC')::date
      FROM bench_row JOIN (VALUES ${tags.map(({ id, from, to }) => `('${id}', ${from}, ${to})`).join(', ')})
        AS tag (tag_id, from_luck, to_luck) ON luck >= from_luck AND luck < to_luck
      WHERE NOT waits AND project_id = ${first} ORDER BY i;
      INSERT INTO tag_day SELECT project_id, tag_id, day, count(*) FROM observation_tag GROUP BY 1, 2, 3;
      INSERT INTO issue_tag SELECT project_id, issue_id, tag_id, count(*)
        FROM observation_tag JOIN issue_observation USING (project_id, observation_id) GROUP BY 1, 2, 3`,
    ],
    [
      'counters',
      `INSERT INTO issue_user SELECT project_id, e.id, user_id, count(*) ${JOINED} GROUP BY 1, 2, 3;
      INSERT INTO issue_day SELECT project_id, e.id, (observed_at AT TIME ZONE 'UTC')::date, count(*), ${SENTIMENT_COUNTS}
        ${JOINED} GROUP BY 1, 2, 3;
      INSERT INTO project_day SELECT project_id, (observed_at AT TIME ZONE 'UTC')::date, sentiment, count(*)
        ${DIGESTED} GROUP BY 1, 2, 3;
      INSERT INTO project_user SELECT project_id, user_id, count(*), min(observed_at), max(observed_at)
        ${DIGESTED} GROUP BY 1, 2;
      INSERT INTO last_heard_day
        SELECT project_id, (last_seen AT TIME ZONE 'UTC')::date, count(*) FROM project_user GROUP BY 1, 2;
      UPDATE digest_state SET model = '${OFFLINE_MODEL}', digested_count = sums.n,
        last_issue_number = (SELECT count(*) FROM bench_issue WHERE project_id = digest_state.project_id),
        user_count = (SELECT count(*) FROM project_user WHERE project_id = digest_state.project_id)
      FROM (SELECT project_id, count(*) AS n ${DIGESTED} GROUP BY 1) AS sums
      WHERE sums.project_id = digest_state.project_id`,
    ],
    [
      'backlog',
      `INSERT INTO digest_job (project_id, observation_id, due_at, error, failed_at)
      SELECT project_id, id, at, CASE WHEN fails THEN 'an error' END, CASE WHEN fails THEN at END
      FROM (SELECT *, row_number() OVER (ORDER BY i) <= ${failed} AS fails FROM bench_row WHERE waits) AS waiting`,
    ],
    ['clean up', 'DROP TABLE bench_row, bench_issue, bench_text, bench_center, bench_project'],
  ]
}

/** Shares of the first project's observations that carry each tag: a fifth altogether. */
export async function makeTags(service) {
  const shares = [0.1, 0.05, 0.03, 0.01, 0.009, 0.00099, 0.00001]
  const tags = []
  let from = 0
  const { items: made } = await service.get('/tags')
  for (const share of shares) {
    const known = made.find((tag) => tag.label === `tag of ${share}`)
    const { id } = known ?? (await service.create('/tags', { label: `tag of ${share}`, config: {} }))
    tags.push({ id, from, to: from + share })
    from += share
  }
  return tags
}

/** How many issues so many observations of one project make. */
export const issuesOf = (observations) => Math.max(1, Math.ceil(3 * Math.sqrt(observations)))

/** Every observation waits again, as after `fieldnote redigest`; vacuumed, as PostgreSQL does by itself within a minute. */
export async function queueEverything(db) {
  await db.query(`INSERT INTO digest_job (project_id, observation_id, due_at)
    SELECT project_id, id, now() FROM observation ON CONFLICT DO NOTHING`)
  await db.query('VACUUM ANALYZE digest_job')
}
