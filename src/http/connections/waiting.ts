// Who waits in a line, first come, first served. Whoever gives up leaves a gap, which is skipped later: neither coming nor leaving nor
// looking for the first takes longer where more wait. (A Map has to step over every gap at its beginning again and again.)

/** A connection from which nothing is read for now, or a request that is held. */
export type Waiter = {
  weight: number
  since: number
  hasLeft: boolean
  /** Its turn has come; `isLate`: it has waited too long, and is to be refused. */
  go(isLate: boolean): void
}

export type Waiting = {
  count(): number
  first(): Waiter | undefined
  /** The first of those that may still be refused. */
  undecided(): Waiter | undefined
  /** That one can no longer be refused in time: it keeps its place. */
  keep(): void
  join(waiter: Waiter): void
  /** Whether it was still there. */
  leave(waiter: Waiter): boolean
}

const GAPS = 1_024

export function createWaiting(): Waiting {
  let all: Waiter[] = []
  /** The places of the first, and of the first that may still be refused. */
  let [first, undecided, count] = [0, 0, 0]
  const nextFrom = (place: number): number => {
    let at = place
    while (all[at]?.hasLeft) at++
    return at
  }
  const closeGaps = () => {
    if (first < GAPS || first < all.length / 2) return
    all = all.slice(first)
    undecided = Math.max(0, undecided - first)
    first = 0
  }
  return {
    count: () => count,
    first() {
      first = nextFrom(first)
      closeGaps()
      return all[first]
    },
    undecided() {
      undecided = nextFrom(undecided)
      return all[undecided]
    },
    keep() {
      undecided++
    },
    join(waiter) {
      all.push(waiter)
      count++
    },
    leave(waiter) {
      if (waiter.hasLeft) return false
      waiter.hasLeft = true
      count--
      return true
    },
  }
}
