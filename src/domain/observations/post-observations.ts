// Stores a batch of observations about one user and one interaction.
import { DAY_MS, parseDateTime } from '../../contract/date-time.ts'
import type { Source } from '../../contract/labels.ts'
import type {
  ObservationBatchCreate,
  ObservationBatchCreateResponse,
} from '../../contract/observations/observations.ts'
import { Refusal } from '../../contract/refusal.ts'
import { isOfStatement } from '../../db/error-codes.ts'
import { selectRememberedResponse } from '../../db/idempotency-keys.ts'
import type { NewPost, PostOutcome } from '../../db/observations/insert-posts.ts'
import type { AgentDeps, Deps } from '../deps.ts'
import { fingerprintOf, type Outcome, recall } from '../once.ts'
import { noteRedactions, redactBatch } from '../privacy/redact-incoming.ts'
import { invalidKey } from '../projects/authenticate-key.ts'

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

/** Stores the post if the project's daily budget, where it has one, allows it. A repeat costs nothing. */
const storeWithinBudget = (
  deps: AgentDeps,
  projectId: string,
  budget: number | null,
  post: NewPost,
): Promise<PostOutcome> =>
  budget === null ? deps.posts.store(projectId, post) : storeCounted(deps, projectId, budget, post)

async function storeCounted(
  deps: AgentDeps,
  projectId: string,
  budget: number,
  post: NewPost,
): Promise<PostOutcome> {
  const { once, items } = post
  const taken = await deps.budgets.take(projectId, budget, items.length)
  if (!taken) {
    if (once && (await selectRememberedResponse(deps.ingest, projectId, once.key))) return 'repeated'
    throw overBudget(budget, deps.now())
  }
  try {
    const outcome = await deps.posts.store(projectId, post)
    if (outcome !== 'stored') taken.giveBack()
    return outcome
  } catch (error) {
    if (isCertainlyNotStored(error)) taken.giveBack()
    throw error
  }
}

/** Too much was waiting, or PostgreSQL said no. Where the connection was lost instead, the post may be stored all the same. */
const isCertainlyNotStored = (error: unknown): boolean => error instanceof Refusal || isOfStatement(error)

function overBudget(budget: number, at: Date): Refusal {
  const seconds = Math.ceil((DAY_MS - (at.getTime() % DAY_MS)) / 1000)
  const detail = `too many observations: this project stores ${budget} a day, and this batch is more than is left; the next day begins in ${seconds} s, at midnight UTC`
  return new Refusal('rate_limited', detail, {
    'Retry-After': String(seconds),
    'RateLimit-Policy': `"observations";q=${budget};w=${DAY_MS / 1000}`,
    RateLimit: `"observations";r=0;t=${seconds}`,
  })
}
