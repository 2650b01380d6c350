// Turns events into messages: one per event for webhooks, one for all collected events for people.
import { DAY_MS } from '../../contract/date-time.ts'
import type { EventType } from '../../contract/labels.ts'
import { lockDueDigest } from '../../db/integrations/digest-letters.ts'
import {
  dropQueued,
  insertMessage,
  keepQuiet,
  letWait,
  lockReadyEvents,
  putIntoMessage,
  type QueuedEvent,
  rankOfSeverity,
} from '../../db/integrations/messages.ts'
import { selectNextDigest, setNextDigest } from '../../db/integrations/targets.ts'
import { inTransaction, type Tx } from '../../db/pool.ts'
import type { Deps } from '../deps.ts'
import { readLetter } from './read-letter.ts'

const AT_ONCE = 200
const QUIET_MS = 60_000

type Verdict = 'tell' | 'wait' | 'drop'

/** Members' own actions are announced however few users the issue has. */
const BY_MEMBERS: EventType[] = ['issue.assigned', 'issue.commented']

/**
 * An issue with something at stake is announced however few users report it. A new issue that does not meet the
 * conditions yet may meet them later; any other event is dropped.
 */
function judgeEvent({ type, issue_id, issue, ...target }: QueuedEvent): Verdict {
  if (issue_id === null) return 'tell'
  if (issue === null || (issue.merged && type === 'issue.new')) return 'drop'
  const { min_users, kinds, min_severity } = target
  const meets =
    (issue.user_count >= min_users || issue.at_stake || BY_MEMBERS.includes(type)) &&
    (kinds.length === 0 || kinds.includes(issue.kind)) &&
    (min_severity === null || issue.severity_rank >= rankOfSeverity(min_severity)) &&
    issue.tagged
  if (meets) return 'tell'
  return type === 'issue.new' ? 'wait' : 'drop'
}

/** True when there was anything to do. */
export function formMessages(deps: Deps): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const ready = await lockReadyEvents(tx, deps.now(), AT_ONCE)
    const groups = new Map<string, QueuedEvent[]>()
    for (const event of ready) {
      const verdict = judgeEvent(event)
      if (verdict === 'wait') await letWait(tx, event.project_id, event)
      if (verdict === 'drop') await dropQueued(tx, event.project_id, event)
      if (verdict !== 'tell') continue
      const part = event.format === 'webhook' ? event.event_id : ''
      const key = `${event.target_id} ${part}`
      groups.set(key, [...(groups.get(key) ?? []), event])
    }
    for (const events of groups.values()) await formMessage(tx, deps, events)
    return ready.length > 0
  })
}

async function formMessage(tx: Tx, deps: Deps, events: QueuedEvent[]): Promise<void> {
  const [{ project_id, target_id: targetId, format }] = events as [QueuedEvent]
  const [id, at] = [deps.newId(), deps.now()]
  await insertMessage(tx, project_id, { id, targetId, kind: 'events', since: null, at })
  const ids = events.map((event) => event.event_id)
  await putIntoMessage(tx, project_id, targetId, ids, id)
  if (format !== 'webhook') await keepQuiet(tx, project_id, targetId, new Date(at.getTime() + QUIET_MS))
}

const PERIOD_MS = { daily: DAY_MS, weekly: 7 * DAY_MS }

/** Forms a digest that is due, unless it would be empty. True when one was due. */
export function formDigest(deps: Deps): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const at = deps.now()
    const due = await lockDueDigest(tx, at)
    if (!due) return false
    const { project_id: projectId, id: targetId, rhythm, last_digest_at } = due
    const since = last_digest_at ?? new Date(due.next_digest_at.getTime() - PERIOD_MS[rhythm])
    const sections = await readLetter(tx, { projectId, targetId, since, until: at })
    if (sections.length > 0)
      await insertMessage(tx, projectId, { id: deps.newId(), targetId, kind: 'digest', since, at })
    await setNextDigest(tx, projectId, targetId, await selectNextDigest(tx, projectId, rhythm, at), at)
    return true
  })
}
