// Targets: where a project's events are sent.
import { randomBytes } from 'node:crypto'
import type { Target, TargetCreate, TargetUpdate } from '../../contract/integrations/targets.ts'
import {
  EVENT_TYPES,
  type EventType,
  type Rhythm,
  TARGET_FORMATS,
  type TargetFormat,
} from '../../contract/labels.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { PageQuery } from '../../contract/pages.ts'
import { conflict, invalid, notFound } from '../../contract/refusal.ts'
import { isUuid } from '../../contract/validate.ts'
import { insertMessage } from '../../db/integrations/messages.ts'
import {
  deleteTargetRow,
  lockTarget,
  pauseTarget,
  type ShownTarget,
  saveTarget,
  selectDigestTargets,
  selectNextDigest,
  selectTargets,
  setNextDigest,
  type TargetRow,
} from '../../db/integrations/targets.ts'
import { inTransaction, type Tx } from '../../db/pool.ts'
import { lockProject } from '../../db/projects/projects.ts'
import { selectTag } from '../../db/tags/tags.ts'
import { type Actor, audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { type Paged, pageOfFew } from '../pages.ts'
import type { Mailer } from './mailer.ts'
import { refusePrivateAddress, requireAddress } from './target-address.ts'

/** What the operator of the service allows. */
export type TargetOptions = { mailer: Mailer | null; allowPrivateTargets: boolean }

/** Without the secret, which is shown once, when the target is created. */
const show = ({ last_digest_at: _, ...row }: ShownTarget): Target => ({
  ...row,
  secret: null,
  paused_at: row.paused_at?.toISOString() ?? null,
  next_digest_at: row.next_digest_at?.toISOString() ?? null,
  last_message_at: row.last_message_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
})

/** The oldest first; only some formats if changes. */
export async function listTargets(
  deps: Deps,
  projectId: string,
  query: PageQuery,
  formats: readonly TargetFormat[] = TARGET_FORMATS,
): Promise<Paged<Target>> {
  const rows = await selectTargets(deps.db, projectId, null)
  return pageOfFew(query, rows.filter(({ format }) => formats.includes(format)).map(show))
}

export async function findTarget(deps: Deps, projectId: string, id: string): Promise<Target | undefined> {
  const [row] = isUuid(id) ? await selectTargets(deps.db, projectId, id) : []
  return row && show(row)
}

/** What most teams want to hear at once. */
const USUAL_EVENTS: EventType[] = ['issue.new', 'issue.regressed', 'issue.spiked', 'issue.severity_raised']

export async function createTarget(
  deps: Deps,
  actor: Actor,
  projectId: string,
  wanted: TargetCreate,
  ways: TargetOptions,
): Promise<Target> {
  if (wanted.format === 'email' && !ways.mailer) throw noMail()
  return inTransaction(deps.db, async (tx) => {
    await lockProject(tx, projectId)
    if ((await selectTargets(tx, projectId, null)).length >= LIMITS.targetsPerProject)
      throw conflict(`a project has at most ${LIMITS.targetsPerProject} targets: delete one first`)
    const blank: TargetRow = {
      id: deps.newId(),
      name: wanted.name,
      format: wanted.format,
      address: '',
      secret: wanted.format === 'webhook' ? `whsec_${randomBytes(24).toString('base64')}` : null,
      rhythm: 'each',
      events: USUAL_EVENTS,
      min_users: 1,
      kinds: [],
      min_severity: null,
      tag_id: null,
      paused_at: null,
      paused_because: null,
      next_digest_at: null,
      last_digest_at: null,
      created_by: actor,
      created_at: deps.now(),
    }
    const row = await changed(tx, deps, projectId, blank, wanted, ways)
    await saveTarget(tx, projectId, row)
    await audit(tx, deps, projectId, {
      actor,
      action: 'target.created',
      subjectId: row.id,
      facts: loggedFields(row),
    })
    return { ...(await requireShown(tx, projectId, row.id)), secret: row.secret }
  })
}

export async function updateTarget(
  deps: Deps,
  actor: Actor,
  projectId: string,
  id: string,
  wanted: TargetUpdate,
  ways: TargetOptions,
): Promise<Target> {
  return inTransaction(deps.db, async (tx) => {
    await lockProject(tx, projectId) // so that the tag that limits it is not deleted meanwhile
    const current = await requireTarget(tx, projectId, id)
    const row = await changed(tx, deps, projectId, current, wanted, ways)
    await saveTarget(tx, projectId, row)
    const action = actionOf(wanted)
    const facts = { ...loggedFields(row), was: { name: current.name } }
    await audit(tx, deps, projectId, { actor, action, subjectId: row.id, facts })
    return requireShown(tx, projectId, row.id)
  })
}

const actionOf = ({ paused }: TargetUpdate): string =>
  paused === undefined ? 'target.changed' : paused ? 'target.paused' : 'target.resumed'

/** Pauses first: deleting waits some seconds for a message under way, and no other message starts. */
export async function deleteTarget(deps: Deps, actor: Actor, projectId: string, id: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const row = await requireTarget(tx, projectId, id)
    await pauseTarget(tx, projectId, row.id, 'It is being deleted: delete it again if it stays.', deps.now())
  })
  await inTransaction(deps.db, async (tx) => {
    const row = await requireTarget(tx, projectId, id)
    await deleteTargetRow(tx, projectId, row.id)
    await audit(tx, deps, projectId, {
      actor,
      action: 'target.deleted',
      subjectId: row.id,
      facts: loggedFields(row),
    })
  })
}

