// Who waits in a line, first come, first served. Whoever leaves leaves a gap, and gaps are closed where they are more than those who wait:
// neither coming nor leaving nor looking for the first takes longer where more wait. (A Map has to step over every gap at its beginning
// again and again.)

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
  /** Whoever has left holds on to a connection, and may have left from anywhere while the database let nobody go on. */
  const closeGaps = () => {
    if (all.length < GAPS + 2 * count) return
    undecided = all.slice(0, undecided).filter(isThere).length
    all = all.filter(isThere)
    first = 0
  }
  return {
    count: () => count,
    first() {
      first = nextFrom(first)
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
      closeGaps()
      return true
    },
  }
}

const isThere = ({ hasLeft }: Waiter): boolean => !hasLeft
