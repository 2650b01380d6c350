// How many callers may be refused now. A refusal costs time, too, which is then missing for answers; so refusals are earned by
// answering.

export type RefusalLimits = {
  /** So many refusals for each answer, by weight, … */
  refusalsPerAnswer: number
  /** … and so many a second even when nothing is answered, because the database hangs. */
  refusalsPerSecond: number
}

export function createAllowance({ refusalsPerAnswer, refusalsPerSecond }: RefusalLimits) {
  let [left, since] = [0, 0]
  const add = (more: number) => {
    left = Math.min(MOST_REFUSALS, left + more)
  }
  return {
    earn: (weight: number): void => add(weight * refusalsPerAnswer),
    /** After how many milliseconds, at most, one may be refused; zero where one may be now. */
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

/** How many may be saved up: they are read in one turn of the event loop, which has to be short. */
const MOST_REFUSALS = 8
