// Emails members about what concerns them (mentions, assigned issues), in the transaction of its cause.
import { insertPersonalEvent } from '../../db/integrations/personal-events.ts'
import type { Tx } from '../../db/pool.ts'
import type { Actor } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { type Announcement, SETTLE_MS } from './emit.ts'

/** Notifies those accounts that are members and want email, but never the actor. */
export async function notifyMembers(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  projectId: string,
  { type, issueId, facts }: Required<Omit<Announcement, 'studyId'>>,
  accountIds: string[],
): Promise<void> {
  if (accountIds.length === 0) return
  const at = deps.now()
  const event = { id: deps.newId(), type, at, issueId, studyId: null, facts }
  const recipients = accountIds.map((accountId) => ({ accountId, targetId: deps.newId() }))
  const readyAt = new Date(at.getTime() + SETTLE_MS)
  await insertPersonalEvent(tx, projectId, event, { recipients, by: actor, readyAt })
}
