// The statements that store posts: many of them, of many callers, with one commit, and one that comes alone.
import type { Tx } from '../pool.ts'
import { byteStrings, integers, jsons, texts, timestamps, uuids } from './binary-arrays.ts'
import type { NewBatch } from './observations.ts'

/** An idempotency key, with the fingerprint that a repeat is compared with and the response that it gets. */
type PostOnce = { key: string; fingerprint: Buffer; response: unknown }

export type NewPost = NewBatch & {
  /** The API key that the post came with; null for an access token. */
  key_id: string | null
  once: PostOnce | null
}

/** `repeated`: its idempotency key was there already. `refused`: its API key is revoked or expired, or its project is gone. */
export type PostOutcome = 'stored' | 'repeated' | 'refused'

/** Each post is stored whole, with a digest job for each observation, or not at all. No two may have one idempotency key. */
export async function insertPosts(tx: Tx, posts: NewPost[], expiredBefore: Date): Promise<PostOutcome[]> {
  const [first, second] = posts
  if (first && !second && isPlain(first)) {
    const { once } = first
    return [await (once ? insertPlainOnce(tx, first, once, expiredBefore) : insertPlainPost(tx, first))]
  }
  const repeatable = posts.some(({ once }) => once !== null)
  const values = groupValues(posts)
  const { rows } = await tx.query<{ place: number; stored: boolean }>(
    repeatable
      ? {
          name: 'insert-posts-once',
          text: WITH_KEYS,
          values: [...values, ...onceValues(posts), expiredBefore],
        }
      : { name: 'insert-posts', text: WITHOUT_KEYS, values },
  )
  const outcomes: PostOutcome[] = posts.map(() => 'refused')
  for (const { place, stored } of rows) outcomes[place] = stored ? 'stored' : 'repeated'
  return outcomes
}

type PlainPost = NewPost & { items: [NewBatch['items'][number]] }

const isPlain = (post: NewPost): post is PlainPost => post.items.length === 1

/** For a single post without an idempotency key. With no arrays to unpack, it costs the database less than a group of one does. */
async function insertPlainPost(tx: Tx, post: PlainPost): Promise<PostOutcome> {
  const { rowCount } = await tx.query({ name: 'insert-plain-post', text: PLAIN, values: plainValues(post) })
  return rowCount === 1 ? 'stored' : 'refused'
}

async function insertPlainOnce(
  tx: Tx,
  post: PlainPost,
  { key, fingerprint, response }: PostOnce,
  expiredBefore: Date,
): Promise<PostOutcome> {
  const { rows } = await tx.query<{ stored: boolean }>({
    name: 'insert-plain-post-once',
    text: PLAIN_ONCE,
    values: [...plainValues(post), key, fingerprint, JSON.stringify(response), expiredBefore],
  })
  const [allowed] = rows
  if (!allowed) return 'refused'
  return allowed.stored ? 'stored' : 'repeated'
}

/** $1 to $12 of both statements. */
const plainValues = ({ items: [item], ...post }: PlainPost): unknown[] => [
  post.project_id,
  item.id,
  post.user_id,
  post.interaction_id,
  post.source,
  item.title,
  item.description,
  post.user_sentiment,
  post.observed_at,
  post.created_at,
  item.agent_issue,
  post.key_id,
]

