// A project's daily budget of observations, which is never exceeded, however many processes there are. A process reserves a
// hundredth of it at a time in the database and hands that out from memory; once a second it returns what is left over. When a
// process is killed, what it had reserved is lost for that day.
import { DAY_MS, dayOf } from '../../contract/date-time.ts'
import { returnToBudget, takeFromBudget } from '../../db/observations/observation-budgets.ts'
import type { Tx } from '../../db/pool.ts'

export type DailyBudgets = {
  /** Takes so many from the budget of today; null when that many are not left. */
  take(projectId: string, budget: number, count: number): Promise<Taken | null>
  /** Returns what is left over to the other processes. */
  exchange(tx: Tx): Promise<void>
}

type Taken = {
  /** It has not been stored after all. Goes back to the day that it was taken from, which may be over. */
  giveBack(): void
}

/**
 * What a process has reserved. `refusedFrom`: until the next exchange, this many or more are known to be too many. `asking`: more is
 * being reserved, and posts that come meanwhile wait for it. When each asked for itself, 64 posts at once wrote the same row 64
 * times, which was a fifth of what they cost.
 */
type Share = {
  day: string
  until: number
  left: number
  refusedFrom: number
  asking: Promise<void> | null
}

const SHARES = 100

export function createDailyBudgets(tx: Tx, now: () => Date): DailyBudgets {
  const shares = new Map<string, Share>()
  const shareOf = (projectId: string): Share => {
    const at = now()
    const known = shares.get(projectId)
    if (known && at.getTime() < known.until && at.getTime() >= known.until - DAY_MS) return known
    const day = dayOf(at)
    const until = Date.parse(day) + DAY_MS
    const share = { day, until, left: 0, refusedFrom: Number.POSITIVE_INFINITY, asking: null }
    shares.set(projectId, share)
    return share
  }
  /** Reserves a whole share or, where that much is not left, just what is missing. */
  const enlarge = async (projectId: string, share: Share, budget: number, count: number) => {
    const missing = count - share.left
    const whole = Math.max(missing, Math.floor(budget / SHARES))
    for (const more of new Set([whole, missing]))
      if (await takeFromBudget(tx, projectId, { day: share.day, count: more, budget })) {
        share.left += more
        return
      }
    share.refusedFrom = Math.min(share.refusedFrom, count)
  }
  /** From what is reserved; undefined where that is too little, and more can be asked for. */
  const takeHeld = (share: Share, count: number): Taken | null | undefined => {
    if (count >= share.refusedFrom) return null
    if (count > share.left) return undefined
    share.left -= count
    return {
      giveBack() {
        share.left += count
      },
    }
  }
  const takeLater = async (projectId: string, share: Share, budget: number, count: number) => {
    for (;;) {
      share.asking ??= enlarge(projectId, share, budget, count).finally(() => {
        share.asking = null
      })
      await share.asking
      const taken = takeHeld(share, count)
      if (taken !== undefined) return taken
    }
  }
  return {
    async take(projectId, budget, count) {
      const share = shareOf(projectId)
      const taken = takeHeld(share, count)
      return taken === undefined ? takeLater(projectId, share, budget, count) : taken
    },
    async exchange(db) {
      const today = dayOf(now())
      for (const [projectId, share] of shares) {
        const { day, left } = share
        Object.assign(share, { left: 0, refusedFrom: Number.POSITIVE_INFINITY })
        if (day !== today) shares.delete(projectId)
        if (left > 0) await returnToBudget(db, projectId, day, left)
      }
    },
  }
}
