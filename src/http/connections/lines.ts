// Lines: for each project, the requests that are under way and those that wait for their turn. See turns.ts.
import { createWaiting, type Waiter, type Waiting } from './waiting.ts'

export type Line = {
  projectId: string
  /** How many requests are not answered yet, including those that are still being sent. */
  open: number
  /** The weight of what is being answered. */
  answering: number
  /** The weight of what may arrive on the connections that were let go on in this turn. */
  expected: number
  waiting: Waiting
}

export type Lines = {
  /** A request has come; `exit` when it is answered. */
  enter(projectId: string): Line
  exit(line: Line): void
  /** The weight of what is being answered or expected, of all projects together. */
  load(): number
  waiting(): number
  /** The lines in which somebody waits. */
  crowded: ReadonlySet<Line>
  begin(line: Line, weight: number): void
  end(line: Line, weight: number): void
  expect(line: Line, weight: number): void
  /** What was expected has arrived by now, or nothing had been sent. */
  forgetExpected(): void
  wait(line: Line, waiter: Waiter): void
  leave(line: Line, waiter: Waiter): void
  /** An equal part of the whole for each project that has a line. */
  share(whole: number): number
}

export function createLines(): Lines {
  const lines = new Map<string, Line>()
  const crowded = new Set<Line>()
  let [load, waiting] = [0, 0]
  let expecting: Line[] = []

  /** Drops a line that has become empty, so that projects that come and go leave nothing behind. */
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
    wait(line, waiter) {
      line.waiting.join(waiter)
      crowded.add(line)
      waiting++
    },
    leave(line, waiter) {
      if (!line.waiting.leave(waiter)) return
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
  waiting: createWaiting(),
})

export const hasWaiting = ({ waiting }: Line): boolean => waiting.count() > 0

export const loadOf = ({ answering, expected }: Line): number => answering + expected

/** The one with the least under way. */
export function leastBusy(lines: Iterable<Line>): Line | undefined {
  let found: Line | undefined
  for (const line of lines) if (!found || loadOf(line) < loadOf(found)) found = line
  return found
}
