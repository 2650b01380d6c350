// Sends due messages, one at a time. A message stays locked while it is sent: if this process dies, the lock ends with
// its connection, and another process sends the message again under the same id.
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
import { retryAfterMs } from '../domain/retry-after.ts'
import { type Outlets, type SendResult, sendMessage } from './send-message.ts'

/** Waits before each further attempt: a day in all. */
const RETRY_AFTER_S = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 28_800]

/** The longest Retry-After that is honored: as long as our own longest wait. */
const MOST_REST_MS = 8 * HOUR_MS

const MOST_OF_ERROR = 500

const NOTHING_LEFT = 'its subject has been deleted'

/** Only one sender of a process waits for slower receivers, so that the others continue with other targets. */
const SLOW_MS = 2_000

export type Pace = {
  /** Targets that were slow the last time, shared by all senders of a process. */
  slow: Set<string>
  /** Whether this sender sends to slow targets. */
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

type Outcome = {
  arrived: boolean
  status: number | null
  /** May be set although the message arrived, if it did not reach everyone. */
  error: string | null
  gone: boolean
  /** How long the receiver asks to wait. */
  restMs: number
}

async function attempt(tx: Tx, deps: Deps, outlets: Outlets, message: DueMessage): Promise<Outcome> {
  try {
    const result = await sendMessage(tx, deps, outlets, message)
    return result ? outcomeOf(result, deps.now()) : failed(NOTHING_LEFT)
  } catch (error) {
    return failed(String((error as Error).message))
  }
}

const failed = (error: string): Outcome => ({
  arrived: false,
  status: null,
  error: error.slice(0, MOST_OF_ERROR),
  gone: false,
  restMs: 0,
})

function outcomeOf({ status, retryAfter, refused = null }: SendResult, now: Date): Outcome {
  const error = refusal(status)
  return {
    arrived: error === null,
    status,
    error: error ?? refused?.slice(0, MOST_OF_ERROR) ?? null,
    gone: status === GONE,
    restMs: (isBusy(status) && retryAfterMs(retryAfter, now.getTime())) || 0,
  }
}

const isBusy = (status: number | null): boolean => status === 429 || status === 503

const GONE = 410

function refusal(status: number | null): string | null {
  if (status === null || (status >= 200 && status < 300)) return null
  if (status >= 300 && status < 400) return `the receiver answered ${status}: redirects are not followed`
  return `the receiver answered ${status}`
}

async function settle(tx: Tx, deps: Deps, message: DueMessage, outcome: Outcome): Promise<void> {
  const { project_id: projectId, id, target_id: targetId, kind, personal } = message
  const { arrived, status, error, gone } = outcome
  const at = deps.now()
  const next = arrived ? null : nextAttempt(message, outcome, at)
  const state: Attempt['state'] = arrived ? 'delivered' : next ? 'due' : 'failed'
  await saveAttempt(tx, projectId, id, { state, status, error, at, next })
  // A personal target is never paused: nobody sees it, so nobody could resume it.
  if (state !== 'failed' || kind === 'test' || personal || error === NOTHING_LEFT) return
  // A receiver may refuse one message and accept others.
  const dayAgo = new Date(at.getTime() - LIMITS.deliveryHours * HOUR_MS)
  if (!gone && (await hasArrivedSince(tx, projectId, targetId, dayAgo))) return
  const because = gone
    ? 'The receiver answered 410 (Gone).'
    : `Nothing arrived for ${LIMITS.deliveryHours} hours. The last attempt: ${error}.`
  await pauseTarget(tx, projectId, targetId, because, at)
}

/** A test is not retried: whoever sent it is watching and can send another. */
function nextAttempt({ attempts, kind, first_attempt_at }: DueMessage, outcome: Outcome, at: Date) {
  const { error, gone, restMs } = outcome
  const wait = RETRY_AFTER_S[attempts]
  if (wait === undefined || gone || kind === 'test' || error === NOTHING_LEFT) return null
  const next = at.getTime() + wait * 1000
  const end = (first_attempt_at ?? at).getTime() + LIMITS.deliveryHours * HOUR_MS
  if (next > end) return null
  // Whatever the receiver asks for, the last attempt is made within the day.
  const rested = Math.min(at.getTime() + Math.min(restMs, MOST_REST_MS), end)
  return new Date(Math.max(next, rested))
}
