// How many callers may be refused now: telling them takes time from answering others.

export type RefusalLimits = {
  /** So many for each that is answered, by weight, … */
  refusalsPerAnswer: number
  /** … and so many a second where nothing is, because the database hangs. */
  refusalsPerSecond: number
}

export function createAllowance({ refusalsPerAnswer, refusalsPerSecond }: RefusalLimits) {
  let [left, since] = [0, 0]
  const add = (more: number) => {
    left = Math.min(MOST_REFUSALS, left + more)
  }
  return {
    earn: (weight: number): void => add(weight * refusalsPerAnswer),
    /** In milliseconds at most; zero where there is one left. */
    dueIn(now: number): number {
      add(((now - since) * refusalsPerSecond) / 1_000)
      since = now
      return left >= 1 ? 0 : ((1 - left) * 1_000) / refusalsPerSecond
    },
    take(): void {
      left--
    },
  }
}

/** At once: they are read in one turn. */
const MOST_REFUSALS = 8
