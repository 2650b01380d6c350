// Fair turns. One thread reads all requests in the order in which they come, so a project that floods the service would make all
// others wait. Therefore each project has a line of its own (lines.ts). Requests beyond the project's share wait there; and once
// a connection has been answered while others of its project wait, nothing more is read from it until it is its turn. So what
// waits stays in the system's socket buffers, not in our memory, and a project that sends little waits for one turn of the
// event loop at most.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Soon } from '../../domain/soon.ts'
import { createAllowance, type RefusalLimits } from './allowance.ts'
import {
  createLines,
  firstOf,
  hasWaiting,
  type Line,
  leastBusy,
  loadOf,
  type Waiter,
  waitingIn,
} from './lines.ts'

export type TurnLimits = RefusalLimits & {
  /** The most that is under way at once, by weight, while only one project calls: enough to be stored in large groups. */
  atOnce: number
  /** The same while several projects call: enough to be stored in groups, and little enough to be done soon. */
  atOnceAmongOthers: number
  /** While others call, this much of a project goes on as it comes; what is beyond it waits for a turn. */
  freely: number
  /** For how long after its last request a project counts as one that calls. */
  seenMs: number
  /** How much may go on in one turn of the event loop, by weight. It is read in the next turn, which has to be short. */
  perTurn: number
  /** This many of a project may wait for as long as it takes. Where more wait, … */
  patient: number
  /** … those that have waited this long are told to try again, … */
  lateMs: number
  /** … but after this long they keep their place instead. */
  keptMs: number
}

/** Chosen so that 64 callers, which reach the best throughput, neither wait nor are refused when nobody else calls. */
export const TURN_LIMITS: TurnLimits = {
  atOnce: 512,
  atOnceAmongOthers: 128,
  freely: 8,
  seenMs: 10_000,
  perTurn: 8,
  patient: 256,
  lateMs: 70,
  keptMs: 82,
  refusalsPerAnswer: 1 / 20,
  refusalsPerSecond: 100,
}

export type Turns = {
  /**
   * Counts the request as this project's until it is answered. Settles when it may go on: with true where it waited so long
   * that what it posts is to be refused.
   */
  take(request: IncomingMessage, response: ServerResponse, projectId: string): Soon<boolean>
  /** How many connections wait. */
  waiting(): number
  /** The service stops: those that wait are told to try again, and nobody waits from now on. */
  stop(): void
}

