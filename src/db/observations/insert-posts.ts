// The one statement that stores observations: whole posts, a digest job for each observation, and the responses under
// idempotency keys. Agents' posts, imports and sample data all use it. Foreign keys guarantee that everything stored
// belongs to an existing project, and each job to an observation.
import type { Sentiment, Source } from '../../contract/labels.ts'
import { TAKE_OVER_EXPIRED } from '../idempotency-keys.ts'
import type { Tx } from '../pool.ts'

/** One or more observations about one user and one interaction. */
export type NewPost = {
  user_id: string
  interaction_id: string
  source: Source
  user_sentiment: Sentiment
  observed_at: Date
  created_at: Date
  items: NewItem[]
  /** The API key of the post; absent when the caller used none. */
  key_id?: string | null
  /** An idempotency key, with the fingerprint to compare repeats with and the response to repeat. */
  once?: { key: string; fingerprint: Buffer; response: unknown } | null
  /** The id in the imported file's own system. Each id is stored once. */
  external_id?: string | null
}

type NewItem = {
  id: string
  title: string
  description: string
  quote: string | null
  agent_issue: number | null
}

/**
 * `repeated`: the idempotency key or external id exists already. `refused`: the API key is revoked or expired, or the
 * project was deleted.
 */
export type PostOutcome = 'stored' | 'repeated' | 'refused'

/** Stores each post completely or not at all. Idempotency keys must be unique among the posts. */
export async function insertPosts(
  tx: Tx,
  projectId: string,
  posts: NewPost[],
  { importId }: { importId?: string } = {},
): Promise<PostOutcome[]> {
  const items = posts.flatMap((post) => post.items)
  const ofPosts = (value: (post: NewPost) => unknown) => posts.map(value)
  const { rows } = await tx.query<{ place: number; stored: boolean }>({
    name: 'insert-posts',
    text: INSERT_POSTS,
    values: [
      projectId,
      importId ?? null,
      ofPosts(({ items: [first] }) => first?.id),
      ofPosts(({ user_id }) => user_id),
      ofPosts(({ interaction_id }) => interaction_id),
      ofPosts(({ source }) => source),
      ofPosts(({ user_sentiment }) => user_sentiment),
      ofPosts(({ observed_at }) => observed_at),
      ofPosts(({ created_at }) => created_at),
      ofPosts(({ key_id }) => key_id),
      ofPosts(({ external_id }) => external_id),
      ofPosts(({ once }) => once?.key),
      ofPosts(({ once }) => once?.fingerprint),
      ofPosts(({ once }) => once && JSON.stringify(once.response)),
      posts.flatMap(({ items: own }, place) => own.map(() => place + 1)),
      items.map(({ id }) => id),
      items.map(({ title }) => title),
      items.map(({ description }) => description),
      items.map(({ agent_issue }) => agent_issue),
      items.map(({ quote }) => quote),
    ],
  })
  const outcomes: PostOutcome[] = posts.map(() => 'refused')
  for (const { place, stored } of rows) outcomes[place - 1] = stored ? 'stored' : 'repeated'
  return outcomes
}

/**
 * Wrapped in a select, because PostgreSQL would otherwise see the length of the arrays and plan each group separately.
 */
const unnested = (first: number, types: string[]): string =>
  `unnest(${types.map((type, at) => `(SELECT $${first + at}::${type}[])`).join(', ')})`

const POSTS = unnested(
  3,
  'uuid text text text text timestamptz timestamptz uuid text text bytea json'.split(' '),
)
const ITEMS = unnested(15, 'int uuid text text int text'.split(' '))

/**
 * The database decides who may store, and not the cache that admitted the caller: a revoked key stores nothing.
 * Idempotency keys are claimed in sorted order, so that processes cannot deadlock; a key in use by another process
 * makes the statement wait on the unique index.
 */
const INSERT_POSTS = `
  WITH post AS MATERIALIZED (
    SELECT * FROM ${POSTS} WITH ORDINALITY AS post (first_id, user_id, interaction_id, source, user_sentiment, observed_at,
      created_at, key_id, external_id, key, fingerprint, response, place)
    WHERE EXISTS (SELECT FROM project WHERE id = $1 AND deleted_at IS NULL)
      AND (key_id IS NULL OR EXISTS (
        SELECT FROM api_key WHERE project_id = $1 AND id = post.key_id
          AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > post.created_at)))),
  claimed AS (
    INSERT INTO idempotency_key (project_id, key, fingerprint, response, created_at, user_id)
    SELECT $1, key, fingerprint, response, created_at, user_id FROM post WHERE key IS NOT NULL ORDER BY key
    ${TAKE_OVER_EXPIRED}
    RETURNING key),
  stored AS (
    INSERT INTO observation (project_id, id, user_id, interaction_id, source, title, description, user_sentiment,
      observed_at, created_at, agent_issue, user_quote, import_id, external_id)
    SELECT $1, id, user_id, interaction_id, source, title, description, user_sentiment,
      observed_at, created_at, agent_issue, quote, $2::uuid, external_id
    FROM post JOIN ${ITEMS} AS item (place, id, title, description, agent_issue, quote) USING (place)
    WHERE key IS NULL OR key IN (SELECT key FROM claimed)
    ON CONFLICT (project_id, external_id) WHERE external_id IS NOT NULL DO NOTHING
    RETURNING id, created_at),
  queued AS (
    INSERT INTO digest_job (project_id, observation_id, due_at, imported)
    SELECT $1, id, created_at, $2::uuid IS NOT NULL FROM stored)
  SELECT place::int, first_id IN (SELECT id FROM stored) AS stored FROM post`
