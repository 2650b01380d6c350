// Sends messages that are due, one at a time. A message stays locked while it is being sent: if this process dies, the lock goes
// with its connection, and another process sends the message again under the same id.
import { HOUR_MS } from '../contract/date-time.ts'
import { LIMITS } from '../contract/limits.ts'
import {
  type Attempt,
  type DueMessage,
  hasArrivedSince,
  lockDueMessage,
  saveAttempt,
} from '../db/integrations/messages.ts'
import { pauseTarget } from '../db/integrations/targets.ts'
import { inTransaction, type Tx } from '../db/pool.ts'
import type { Deps } from '../domain/deps.ts'
import { type Outlets, sendMessage } from './send-message.ts'

/** Waits before each further attempt: a day in all. */
const RETRY_AFTER_S = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 28_800]

const NOTHING_LEFT = 'what it was about has been deleted'

/** An answer that takes longer is waited for by one sender of a process, so that the others go on with other targets. */
const SLOW_MS = 2_000

export type Pace = {
  /** The targets that were slow when last sent to, as all senders of a process know them. */
  slow: Set<string>
  /** Whether this sender takes messages to them. */
  waits: boolean
  slowMs?: number
}

/** False when nothing is due. */
export function deliverOne(
  deps: Deps,
  outlets: Outlets,
  { slow, waits, slowMs = SLOW_MS }: Pace = { slow: new Set(), waits: true },
): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const message = await lockDueMessage(tx, deps.now(), waits ? [] : [...slow])
    if (!message) return false
    const started = performance.now()
    const outcome = await attempt(tx, deps, outlets, message)
    if (performance.now() - started > slowMs) slow.add(message.target_id)
    else slow.delete(message.target_id)
    await settle(tx, deps, message, outcome)
    return true
  })
}

type Outcome = { status: number | null; error: string | null; gone: boolean }

async function attempt(tx: Tx, deps: Deps, outlets: Outlets, message: DueMessage): Promise<Outcome> {
  try {
    const { status, nothing } = await sendMessage(tx, deps, outlets, message)
    if (nothing) return { status: null, error: NOTHING_LEFT, gone: false }
    return { status, error: refused(status), gone: status === GONE }
  } catch (error) {
    return { status: null, error: String((error as Error).message).slice(0, 500), gone: false }
  }
}

const GONE = 410

function refused(status: number | null): string | null {
  if (status === null || (status >= 200 && status < 300)) return null
  if (status >= 300 && status < 400) return `the receiver answered ${status}: redirects are not followed`
  return `the receiver answered ${status}`
}

async function settle(tx: Tx, deps: Deps, message: DueMessage, outcome: Outcome): Promise<void> {
  const { project_id: projectId, id, target_id: targetId, kind, personal } = message
  const { status, error, gone } = outcome
  const at = deps.now()
  const next = error === null ? null : nextAttempt(message, outcome, at)
  const state: Attempt['state'] = error === null ? 'delivered' : next ? 'due' : 'failed'
  await saveAttempt(tx, projectId, id, { state, status, error, at, next })
  // The target of a single person is never paused: nobody sees it, so nobody could resume it.
  if (state !== 'failed' || kind === 'test' || personal || error === NOTHING_LEFT) return
  // A receiver may refuse one message and take the others.
  const dayAgo = new Date(at.getTime() - LIMITS.deliveryHours * HOUR_MS)
  if (!gone && (await hasArrivedSince(tx, projectId, targetId, dayAgo))) return
  const because = gone
    ? 'The receiver answered 410: it wants no more messages.'
    : `Nothing arrived for ${LIMITS.deliveryHours} hours. The last attempt: ${error}.`
  await pauseTarget(tx, projectId, targetId, because, at)
}

/** A test is not tried again: whoever sent it is watching, and can send another. */
function nextAttempt({ attempts, kind, first_attempt_at }: DueMessage, { error, gone }: Outcome, at: Date) {
  const wait = RETRY_AFTER_S[attempts]
  if (wait === undefined || gone || kind === 'test' || error === NOTHING_LEFT) return null
  const next = new Date(at.getTime() + wait * 1000)
  const end = (first_attempt_at ?? at).getTime() + LIMITS.deliveryHours * HOUR_MS
  return next.getTime() <= end ? next : null
}