/** Sends a test message the same way as all others. */
export async function testTarget(deps: Deps, projectId: string, id: string): Promise<{ message_id: string }> {
  return inTransaction(deps.db, async (tx) => {
    const { id: targetId } = await requireTarget(tx, projectId, id)
    const message = { id: deps.newId(), targetId, kind: 'test' as const, since: null, at: deps.now() }
    await insertMessage(tx, projectId, message)
    return { message_id: message.id }
  })
}

/** Moves the next digests after the project's time zone changed. */
export async function rescheduleDigests(tx: Tx, deps: Deps, projectId: string): Promise<void> {
  for (const { id, rhythm } of await selectDigestTargets(tx, projectId))
    await setNextDigest(tx, projectId, id, await selectNextDigest(tx, projectId, rhythm, deps.now()), null)
}

/** For the audit log. An address may contain a secret, such as that of a chat webhook, so it is left out. */
const loggedFields = ({ name, format, rhythm, events }: TargetRow) => ({ name, format, rhythm, events })

export async function requireTarget(tx: Tx, projectId: string, id: string): Promise<TargetRow> {
  const row = isUuid(id) ? await lockTarget(tx, projectId, id) : undefined
  if (!row) throw notFound('target')
  return row
}

async function requireShown(tx: Tx, projectId: string, id: string): Promise<Target> {
  const [row] = await selectTargets(tx, projectId, id)
  if (!row) throw notFound('target')
  return show(row)
}

async function changed(
  tx: Tx,
  deps: Deps,
  projectId: string,
  current: TargetRow,
  { address, paused, ...wanted }: TargetUpdate,
  { allowPrivateTargets }: TargetOptions,
): Promise<TargetRow> {
  const { name, rhythm, events, min_users, kinds, min_severity, tag_id } = wanted
  const fields = { name, rhythm, events, min_users, kinds, min_severity, tag_id }
  const changes = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  const next: TargetRow = { ...current, ...changes }
  if (address !== undefined) next.address = requireAddress(next.format, address)
  if (next.address !== current.address && !allowPrivateTargets)
    refusePrivateAddress(next.format, next.address)
  if (next.tag_id !== null && !(await selectTag(tx, projectId, next.tag_id))) throw noTag()
  next.events = EVENT_TYPES.filter((type) => next.events.includes(type))
  if (paused !== undefined) {
    next.paused_at = paused ? (next.paused_at ?? deps.now()) : null
    next.paused_because = null
  }
  if (current.rhythm === 'each') next.last_digest_at = null // the first digest covers one day or week
  next.next_digest_at = await nextDigest(tx, deps, projectId, current, next.rhythm)
  return next
}

async function nextDigest(
  tx: Tx,
  deps: Deps,
  projectId: string,
  current: TargetRow,
  rhythm: Rhythm,
): Promise<Date | null> {
  if (rhythm === 'each') return null
  if (current.next_digest_at && current.rhythm === rhythm) return current.next_digest_at
  return selectNextDigest(tx, projectId, rhythm, deps.now())
}

const noTag = () => invalid([{ loc: ['body', 'tag_id'], msg: 'is no tag of this project', type: 'tag' }])
const noMail = () =>
  conflict('this service cannot send email: whoever runs it has to set SMTP_URL and MAIL_FROM')
