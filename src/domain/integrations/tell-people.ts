// Tells single people what concerns them, by mail, in the transaction of its cause: a mention, an issue that is theirs now.
import { insertPersonalEvent } from '../../db/integrations/personal-events.ts'
import type { Tx } from '../../db/pool.ts'
import type { Actor } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { type Happening, SETTLE_MS } from './emit.ts'

/** Those of the accounts who are members and want to be mailed; nobody for their own doing. */
export async function tellPeople(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  projectId: string,
  { type, issueId, facts }: Required<Omit<Happening, 'studyId'>>,
  accountIds: string[],
): Promise<void> {
  if (accountIds.length === 0) return
  const at = deps.now()
  const event = { id: deps.newId(), type, at, issueId, studyId: null, facts }
  const recipients = accountIds.map((accountId) => ({ accountId, targetId: deps.newId() }))
  const readyAt = new Date(at.getTime() + SETTLE_MS)
  await insertPersonalEvent(tx, projectId, event, { recipients, by: actor, readyAt })
}
