// Receiving files yields to agents: a step during which posts arrived is followed by a pause. Reading and storing 200
// rows takes 20 ms of the event loop and the database; without pauses, posts fell to half of their rate.
import { setTimeout as after } from 'node:timers/promises'
import type { PostGroups } from '../observations/group-posts.ts'

/** How many times longer than the step the pause is: files get an eighth of the time. */
const REST_PER_STEP = 7
/** A step may have waited for a lock; the sender must not mistake a pause for the end. */
const REST_MS = 5_000
/** Pauses per file: the request that brings it may take an hour in all. */
const RESTS_MS = 30 * 60_000

/** Runs the steps of one file, one after another, until it is closed. */
export type Pace = { step(work: () => Promise<void>): Promise<void>; close(): void }

/** Opened for each file; concurrent files share the time of one. */
export type ReceivingPace = { open(): Pace }

type Clock = { now(): number; rest(milliseconds: number): Promise<unknown> }

const CLOCK: Clock = { now: () => performance.now(), rest: after }

export function paceReceiving(posts: Pick<PostGroups, 'status'>, { now, rest } = CLOCK): ReceivingPace {
  let files = 0
  const open = (): Pace => {
    let restedMs = 0
    files++
    return {
      async step(work) {
        const before = posts.status()
        const started = now()
        await work()
        const posted = before.waiting + before.underWay > 0 || posts.status().taken > before.taken
        if (!posted || restedMs >= RESTS_MS) return
        const restMs = Math.min((now() - started) * REST_PER_STEP * files, REST_MS)
        restedMs += restMs
        await rest(restMs)
      },
      close() {
        files--
      },
    }
  }
  return { open }
}

/** For commands, where no agent posts to the process. */
export const UNPACED: ReceivingPace = { open: () => ({ step: (work) => work(), close: () => {} }) }