/** $1 to $18 of both statements for groups, in the order of CALLERS, POSTS and ITEMS. */
function groupValues(posts: NewPost[]): unknown[] {
  const { callers, ofPosts } = callersOf(posts)
  const items = posts.flatMap((post) => post.items)
  return [
    uuids([...new Set(posts.map(({ project_id }) => project_id))]),
    integers(callers.map(({ number }) => number)),
    uuids(callers.map(({ project_id }) => project_id)),
    uuids(callers.map(({ key_id }) => key_id)),
    timestamps(callers.map(({ at }) => at)),
    integers(posts.map((_, place) => place)),
    integers(ofPosts),
    texts(posts.map((post) => post.user_id)),
    texts(posts.map((post) => post.interaction_id)),
    texts(posts.map((post) => post.source)),
    texts(posts.map((post) => post.user_sentiment)),
    timestamps(posts.map((post) => post.observed_at)),
    timestamps(posts.map((post) => post.created_at)),
    integers(posts.flatMap((post, place) => post.items.map(() => place))),
    uuids(items.map((item) => item.id)),
    texts(items.map((item) => item.title)),
    texts(items.map((item) => item.description)),
    integers(items.map((item) => item.agent_issue)),
  ]
}

/** $19 to $21, in the order of ONCE. */
const onceValues = (posts: NewPost[]): unknown[] => [
  texts(posts.map(({ once }) => once?.key ?? null)),
  byteStrings(posts.map(({ once }) => once?.fingerprint ?? null)),
  jsons(posts.map(({ once }) => once && JSON.stringify(once.response))),
]

type Caller = { number: number; project_id: string; key_id: string | null; at: Date }

/**
 * Each key is checked once a group: posts of one key come by the dozen, mostly one after the other. It has to be valid at the time
 * of the last of them, so one that expires within a group, which is a few milliseconds, stores nothing of it.
 */
function callersOf(posts: NewPost[]): { callers: Caller[]; ofPosts: number[] } {
  const known = new Map<string, Caller>()
  const callerOf = ({ project_id, key_id, created_at }: NewPost): Caller => {
    const name = `${project_id} ${key_id}`
    const caller = known.get(name) ?? { number: known.size, project_id, key_id, at: created_at }
    known.set(name, caller)
    return caller
  }
  let last: Caller | undefined
  const ofPosts = posts.map((post) => {
    if (last?.project_id !== post.project_id || last.key_id !== post.key_id) last = callerOf(post)
    if (post.created_at.getTime() > last.at.getTime()) last.at = post.created_at
    return last.number
  })
  return { callers: [...known.values()], ofPosts }
}

const COLUMNS = `id, user_id, interaction_id, source, title, description, user_sentiment, observed_at, created_at, agent_issue`

/** The database decides, not the cache that let the caller in: a revoked key writes nothing. */
const isAllowed = (project: string, key: string, at: string): string => `${key} IS NULL OR EXISTS (
      SELECT FROM api_key WHERE api_key.project_id = ${project} AND api_key.id = ${key}
        AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${at}))`

const QUEUED = `INSERT INTO digest_job (project_id, observation_id, due_at) SELECT project_id, id, created_at FROM stored`

const plainStored = (from: string): string => `
  stored AS (
    INSERT INTO observation (project_id, ${COLUMNS})
    SELECT $1::uuid, $2::uuid, $3::text, $4::text, $5::text, $6::text, $7::text, $8::text, $9::timestamptz, $10::timestamptz,
      $11::int
    FROM ${from}
    RETURNING project_id, id, created_at)`

/** Held until the commit: no key refers from observations to their project (held-project.ts). */
const PLAIN_ALLOWED = `project WHERE project.id = $1 AND deleted_at IS NULL AND (${isAllowed('$1', '$12::uuid', '$10')})
    FOR KEY SHARE OF project`

const PLAIN = `WITH ${plainStored(PLAIN_ALLOWED)} ${QUEUED}`

/** A key older than `before` is taken over. For one that another process is just using, the statement waits on the unique index. */
const claimedKey = (before: string): string => `
    ON CONFLICT (project_id, key) DO UPDATE SET fingerprint = excluded.fingerprint, response = excluded.response,
      created_at = excluded.created_at, user_id = excluded.user_id
    WHERE idempotency_key.created_at < ${before}`

