// The log of messages sent to a target, and sending one of them again.
import type { Message } from '../../contract/integrations/targets.ts'
import type { PageQuery } from '../../contract/pages.ts'
import { notFound } from '../../contract/refusal.ts'
import { isUuid } from '../../contract/validate.ts'
import { askForReplay, type MessageRow, selectMessages } from '../../db/integrations/messages.ts'
import type { TargetRow } from '../../db/integrations/targets.ts'
import { inTransaction } from '../../db/pool.ts'
import { type Actor, audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { type Paged, page } from '../pages.ts'
import { requireTarget } from './manage-targets.ts'

/** A paused target receives only tests. */
const isWaitingForTarget = ({ paused_at }: TargetRow, { kind }: MessageRow): boolean =>
  paused_at !== null && kind !== 'test'

const show = (target: TargetRow, row: MessageRow): Message => ({
  ...row,
  events: row.events.map(({ at, ...event }) => ({ ...event, at: new Date(at).toISOString() })),
  next_attempt_at:
    row.state === 'due' && !isWaitingForTarget(target, row) ? row.next_attempt_at.toISOString() : null,
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
})

export async function listMessages(
  deps: Deps,
  projectId: string,
  targetId: string,
  query: PageQuery,
): Promise<Paged<Message>> {
  const target = await inTransaction(deps.db, (tx) => requireTarget(tx, projectId, targetId))
  return page(
    query,
    (at) => selectMessages(deps.db, projectId, target.id, at),
    (row) => row.id,
    (row) => show(target, row),
  )
}

/** Keeps the id, so that receivers recognize a message that they have seen. */
export async function replayMessage(
  deps: Deps,
  actor: Actor,
  projectId: string,
  targetId: string,
  id: string,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const target = await requireTarget(tx, projectId, targetId)
    if (!isUuid(id) || !(await askForReplay(tx, projectId, target.id, id, deps.now())))
      throw notFound('message')
    const facts = { name: target.name, message_id: id }
    await audit(tx, deps, projectId, { actor, action: 'target.replayed', subjectId: target.id, facts })
  })
}
