// Files that are being received make way for what agents post: a step during which posts came is followed by a rest. Reading and
// storing 200 rows takes 20 ms of the event loop and of the database; without rests, posts fell to a third or half of their rate.
import { setTimeout as after } from 'node:timers/promises'
import type { PostGroups } from '../observations/group-posts.ts'

/** How much longer than the step the rest is, so that files have an eighth of the time: with a sixth, posts kept 84 % of their rate. */
const REST_PER_STEP = 7
/** A step may have waited for a lock; whoever sends the file must not take its rest for the end. */
const REST_MS = 5_000
/** Of one file: the request that brings it may take an hour in all. */
const RESTS_MS = 30 * 60_000

/** Takes the steps of one file, one after another, until it is closed. */
export type Pace = { step(work: () => Promise<void>): Promise<void>; close(): void }

/** Opened for each file; those that come at the same time share the time of one. */
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

/** Where no agent posts to this process: a command. */
export const UNPACED: ReceivingPace = { open: () => ({ step: (work) => work(), close: () => {} }) }
