// A project's daily budget of observations, which is never exceeded, however many processes there are. Each process
// reserves a hundredth of the budget at a time in the database and hands it out from memory; once a second it returns
// what is unused. What a process had reserved is lost for the day when it is killed.
import { DAY_MS, dayOf } from '../../contract/date-time.ts'
import { returnToBudget, takeFromBudget } from '../../db/observations/observation-budgets.ts'
import type { Tx } from '../../db/pool.ts'

export type DailyBudgets = {
  /** Takes this many from today's budget; null when less is left. */
  take(projectId: string, budget: number, count: number): Promise<Taken | null>
  /** Returns unused reservations, for other processes to use. */
  exchange(tx: Tx): Promise<void>
}

type Taken = {
  /** For observations that were not stored. Credits the day that they were taken from, which may be over. */
  giveBack(): void
}

/**
 * What a process has reserved.
 * - `refusedFrom`: this many or more are current to be too many until the next exchange.
 * - `asking`: a reservation is under way, and other posts wait for it instead of all writing the same row.
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
    const current = shares.get(projectId)
    if (current && at.getTime() < current.until && at.getTime() >= current.until - DAY_MS) return current
    const day = dayOf(at)
    const until = Date.parse(day) + DAY_MS
    const share = { day, until, left: 0, refusedFrom: Number.POSITIVE_INFINITY, asking: null }
    shares.set(projectId, share)
    return share
  }
  /** Reserves a hundredth of the budget or, when less is left, only what is missing. */
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
  /** Takes from the reservation; undefined when it is too small and more may be reserved. */
  const takeReserved = (share: Share, count: number): Taken | null | undefined => {
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
      const taken = takeReserved(share, count)
      if (taken !== undefined) return taken
    }
  }
  return {
    async take(projectId, budget, count) {
      const share = shareOf(projectId)
      const taken = takeReserved(share, count)
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
