// Observations in the client's words, and as the service takes them.
import type { ObservationBatch, ObservationBatchCreate, ObservationItemCreate } from './generated/api.ts'
import { BATCH_FIELDS } from './generated/batch-fields.ts'

type About = Omit<ObservationBatch, 'observations'>

/** One observation, with what a batch says once for all of its own. */
export type SingleObservation = About & ObservationItemCreate

/** The same batch posted again under its key, within a day, is stored once. Made by the client unless given. */
export type Repeatable = { idempotencyKey?: string | undefined }

const isShared = (name: string): name is keyof typeof BATCH_FIELDS => Object.hasOwn(BATCH_FIELDS, name)

export function parted(observation: SingleObservation): { about: About; item: ObservationItemCreate } {
  const fields = Object.entries(observation)
  const about = Object.fromEntries(fields.filter(([name]) => isShared(name))) as About
  const item = Object.fromEntries(fields.filter(([name]) => !isShared(name))) as ObservationItemCreate
  return { about, item }
}

/** In the names of the API. */
export function batchToSend({ observations, ...about }: ObservationBatch): ObservationBatchCreate {
  const shared = Object.entries(about).map(([name, value]) => [
    isShared(name) ? BATCH_FIELDS[name] : name,
    value,
  ])
  return { ...Object.fromEntries(shared), observations }
}
