// Who goes on in each turn of the event loop, and who has waited too long and is told to try again. See turns.ts.
import { SEEN_MS, watchOtherCallers } from '../../domain/other-callers.ts'
import { createAllowance, type RefusalLimits } from './allowance.ts'
import { hasWaiting, type Line, type Lines, leastBusy, loadOf } from './lines.ts'
import type { Waiter } from './waiting.ts'

/** By weight, of all that a project sends. */
export type Pace = {
  /** This much of a project goes on as it comes; what is beyond it waits for a turn. */
  freely: number
  /** The most that is under way at once, of all projects together. */
  atOnce: number
  /** How much may go on in one turn of the event loop. */
  perTurn: number
}

export type TurnLimits = RefusalLimits & {
  /** While only one project calls: enough to be stored in large groups. */
  alone: Pace
  /** While several call: still enough for groups, but what goes on is read in the next turn, which has to be short for the others. */
  amongOthers: Pace
  /** For how long after its last request a project counts as one that calls. */
  seenMs: number
  /** This many of a project may wait for as long as it takes. Where more wait, … */
  patient: number
  /** … those that have waited this long are told to try again, … */
  lateMs: number
  /** … but after this long they keep their place instead. */
  keptMs: number
}

/** Chosen so that 64 callers, which reach the best throughput, neither wait nor are refused when nobody else calls. */
export const TURN_LIMITS: TurnLimits = {
  alone: { freely: Number.POSITIVE_INFINITY, atOnce: 512, perTurn: 24 },
  amongOthers: { freely: 8, atOnce: 96, perTurn: 6 },
  seenMs: SEEN_MS,
  patient: 256,
  lateMs: 60,
  keptMs: 72,
  refusalsPerAnswer: 1 / 20,
  refusalsPerSecond: 100,
}

export type Admission = {
  /** A request of this project has come. */
  note(projectId: string): void
  /** A request that comes while others of its project wait has to wait behind them. */
  mustWait(line: Line): boolean
  /** Somebody waits, or there is room again: at the end of this turn of the event loop some may go on. */
  schedule(): void
  /** Which turn this is. Who was let go on is read in the same one. */
  turn(): number
  /** When a request that is read now may have been sent. */
  sentSince(): number
  /** So much was answered. */
  earn(weight: number): void
  /** Those that wait are told to try again, and nobody waits from now on. */
  stop(): void
}

export function createAdmission(limits: TurnLimits, lines: Lines): Admission {
  const others = watchOtherCallers(limits.seenMs)
  const reading = watchReading()
  const allowance = createAllowance(limits)
  let [turn, due, stopped] = [0, false, false]
  let later: NodeJS.Timeout | undefined

  const schedule = () => {
    if (due || stopped) return
    due = true
    reading.begin()
    setImmediate(take)
  }
  const take = () => {
    due = false
    turn++
    reading.end()
    lines.forgetExpected()
    const wentOn = admit()
    const { refused, nextIn } = refuseLate(performance.now())
    // By the next turn it is clear which of these connections had sent nothing: their room goes to others, and what they send
    // later is not late.
    if (wentOn + refused > 0) schedule()
    clearTimeout(later)
    if (nextIn !== null && !stopped) later = setTimeout(schedule, Math.max(1, nextIn))
  }
  const goOn = (line: Line, waiter: Waiter, isLate: boolean) => {
    lines.leave(line, waiter)
    waiter.go(isLate)
  }
  const pace = (): Pace => (others.call() ? limits.amongOthers : limits.alone)
  const isFull = (line: Line, { atOnce }: Pace): boolean =>
    lines.load() >= atOnce && loadOf(line) >= Math.max(1, lines.share(atOnce))
  /** Lets those go on whose turn it is; returns their weight. */
  const admit = (): number => {
    const now = pace()
    let admitted = 0
    while (admitted < now.perTurn) {
      const line = leastBusy(lines.crowded)
      const waiter = line && !isFull(line, now) ? line.waiting.first() : undefined
      if (!line || !waiter) break
      admitted += waiter.weight
      lines.expect(line, waiter.weight)
      goOn(line, waiter, false)
    }
    return admitted
  }
  /** `nextIn`: in how many milliseconds the next one is to be refused; null where there is none. */
  const refuseLate = (now: number): { refused: number; nextIn: number | null } => {
    let [refused, nextIn]: [number, number | null] = [0, null]
    for (const line of lines.crowded)
      while (line.waiting.count() > limits.patient) {
        const waiter = line.waiting.undecided()
        if (!waiter) break
        const age = now - waiter.since
        if (age > limits.keptMs) {
          line.waiting.keep()
          continue
        }
        const dueIn = age < limits.lateMs ? limits.lateMs - age : allowance.dueIn(now)
        if (dueIn > 0) {
          nextIn = Math.min(nextIn ?? dueIn, dueIn)
          break
        }
        allowance.take()
        refused++
        goOn(line, waiter, true)
      }
    return { refused, nextIn }
  }
  return {
    note: others.note,
    mustWait(line) {
      const now = pace()
      return !stopped && (hasWaiting(line) || isFull(line, now) || loadOf(line) >= now.freely)
    },
    schedule,
    turn: () => turn,
    sentSince: reading.sentSince,
    earn: allowance.earn,
    stop() {
      stopped = true
      clearTimeout(later)
      for (const line of [...lines.crowded])
        for (let one = line.waiting.first(); one; one = line.waiting.first()) goOn(line, one, true)
    },
  }
}

/**
 * When a request may have been sent. What is read in a turn of the event loop was sent before it, at the earliest when the
 * previous turn began. That counts: where many requests come at once, a single turn takes as long as a caller may have to wait
 * for a refusal.
 */
function watchReading() {
  let [begun, ended, since] = [0, 0, 0]
  return {
    begin(): void {
      const now = performance.now()
      since = now - ended < BUSY_MS ? begun : now
      begun = now
    },
    end(): void {
      ended = performance.now()
    },
    sentSince: (): number => since,
  }
}

/** With less than this between the end of a turn and the first request of the next, the turns count as following each other. */
const BUSY_MS = 5
