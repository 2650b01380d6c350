// Fair turns. One thread reads all requests in the order in which they come, so a project that floods the service would make all
// others wait. Therefore each project has a line of its own (lines.ts). Requests beyond the project's share wait there; and once
// a connection has been answered while others of its project wait, nothing more is read from it until it is its turn
// (admission.ts). So what waits stays in the system's socket buffers, not in our memory, and a project that sends little waits
// for one turn of the event loop at most.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Soon } from '../../domain/soon.ts'
import { createAdmission, TURN_LIMITS } from './admission.ts'
import { createLines, type Line } from './lines.ts'
import type { Waiter } from './waiting.ts'

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
  const admission = createAdmission(limits, lines)
  const connections = knowConnections(lines.leave)

  const wait = (line: Line, weight: number, since: number, go: Waiter['go']): Waiter => {
    const waiter = { weight, since, hasLeft: false, go }
    lines.wait(line, waiter)
    return waiter
  }
  /** Reads nothing more from the connection until it is its turn. */
  const pause = (socket: Socket, connection: Connection, { line, weight }: Taken) => {
    socket.pause()
    const go: Waiter['go'] = (isLate) => {
      connection.waits = null
      connection.called = { turn: admission.turn(), isLate }
      socket.resume()
    }
    connection.waits = { line, waiter: wait(line, weight, performance.now(), go) }
    admission.schedule()
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
  /** It is answered, or its caller has left. */
  const end = (one: Taken) => {
    const { line, weight, request, waiter } = one
    if (waiter) lines.leave(line, waiter)
    if (one.isUnderWay) lines.end(line, weight)
    if (one.isUnderWay && !one.isLate) admission.earn(weight)
    const { socket, complete } = request
    const connection = connections.of(socket)
    // Where a body has not arrived whole, its rest is read first: it belongs to the request that was answered.
    const mayPause = complete && !socket.destroyed && !socket.writableEnded && !socket.isPaused()
    if (mayPause && connection.owner === line.projectId && admission.mustWait(line))
      pause(socket, connection, one)
    lines.exit(line)
    if (lines.crowded.size > 0) admission.schedule()
  }
  /** Whether the connection was let go on in this turn, and if so whether what it sends is late. */
  const whetherCalled = (connection: Connection, { projectId }: Line): boolean | undefined => {
    const { called, owner } = connection
    connection.called = null
    return called?.turn === admission.turn() && owner === projectId ? called.isLate : undefined
  }
  return {
    waiting: lines.waiting,
    stop: admission.stop,
    take(request, response, projectId) {
      if (response.destroyed) return true // the caller left while its key was looked up
      const connection = connections.of(request.socket)
      own(connection, projectId)
      admission.note(projectId)
      const line = lines.enter(projectId)
      const weight = Math.min(weightOf(request), Math.ceil(limits.amongOthers.atOnce / 2))
      const one: Taken = { line, weight, request, response, isUnderWay: false, isLate: false, waiter: null }
      response.once('close', () => end(one))
      const isLate = whetherCalled(connection, line)
      if (isLate !== undefined || !admission.mustWait(line)) {
        begin(one, isLate ?? false)
        return one.isLate
      }
      admission.schedule() // this turn of the event loop begins at the latest now, which sentSince goes by
      return new Promise((resolve) => {
        one.waiter = wait(line, weight, admission.sentSince(), (isLate) => {
          begin(one, isLate)
          resolve(isLate)
        })
      })
    },
  }
}

type Connection = {
  /** The project whose requests came over it, or SHARED. */
  owner: string | undefined
  /** Nothing is read from it for now. */
  waits: { line: Line; waiter: Waiter } | null
  /** It was let go on, in which turn, and whether what it sends then is late. */
  called: { turn: number; isLate: boolean } | null
}

const SHARED = 'shared'

/** A proxy may send the requests of several projects over one connection: then each request waits by itself. */
function own(connection: Connection, projectId: string): void {
  if (connection.owner === undefined) connection.owner = projectId
  else if (connection.owner !== projectId) connection.owner = SHARED
}

/** `leave`: the connection has closed while it waited. */
function knowConnections(leave: (line: Line, waiter: Waiter) => void) {
  const known = new WeakMap<Socket, Connection>()
  const make = (socket: Socket): Connection => {
    const connection: Connection = { owner: undefined, waits: null, called: null }
    known.set(socket, connection)
    socket.once('close', () => {
      if (connection.waits) leave(connection.waits.line, connection.waits.waiter)
    })
    return connection
  }
  return { of: (socket: Socket): Connection => known.get(socket) ?? make(socket) }
}

type Taken = {
  line: Line
  weight: number
  request: IncomingMessage
  response: ServerResponse
  isUnderWay: boolean
  isLate: boolean
  /** As long as it is held. */
  waiter: Waiter | null
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined

const USUAL_BYTES = 2_048

/** One, and one more for every two kilobytes: a post of fifty short observations takes as long as six or seven posts of one. */
const weightOf = ({ headers }: IncomingMessage): number =>
  1 + Math.floor(Number(headers['content-length'] ?? 0) / USUAL_BYTES)