const PLAIN_ONCE = `
  WITH allowed AS MATERIALIZED (SELECT FROM ${PLAIN_ALLOWED}),
  claimed AS (
    INSERT INTO idempotency_key (project_id, key, fingerprint, response, created_at, user_id)
    SELECT $1::uuid, $13::text, $14::bytea, $15::json, $10::timestamptz, $3::text FROM allowed
    ${claimedKey('$16::timestamptz')}
    RETURNING project_id),
  ${plainStored('claimed')},
  queued AS (${QUEUED})
  SELECT EXISTS (SELECT FROM claimed) AS stored FROM allowed`

/**
 * Columns of rows, each an array of the statement: unlike in FROM, they are read in step, without a copy of each beforehand. Where
 * PostgreSQL sees how long an array is, it plans each group anew, which takes a small one half as long again; so it is not shown.
 */
const rowsOf = (columns: Record<string, string>): string =>
  `SELECT ${Object.entries(columns)
    .map(([name, array]) => `unnest((SELECT ${array})) AS ${name}`)
    .join(', ')}`

const CALLERS = rowsOf({
  caller: '$2::int[]',
  project_id: '$3::uuid[]',
  key_id: '$4::uuid[]',
  at: '$5::timestamptz[]',
})
const POSTS = {
  place: '$6::int[]',
  caller: '$7::int[]',
  user_id: '$8::text[]',
  interaction_id: '$9::text[]',
  source: '$10::text[]',
  user_sentiment: '$11::text[]',
  observed_at: '$12::timestamptz[]',
  created_at: '$13::timestamptz[]',
}
const ONCE = { key: '$19::text[]', fingerprint: '$20::bytea[]', response: '$21::json[]' }
const ITEMS = rowsOf({
  place: '$14::int[]',
  id: '$15::uuid[]',
  title: '$16::text[]',
  description: '$17::text[]',
  agent_issue: '$18::int[]',
})

/**
 * Projects are held in sorted order, so that two processes never wait for each other. The cast makes a hidden array of what ANY would
 * take for a subquery.
 */
const allowed = (posts: Record<string, string>): string => `
  held AS MATERIALIZED (
    SELECT id FROM project WHERE id = ANY((SELECT $1::uuid[])::uuid[]) AND deleted_at IS NULL
    ORDER BY id FOR KEY SHARE),
  valid AS MATERIALIZED (
    SELECT caller, project_id FROM (${CALLERS}) AS callers JOIN held ON held.id = callers.project_id
    WHERE ${isAllowed('callers.project_id', 'callers.key_id', 'callers.at')}),
  allowed AS MATERIALIZED (SELECT * FROM (${rowsOf(posts)}) AS posts JOIN valid USING (caller))`

const stored = (from: string): string => `
  stored AS (
    INSERT INTO observation (project_id, ${COLUMNS})
    SELECT project_id, ${COLUMNS} FROM (${ITEMS}) AS items JOIN ${from} USING (place)
    RETURNING project_id, id, created_at),
  queued AS (${QUEUED})`

const WITHOUT_KEYS = `WITH ${allowed(POSTS)}, ${stored('allowed')} SELECT place, true AS stored FROM allowed`

/** Idempotency keys are claimed in sorted order, so that two processes never wait for each other. */
const WITH_KEYS = `WITH ${allowed({ ...POSTS, ...ONCE })},
  claimed AS (
    INSERT INTO idempotency_key (project_id, key, fingerprint, response, created_at, user_id)
    SELECT project_id, key, fingerprint, response, created_at, user_id FROM allowed
    WHERE key IS NOT NULL ORDER BY project_id, key
    ${claimedKey('$22::timestamptz')}
    RETURNING project_id, key),
  storing AS MATERIALIZED (
    SELECT * FROM allowed WHERE key IS NULL OR (project_id, key) IN (SELECT project_id, key FROM claimed)),
  ${stored('storing')}
  SELECT place, EXISTS (SELECT FROM storing WHERE storing.place = allowed.place) AS stored FROM allowed`
