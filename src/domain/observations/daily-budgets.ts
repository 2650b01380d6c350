// A project's daily budget of observations: never more are stored, whatever the number of processes. A process takes a
// hundredth of it at a time and hands that out without asking; once a second it returns what is left over. Only a process that is
// killed takes its share with it: so many fewer can be stored that day.
import { returnToBudget, takeFromBudget } from '../../db/observations/observation-budgets.ts'
import type { Tx } from '../../db/pool.ts'

export type DailyBudgets = {
  /** Whether so many more may be stored today. */
  take(projectId: string, budget: number, count: number): Promise<boolean>
  /** What was taken was not stored. */
  giveBack(projectId: string, count: number): void
  /** Returns what is left over to the other processes. */
  exchange(tx: Tx): Promise<void>
}

/** `refusedFrom`: until the next exchange, so many or more are known to be too many. */
type Share = { day: string; left: number; refusedFrom: number }

const SHARES = 100

export function createDailyBudgets(tx: Tx, now: () => Date): DailyBudgets {
  const shares = new Map<string, Share>()
  const shareOf = (projectId: string): Share => {
    const day = dayOf(now())
    const known = shares.get(projectId)
    if (known?.day === day) return known
    const share = { day, left: 0, refusedFrom: Number.POSITIVE_INFINITY }
    shares.set(projectId, share)
    return share
  }
  /** A whole share where there is one, else just what is missing; what is more than that is left for the next. */
  const enlarge = async (projectId: string, share: Share, budget: number, missing: number) => {
    const whole = Math.max(missing, Math.floor(budget / SHARES))
    for (const count of new Set([whole, missing]))
      if (await takeFromBudget(tx, projectId, { day: share.day, count, budget })) {
        share.left += count - missing
        return true
      }
    return false
  }
  return {
    async take(projectId, budget, count) {
      const share = shareOf(projectId)
      if (count >= share.refusedFrom) return false
      const held = Math.min(share.left, count)
      share.left -= held
      if (held === count || (await enlarge(projectId, share, budget, count - held))) return true
      share.left += held
      share.refusedFrom = Math.min(share.refusedFrom, count)
      return false
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

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
