// Stores a batch of observations about one user and one interaction.
import { parseDateTime } from '../../contract/date-time.ts'
import type { Source } from '../../contract/labels.ts'
import type {
  ObservationBatchCreate,
  ObservationBatchCreateResponse,
} from '../../contract/observations/observations.ts'
import type { NewPost } from '../../db/observations/insert-posts.ts'
import type { AgentDeps, Deps } from '../deps.ts'
import { fingerprintOf, type Outcome, recall } from '../once.ts'
import { noteRedactions, redactBatch } from '../privacy/redact-incoming.ts'
import { invalidKey } from '../projects/authenticate-key.ts'
import { storeWithinBudget } from './store-within-budget.ts'

export type PostObservations = {
  projectId: string
  /** The key of the caller; null for an access token. */
  keyId: string | null
  /** How many observations the project stores per day; null for no limit. */
  budget: number | null
  source: Source
  batch: ObservationBatchCreate
  idempotencyKey: string | undefined
}

type Posted = Pick<PostObservations, 'source' | 'batch'>

export async function postObservations(
  deps: AgentDeps,
  { projectId, keyId, budget, source, batch, idempotencyKey }: PostObservations,
): Promise<Outcome<ObservationBatchCreateResponse>> {
  const redacted = await redactBatch(deps, projectId, batch)
  const { post, response } = readBatch(deps, { source, batch: redacted.value })
  const once =
    idempotencyKey === undefined
      ? null
      : { key: idempotencyKey, fingerprint: fingerprintOf(requestOf(batch)), response }
  const outcome = await storeWithinBudget(deps, projectId, budget, { ...post, key_id: keyId, once })
  if (outcome === 'refused') throw invalidKey()
  if (outcome === 'repeated' && once)
    return { response: await recall(deps.ingest, projectId, once.key, once.fingerprint), replayed: true }
  deps.meter.observationsStored(source, batch.observations.length)
  deps.wakeDigest()
  if (redacted.redactions) await noteRedactions(deps, projectId, redacted.redactions)
  return { response, replayed: false }
}

/** Computes what to store and what to answer. */
export function readBatch(
  deps: Pick<Deps, 'now' | 'newId'>,
  { source, batch }: Posted,
): { post: NewPost; response: ObservationBatchCreateResponse } {
  const post = toPost(deps, source, batch)
  return { post, response: toResponse(post) }
}

/** What identifies a repeated request, over REST or MCP, and with properties in any order. */
function requestOf(batch: ObservationBatchCreate): unknown[] {
  const items = batch.observations.map(({ title, description, issue, quote }) => {
    if (quote !== undefined) return [title, description, issue ?? null, quote]
    return issue === undefined ? [title, description] : [title, description, issue]
  })
  const { user_id, interaction_id, user_sentiment, observed_at } = batch
  return ['create_observations', user_id, interaction_id, user_sentiment, observed_at ?? null, items]
}

function toPost(
  { now: clock, newId }: Pick<Deps, 'now' | 'newId'>,
  source: Source,
  batch: ObservationBatchCreate,
): NewPost {
  const now = clock()
  return {
    user_id: batch.user_id,
    interaction_id: batch.interaction_id,
    source,
    user_sentiment: batch.user_sentiment,
    observed_at: (batch.observed_at && parseDateTime(batch.observed_at)) || now,
    created_at: now,
    items: batch.observations.map(({ title, description, issue, quote }) => ({
      id: newId(),
      title,
      description,
      quote: quote?.trim() ? quote : null,
      agent_issue: issue === undefined || issue < 1 || issue > HIGHEST_NUMBER ? null : issue,
    })),
  }
}

/** The highest number that the column holds. */
const HIGHEST_NUMBER = 2_147_483_647

function toResponse(post: NewPost): ObservationBatchCreateResponse {
  const created = post.created_at.toISOString()
  const observed = post.observed_at === post.created_at ? created : post.observed_at.toISOString()
  return {
    results: post.items.map(({ id, title, description }) => ({
      id,
      user_id: post.user_id,
      interaction_id: post.interaction_id,
      source: post.source,
      title,
      description,
      user_sentiment: post.user_sentiment,
      observed_at: observed,
      created_at: created,
      tags: [],
    })),
  }
}
