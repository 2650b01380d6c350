// Sorts single observations into batches as the service takes them, and a refused batch into its good and bad items.
import type { FieldnoteError } from './errors.ts'
import type { ObservationBatch, ObservationItemCreate } from './generated/api.ts'
import { OBSERVATIONS_PER_BATCH } from './generated/limits.ts'
import { parted, type SingleObservation } from './observations.ts'

/** A batch with its key: `fieldnote.observeMany(unsent)` sends it again and never stores it twice. */
export type UnsentBatch = ObservationBatch & { idempotencyKey: string }

/** With the time at which it was collected. */
export type Collected = { observation: SingleObservation; at: string }

/** Those that share all of what a batch says once. What names no time has that of the first in its batch. */
export function batchesOf(collected: Collected[]): UnsentBatch[] {
  const groups = new Map<string, UnsentBatch>()
  const full: UnsentBatch[] = []
  for (const { observation, at } of collected) {
    const { about, item } = parted(observation)
    const group = JSON.stringify(Object.entries(about).sort())
    const unsent =
      groups.get(group) ?? newBatch({ ...about, observedAt: about.observedAt ?? at, observations: [] })
    groups.set(group, unsent)
    unsent.observations.push(item)
    if (unsent.observations.length < OBSERVATIONS_PER_BATCH) continue
    groups.delete(group)
    full.push(unsent)
  }
  return [...full, ...groups.values()]
}

/** The key is made here, before the first try. */
const newBatch = (batch: ObservationBatch): UnsentBatch => ({ ...batch, idempotencyKey: crypto.randomUUID() })

/** Null when it was not for single items that the batch was refused, or when no other item would be left. */
export function withoutRefused(
  unsent: UnsentBatch,
  { status, detail }: FieldnoteError,
): { good: UnsentBatch; bad: UnsentBatch } | null {
  if (status !== 400 || typeof detail === 'string') return null
  const places = detail.map(({ loc }) => (loc[1] === 'observations' ? loc[2] : undefined))
  if (!places.every((place) => typeof place === 'number')) return null
  const items = unsent.observations
  const [good, bad] = [false, true].map((refused) =>
    items.filter((_, place) => places.includes(place) === refused),
  ) as [ObservationItemCreate[], ObservationItemCreate[]]
  if (good.length === 0 || bad.length === 0) return null
  return {
    good: newBatch({ ...unsent, observations: good }),
    bad: newBatch({ ...unsent, observations: bad }),
  }
}