export function createTurns(limits = TURN_LIMITS): Turns {
  const lines = createLines()
  const refusals = createAllowance(limits)
  /** Connections that may go on in this turn of the event loop, each with whether it is late. */
  let called = new Map<Socket, boolean>()
  const owners = new WeakMap<Socket, string>()
  const others = watchOthers(limits.seenMs)
  const reading = watchReading()
  let [due, stopped] = [false, false]
  let later: NodeJS.Timeout | undefined

  /** Runs `turn` at the end of this turn of the event loop, when everything that had arrived was read. */
  const schedule = () => {
    if (due || stopped) return
    due = true
    reading.begin()
    setImmediate(turn)
  }
  const turn = () => {
    due = false
    reading.end()
    lines.forgetExpected()
    called = new Map()
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
  const isFull = (line: Line): boolean => {
    const most = others.call() ? limits.atOnceAmongOthers : limits.atOnce
    return lines.load() >= most && loadOf(line) >= Math.max(1, lines.share(most))
  }
  /** Lets those go on whose turn it is; returns their weight. */
  const admit = (): number => {
    let admitted = 0
    while (admitted < limits.perTurn) {
      const line = leastBusy(lines.crowded)
      if (!line || isFull(line)) break
      const waiter = firstOf(line)
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
      for (const [waiter, since] of line.waiting) {
        if (waitingIn(line) <= limits.patient) break
        const age = now - since
        if (age > limits.keptMs) {
          lines.keep(line, waiter)
          continue
        }
        const dueIn = age < limits.lateMs ? limits.lateMs - age : refusals.dueIn(now)
        if (dueIn > 0) {
          nextIn = Math.min(nextIn ?? dueIn, dueIn)
          break
        }
        refusals.take()
        refused++
        goOn(line, waiter, true)
      }
    return { refused, nextIn }
  }

  /** A request that comes while others of its project wait has to wait behind them. */
  const mustWait = (line: Line): boolean =>
    !stopped && (hasWaiting(line) || isFull(line) || (loadOf(line) >= limits.freely && others.call()))
  /** Gives up the place when `gone` closes: the caller has left. */
  const wait = (line: Line, waiter: Waiter, gone: Socket | ServerResponse, since: number): void => {
    const { go } = waiter
    const leave = () => lines.leave(line, waiter)
    waiter.go = (isLate) => {
      gone.off('close', leave)
      go(isLate)
    }
    gone.once('close', leave)
    lines.wait(line, waiter, since)
  }
  /** Reads nothing more from the connection until it is its turn. */
  const pause = (line: Line, socket: Socket, weight: number) => {
    socket.pause()
    const go = (isLate: boolean) => {
      called.set(socket, isLate)
      socket.resume()
    }
    wait(line, { weight, go }, socket, performance.now())
    schedule()
  }
  /** A request counts as under way only once all of it has arrived: sending may take long. */
  const begin = (one: Taken, isLate: boolean) => {
    one.isLate = isLate
    const start = () => {
      if (one.response.destroyed) return
      one.isUnderWay = true
      lines.begin(one.line, one.weight)
    }
    if (hasBody(one.request)) one.request.once('end', start)
    else start()
  }
  const end = ({ line, weight, isUnderWay, isLate, request }: Taken) => {
    if (isUnderWay) lines.end(line, weight)
    if (isUnderWay && !isLate) refusals.earn(weight)
    const { socket, complete } = request
    // Where a body has not arrived whole, its rest is read first: it belongs to the request that was answered.
    const isOpen = complete && !socket.destroyed && !socket.writableEnded
    if (isOpen && isOwn(socket, line) && !socket.isPaused() && mustWait(line)) pause(line, socket, weight)
    lines.exit(line)
    if (lines.crowded.size > 0) schedule()
  }
  const isOwn = (socket: Socket, { projectId }: Line): boolean => owners.get(socket) === projectId
  /** A proxy may send the requests of several projects over one connection: then each request waits by itself. */
  const own = (socket: Socket, projectId: string) => {
    const owner = owners.get(socket)
    if (owner === undefined) owners.set(socket, projectId)
    else if (owner !== projectId) owners.set(socket, SHARED)
  }
  return {
    waiting: lines.waiting,
    stop() {
      stopped = true
      clearTimeout(later)
      for (const line of [...lines.crowded])
        for (const waiter of [...line.kept, ...line.waiting.keys()]) goOn(line, waiter, true)
    },
    take(request, response, projectId) {
      if (response.destroyed) return true // the caller left while its key was looked up
      own(request.socket, projectId)
      others.note(projectId)
      const line = lines.enter(projectId)
      const weight = Math.min(weightOf(request), Math.ceil(limits.atOnceAmongOthers / 2))
      const one: Taken = { line, weight, request, response, isUnderWay: false, isLate: false }
      response.once('close', () => end(one))
      const isLate = isOwn(request.socket, line) ? called.get(request.socket) : undefined
      called.delete(request.socket)
      if (isLate !== undefined || !mustWait(line)) {
        begin(one, isLate ?? false)
        return one.isLate
      }
      return new Promise((resolve) => {
        const go = (isLate: boolean) => {
          begin(one, isLate)
          resolve(isLate)
        }
        schedule()
        wait(line, { weight, go }, response, reading.sentSince())
      })
    },
  }
}

const SHARED = 'shared'

/** Whether more than one project calls. Short turns cost a flood some of its throughput: where it is alone, nobody gains by that. */
function watchOthers(seenMs: number) {
  let [last, until]: [string | undefined, number] = [undefined, 0]
  return {
    note(projectId: string): void {
      if (projectId === last) return
      if (last !== undefined) until = performance.now() + seenMs
      last = projectId
    },
    call: (): boolean => performance.now() < until,
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

type Taken = {
  line: Line
  weight: number
  request: IncomingMessage
  response: ServerResponse
  isUnderWay: boolean
  isLate: boolean
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined

const USUAL_BYTES = 2_048

/** One, and one more for every two kilobytes: a post of fifty short observations takes as long as six or seven posts of one. */
const weightOf = ({ headers }: IncomingMessage): number =>
  1 + Math.floor(Number(headers['content-length'] ?? 0) / USUAL_BYTES)
