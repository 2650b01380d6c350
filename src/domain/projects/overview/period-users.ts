// How many users were heard from in a period that is over. Counters do not know it: one index entry of each observation is read, most
// of what the overview of a large project costs. So it is remembered for as long as as many observations are in the period.
import type { Tx } from '../../../db/pool.ts'
import { countUsersBetween } from '../../../db/projects/overviews.ts'

/** From the day of `since` up to the day before that of `until`. */
export type Period = { projectId: string; since: Date; until: Date }

export type PeriodUsers = {
  /** `observations`: how many are in the period. */
  count(period: Period, observations: number): Promise<number>
}

/** Others may have come in place of as many that went. */
const KEPT_MS = 10 * 60_000
const MOST_KEPT = 500

type Kept = { observations: number; counted: Date; users: Promise<number> }

export function rememberPeriodUsers(tx: Tx, now: () => Date): PeriodUsers {
  const kept = new Map<string, Kept>()
  const keep = (key: string, one: Kept): void => {
    kept.delete(key)
    kept.set(key, one) // at the end: the first is the one that was counted longest ago
    const [oldest] = kept.keys()
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
  }
  return {
    async count({ projectId, since, until }, observations) {
      const key = [projectId, dayOf(since), dayOf(until)].join(' ')
      const known = kept.get(key)
      if (known?.observations === observations && +now() - +known.counted < KEPT_MS) return known.users
      const users = countUsersBetween(tx, projectId, since, until)
      keep(key, { observations, counted: now(), users })
      users.catch(() => kept.delete(key))
      return users
    },
  }
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10)
