// Stores a batch of observations about one user and one interaction.
import { parseDateTime } from '../../contract/date-time.ts'
import type { Source } from '../../contract/labels.ts'
import type {
  ObservationBatchCreate,
  ObservationBatchCreateResponse,
} from '../../contract/observations/observations.ts'
import type { NewPost } from '../../db/observations/insert-posts.ts'
import { insertObservations, type NewBatch } from '../../db/observations/observations.ts'
import type { Tx } from '../../db/pool.ts'
import type { AgentDeps, Deps } from '../deps.ts'
import { fingerprintOf, type Outcome, recall } from '../once.ts'
import { noteRedactions, redactBatch } from '../privacy/redact-incoming.ts'
import { invalidKey } from '../projects/authenticate-key.ts'
import { storeWithinBudget } from './store-within-budget.ts'

export type PostObservations = {
  projectId: string
  /** Whose key it is; null: an access token was sent instead. */
  keyId: string | null
  /** How many observations the project stores a day; null: any number. */
  budget: number | null
  source: Source
  batch: ObservationBatchCreate
  idempotencyKey: string | undefined
}

type Posted = Pick<PostObservations, 'projectId' | 'source' | 'batch'>

export async function postObservations(
  deps: AgentDeps,
  { projectId, keyId, budget, source, batch, idempotencyKey }: PostObservations,
): Promise<Outcome<ObservationBatchCreateResponse>> {
  const kept = await redactBatch(deps, projectId, batch)
  const { rows, response } = readBatch(deps, { projectId, source, batch: kept.value })
  const once =
    idempotencyKey === undefined
      ? null
      : { key: idempotencyKey, fingerprint: fingerprintOf(requestOf(batch)), response }
  const outcome = await storeWithinBudget(deps, budget, toPost(rows, keyId, once))
  if (outcome === 'refused') throw invalidKey()
  if (outcome === 'repeated' && once)
    return { response: await recall(deps.ingest, projectId, once.key, once.fingerprint), replayed: true }
  deps.meter.observationsStored(source, batch.observations.length)
  deps.wakeDigest()
  if (kept.redactions) await noteRedactions(deps, projectId, kept.redactions)
  return { response, replayed: false }
}

/** Written out field by field: adding fields after a spread cost as much as checking the post. */
const toPost = (rows: NewBatch, keyId: string | null, once: NewPost['once']): NewPost => ({
  project_id: rows.project_id,
  user_id: rows.user_id,
  interaction_id: rows.interaction_id,
  source: rows.source,
  user_sentiment: rows.user_sentiment,
  observed_at: rows.observed_at,
  created_at: rows.created_at,
  items: rows.items,
  key_id: keyId,
  once,
})

/** Only stores: for callers that do more in the same transaction. */
export async function storeObservations(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'newId'>,
  posted: Posted,
): Promise<ObservationBatchCreateResponse> {
  const { rows, response } = readBatch(deps, posted)
  await insertObservations(tx, rows)
  return response
}

/** What would be stored, and what would be answered. */
export function readBatch(
  deps: Pick<Deps, 'now' | 'newId'>,
  { projectId, source, batch }: Posted,
): { rows: NewBatch; response: ObservationBatchCreateResponse } {
  const rows = toRows(deps, projectId, source, batch)
  return { rows, response: toResponse(rows) }
}

/** What makes two requests the same, over REST or MCP, and whatever the order of their properties. */
function requestOf(batch: ObservationBatchCreate): unknown[] {
  const items = batch.observations.map(({ title, description, issue }) =>
    issue === undefined ? [title, description] : [title, description, issue],
  )
  const { user_id, interaction_id, user_sentiment, observed_at } = batch
  return ['create_observations', user_id, interaction_id, user_sentiment, observed_at ?? null, items]
}

function toRows(
  { now: clock, newId }: Pick<Deps, 'now' | 'newId'>,
  projectId: string,
  source: Source,
  batch: ObservationBatchCreate,
): NewBatch {
  const now = clock()
  return {
    project_id: projectId,
    user_id: batch.user_id,
    interaction_id: batch.interaction_id,
    source,
    user_sentiment: batch.user_sentiment,
    observed_at: (batch.observed_at && parseDateTime(batch.observed_at)) || now,
    created_at: now,
    items: batch.observations.map(({ title, description, issue }) => ({
      id: newId(),
      title,
      description,
      agent_issue: issue === undefined || issue < 1 || issue > HIGHEST_NUMBER ? null : issue,
    })),
  }
}

/** The largest number that the column can hold. */
const HIGHEST_NUMBER = 2_147_483_647

function toResponse(rows: NewBatch): ObservationBatchCreateResponse {
  const created = rows.created_at.toISOString()
  const observed = rows.observed_at === rows.created_at ? created : rows.observed_at.toISOString()
  return {
    results: rows.items.map(({ id, title, description }) => ({
      id,
      user_id: rows.user_id,
      interaction_id: rows.interaction_id,
      source: rows.source,
      title,
      description,
      user_sentiment: rows.user_sentiment,
      observed_at: observed,
      created_at: created,
      tags: [],
    })),
  }
}
