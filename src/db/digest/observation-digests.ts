// Statements on what the digest found in each observation: language, kind, meaning, search index, days.
import type { Sentiment } from '../../contract/labels.ts'
import type { Tx } from '../pool.ts'
import { IS_NEW } from '../upsert.ts'
import { countLastHeard } from '../users/last-heard-days.ts'

export type ObservationDigest = {
  observationId: string
  language: string
  kind: string
  model: string
  meaning: Buffer | null
  words: Buffer
  textHash: Buffer
}

/** The ids that had not been digested before. */
export async function saveDigests(
  tx: Tx,
  projectId: string,
  digests: ObservationDigest[],
  at: Date,
): Promise<Set<string>> {
  const { rows } = await tx.query<{ observation_id: string; is_new: boolean }>({
    name: 'save-digests',
    text: `INSERT INTO observation_digest (project_id, observation_id, language, kind, model, meaning, words, text_hash,
             digested_at)
           SELECT $1::uuid, item.*, $9::timestamptz
           FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::bytea[], $7::bytea[], $8::bytea[]) AS item
           ON CONFLICT (project_id, observation_id) DO UPDATE SET language = excluded.language,
             kind = excluded.kind, model = excluded.model, meaning = excluded.meaning, words = excluded.words,
             text_hash = excluded.text_hash, digested_at = excluded.digested_at
           RETURNING observation_id, ${IS_NEW} AS is_new`,
    values: [
      projectId,
      digests.map((digest) => digest.observationId),
      digests.map((digest) => digest.language),
      digests.map((digest) => digest.kind),
      digests.map((digest) => digest.model),
      digests.map((digest) => digest.meaning),
      digests.map((digest) => digest.words),
      digests.map((digest) => digest.textHash),
      at,
    ],
  })
  return new Set(rows.filter((row) => row.is_new).map((row) => row.observation_id))
}

/** Word forms of the text's own language, and the words as they are for whoever searches in another. */
export async function saveSearchDocuments(
  tx: Tx,
  projectId: string,
  documents: { observationId: string; config: string; title: string; description: string }[],
): Promise<void> {
  await tx.query({
    name: 'save-search-documents',
    text: `INSERT INTO observation_search (project_id, observation_id, document)
           SELECT $1::uuid, id,
             setweight(to_tsvector(config::regconfig, title), 'A') || to_tsvector(config::regconfig, description)
             || setweight(to_tsvector('simple', title), 'A') || to_tsvector('simple', description)
           FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[]) AS item (id, config, title, description)
           ON CONFLICT (project_id, observation_id) DO UPDATE SET document = excluded.document`,
    values: [
      projectId,
      documents.map((document) => document.observationId),
      documents.map((document) => document.config),
      documents.map((document) => document.title),
      documents.map((document) => document.description),
    ],
  })
}

export async function countDays(
  tx: Tx,
  projectId: string,
  observations: { sentiment: Sentiment; observedAt: Date }[],
): Promise<void> {
  if (observations.length === 0) return
  await tx.query({
    name: 'count-days',
    text: `INSERT INTO project_day (project_id, day, user_sentiment, count)
           SELECT $1::uuid, (observed_at AT TIME ZONE 'UTC')::date, sentiment, count(*)::int
           FROM unnest($2::text[], $3::timestamptz[]) AS item (sentiment, observed_at) GROUP BY 2, 3
           ON CONFLICT (project_id, day, user_sentiment) DO UPDATE SET count = project_day.count + excluded.count`,
    values: [
      projectId,
      observations.map((observation) => observation.sentiment),
      observations.map((observation) => observation.observedAt),
    ],
  })
}

/** Counts users by their observations, and in the project's state how many users there are. */
export async function countUsers(
  tx: Tx,
  projectId: string,
  observations: { userId: string; observedAt: Date }[],
): Promise<void> {
  if (observations.length === 0) return
  const userIds = observations.map(({ userId }) => userId)
  await countLastHeard(tx, projectId, -1, userIds)
  await tx.query({
    name: 'count-users',
    text: `WITH counted AS (
             INSERT INTO project_user (project_id, user_id, observation_count, first_seen, last_seen)
             SELECT $1::uuid, user_id, count(*)::int, min(observed_at), max(observed_at)
             FROM unnest($2::text[], $3::timestamptz[]) AS item (user_id, observed_at) GROUP BY user_id
             ON CONFLICT (project_id, user_id) DO UPDATE SET
               observation_count = project_user.observation_count + excluded.observation_count,
               first_seen = least(project_user.first_seen, excluded.first_seen),
               last_seen = greatest(project_user.last_seen, excluded.last_seen)
             RETURNING ${IS_NEW} AS is_new)
           UPDATE digest_state SET user_count = user_count + (SELECT count(*) FROM counted WHERE is_new)
           WHERE project_id = $1`,
    values: [projectId, userIds, observations.map((observation) => observation.observedAt)],
  })
  await countLastHeard(tx, projectId, 1, userIds)
}
