// A project's daily budget of observations: never more are stored, whatever the number of processes. A process takes a
// hundredth of it at a time and hands that out without asking; once a second it returns what is left over. Only a process that is
// killed takes its share with it: so many fewer can be stored that day.
import { DAY_MS, dayOf } from '../../contract/date-time.ts'
import { returnToBudget, takeFromBudget } from '../../db/observations/observation-budgets.ts'
import type { Tx } from '../../db/pool.ts'
import type { Soon } from '../soon.ts'

export type DailyBudgets = {
  /** Whether so many more may be stored today. */
  take(projectId: string, budget: number, count: number): Soon<boolean>
  /** What was taken was not stored. */
  giveBack(projectId: string, count: number): void
  /** Returns what is left over to the other processes. */
  exchange(tx: Tx): Promise<void>
}

/**
 * `refusedFrom`: until the next exchange, so many or more are known to be too many. `asking`: more is being asked for. Posts that come
 * meanwhile wait for that: when each asked for itself, 64 at once wrote the same row 64 times a second, a fifth of what they cost.
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
  /** A whole share where there is one, else just what is missing. */
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
  /** From what is at hand; null where there is too little of it. */
  const takeHeld = (share: Share, count: number): boolean | null => {
    if (count >= share.refusedFrom) return false
    if (count > share.left) return null
    share.left -= count
    return true
  }
  const takeLater = async (projectId: string, share: Share, budget: number, count: number) => {
    for (;;) {
      share.asking ??= enlarge(projectId, share, budget, count).finally(() => {
        share.asking = null
      })
      await share.asking
      const taken = takeHeld(share, count)
      if (taken !== null) return taken
    }
  }
  return {
    take(projectId, budget, count) {
      const share = shareOf(projectId)
      return takeHeld(share, count) ?? takeLater(projectId, share, budget, count)
    },
    giveBack(projectId, count) {
      shareOf(projectId).left += count
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
