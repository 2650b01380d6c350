// Sorts single observations into batches as the service takes them, and a refused batch into its good and bad items.
import type { FieldnoteError } from './fieldnote-error.ts'
import type { ObservationBatchCreate, ObservationItemCreate } from './generated/api.ts'
import { OBSERVATIONS_PER_BATCH } from './generated/limits.ts'

export type QueuedObservation = ObservationItemCreate & Omit<ObservationBatchCreate, 'observations'>

/** A batch and its key: `client.postObservations(batch, { idempotencyKey })` sends it again and never stores it twice. */
export type UnsentBatch = { batch: ObservationBatchCreate; idempotencyKey: string }

/** With the time at which it was collected. */
export type Collected = { observation: QueuedObservation; at: string }

/** Those of one user, conversation, sentiment and time together. What names no time has that of the first in its batch. */
export function batchesOf(
  observations: Array<{ observation: QueuedObservation; at: string }>,
): UnsentBatch[] {
  const groups = new Map<string, UnsentBatch>()
  const full: UnsentBatch[] = []
  for (const { observation, at } of observations) {
    const { user_id, interaction_id, user_sentiment, observed_at, ...item } = observation
    const group = JSON.stringify([user_id, interaction_id, user_sentiment, observed_at])
    const shared = { user_id, interaction_id, user_sentiment, observed_at: observed_at ?? at }
    const unsent = groups.get(group) ?? newBatch({ ...shared, observations: [] })
    groups.set(group, unsent)
    unsent.batch.observations.push(item)
    if (unsent.batch.observations.length < OBSERVATIONS_PER_BATCH) continue
    groups.delete(group)
    full.push(unsent)
  }
  return [...full, ...groups.values()]
}

/** The key is made here, before the first try. */
const newBatch = (batch: ObservationBatchCreate): UnsentBatch => ({
  batch,
  idempotencyKey: crypto.randomUUID(),
})

/** Null when it was not for single items that the batch was refused, or when no other item would be left. */
export function withoutRefused(
  { batch }: UnsentBatch,
  { status, detail }: FieldnoteError,
): { good: UnsentBatch; bad: UnsentBatch } | null {
  if (status !== 400 || typeof detail === 'string') return null
  const places = detail.map(({ loc }) => (loc[1] === 'observations' ? loc[2] : undefined))
  if (!places.every((place) => typeof place === 'number')) return null
  const items = batch.observations
  const [good, bad] = [false, true].map((refused) =>
    items.filter((_, place) => places.includes(place) === refused),
  ) as [ObservationItemCreate[], ObservationItemCreate[]]
  if (good.length === 0 || bad.length === 0) return null
  return { good: newBatch({ ...batch, observations: good }), bad: newBatch({ ...batch, observations: bad }) }
}
