// Who waits for a turn, and what is under way: a line for each project that has either.

/** A connection of which nothing is read, or a request that is not looked at further. */
export type Waiter = {
  weight: number
  /** It is its turn, or it has waited too long. */
  go(isLate: boolean): void
}

export type Line = {
  projectId: string
  /** Requests that are not answered yet, those included that are still being sent. */
  open: number
  /** The weight of what is being answered. */
  answering: number
  /** The weight of what may come of those that were let go on in this turn. */
  expected: number
  /** Since when each waits; whoever came first is first. */
  waiting: Map<Waiter, number>
  /** Those that could not be refused in time keep their place, ahead of the others. */
  kept: Set<Waiter>
}

export type Lines = {
  /** A request has come; until it is answered. */
  enter(projectId: string): Line
  exit(line: Line): void
  /** What is being answered, or expected, of all projects. */
  load(): number
  waiting(): number
  /** The lines that somebody waits in. */
  crowded: ReadonlySet<Line>
  begin(line: Line, weight: number): void
  end(line: Line, weight: number): void
  expect(line: Line, weight: number): void
  /** What was expected has come by now, or was not there. */
  forgetExpected(): void
  wait(line: Line, waiter: Waiter, since: number): void
  keep(line: Line, waiter: Waiter): void
  leave(line: Line, waiter: Waiter): void
  /** An equal part for each project that there is something of. */
  share(whole: number): number
}

export function createLines(): Lines {
  const lines = new Map<string, Line>()
  const crowded = new Set<Line>()
  let [load, waiting] = [0, 0]
  let expecting: Line[] = []

  /** Projects come and go: what is left of one is not kept. */
  const tidy = (line: Line) => {
    if (hasWaiting(line)) return
    crowded.delete(line)
    if (line.open === 0) lines.delete(line.projectId)
  }
  return {
    crowded,
    load: () => load,
    waiting: () => waiting,
    share: (whole) => whole / Math.max(1, lines.size),
    enter(projectId) {
      const known = lines.get(projectId)
      const line = known ?? emptyLine(projectId)
      if (!known) lines.set(projectId, line)
      line.open++
      return line
    },
    exit(line) {
      line.open--
      tidy(line)
    },
    begin(line, weight) {
      line.answering += weight
      load += weight
    },
    end(line, weight) {
      line.answering -= weight
      load -= weight
    },
    expect(line, weight) {
      line.expected += weight
      load += weight
      expecting.push(line)
    },
    forgetExpected() {
      for (const line of expecting) {
        load -= line.expected
        line.expected = 0
      }
      expecting = []
    },
    wait(line, waiter, since) {
      line.waiting.set(waiter, since)
      crowded.add(line)
      waiting++
    },
    keep(line, waiter) {
      line.waiting.delete(waiter)
      line.kept.add(waiter)
    },
    leave(line, waiter) {
      if (!line.waiting.delete(waiter) && !line.kept.delete(waiter)) return
      waiting--
      tidy(line)
    },
  }
}

const emptyLine = (projectId: string): Line => ({
  projectId,
  open: 0,
  answering: 0,
  expected: 0,
  waiting: new Map(),
  kept: new Set(),
})

export const waitingIn = ({ waiting, kept }: Line): number => waiting.size + kept.size

export const hasWaiting = (line: Line): boolean => waitingIn(line) > 0

export const loadOf = ({ answering, expected }: Line): number => answering + expected

/** Of a line that somebody waits in. */
export const firstOf = ({ waiting, kept }: Line): Waiter =>
  (kept.size > 0 ? kept : waiting).keys().next().value as Waiter

/** The one with the least under way. */
export function leastBusy(lines: Iterable<Line>): Line | undefined {
  let found: Line | undefined
  for (const line of lines) if (!found || loadOf(line) < loadOf(found)) found = line
  return found
}
