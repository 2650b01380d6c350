// Writes an event in the transaction of its cause, so that an event is announced exactly when its cause was committed.
import type { EventType } from '../../contract/labels.ts'
import { insertEvent } from '../../db/integrations/events.ts'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../deps.ts'

/** Ids and figures only; texts are read when the message is sent. */
export type Announcement = {
  type: EventType
  issueId?: string
  studyId?: string
  facts?: Record<string, unknown>
}

/** In this time the digest may merge a new issue into another, and a burst is collected into one message. */
export const SETTLE_MS = 10_000

export function emit(
  tx: Tx,
  { now, newId }: Pick<Deps, 'now' | 'newId'>,
  projectId: string,
  { type, issueId = undefined, studyId = undefined, facts = {} }: Announcement,
): Promise<void> {
  const at = now()
  const event = { id: newId(), type, at, issueId: issueId ?? null, studyId: studyId ?? null, facts }
  return insertEvent(tx, projectId, event, new Date(at.getTime() + SETTLE_MS))
}
