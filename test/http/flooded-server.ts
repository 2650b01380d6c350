// A server that takes requests in turns, and callers that flood it.
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { expect } from 'vitest'
import type { Pace, TurnLimits } from '../../src/http/connections/admission.ts'
import { closeConnections } from '../../src/http/connections/close-connections.ts'
import { createTurns } from '../../src/http/connections/turns.ts'
import { atEnd } from '../closings.ts'

/** Nobody is refused unless a test is about that. */
const NEVER = 3_600_000
const PACE: Pace = { freely: Number.POSITIVE_INFINITY, atOnce: 2, perTurn: 8 }
const LIMITS: Omit<TurnLimits, 'alone' | 'amongOthers'> = {
  seenMs: NEVER,
  patient: 0,
  lateMs: NEVER,
  keptMs: NEVER,
  refusalsPerAnswer: 1,
  refusalsPerSecond: 1_000,
}
type Limits = Partial<typeof LIMITS> & { alone?: Partial<Pace>; amongOthers?: Partial<Pace>; atOnce?: number }

/**
 * A service that answers when told: `/A/first` is a request of project A that is called first. `atOnce` holds whether others call or
 * not.
 */
export async function startServer({ atOnce = PACE.atOnce, alone, amongOthers, ...limits }: Limits = {}) {
  const app = Fastify({ return503OnClosing: false })
  const turns = createTurns({
    ...LIMITS,
    ...limits,
    alone: { ...PACE, atOnce, ...alone },
    amongOthers: { ...PACE, atOnce, ...amongOthers },
  })
  const begun = new Map<string, () => void>()
  const inATurn = countByTurn()
  closeConnections(app, 20)
  app.addHook('preClose', async () => turns.stop())
  app.addHook('onRequest', async ({ raw, url }, reply) => {
    const isLate = await turns.take(raw, reply.raw, url.split('/')[1] as string)
    if (isLate) reply.code(503).send('Late.')
  })
  app.all('/:project/:name', ({ params }) => {
    const { name } = params as { name: string }
    inATurn.add()
    return new Promise<string>((resolve) => begun.set(name, () => resolve(`Done: ${name}.`)))
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  atEnd(async () => {
    for (const finish of begun.values()) finish()
    await app.close()
  })
  const { port } = app.server.address() as AddressInfo
  return {
    app,
    turns,
    /** Those whose turn it was, in this order. */
    begun: () => [...begun.keys()],
    mostInATurn: inATurn.mostDuring,
    finish: (name: string) => begun.get(name)?.(),
    open: () => openCaller(port),
  }
}

/** How much there is at most in a turn of the event loop. */
function countByTurn() {
  let [count, most] = [0, 0]
  const add = () => {
    most = Math.max(most, ++count)
  }
  const mostDuring = async (work: () => Promise<void>): Promise<number> => {
    let turn = setImmediate(function next() {
      count = 0
      turn = setImmediate(next)
    })
    most = 0
    await work().finally(() => clearImmediate(turn))
    return most
  }
  return { add, mostDuring }
}

/** A connection that stays open, with all that it was answered. */
async function openCaller(port: number) {
  const socket: Socket = connect({ host: '127.0.0.1', port })
  let heard = ''
  socket.on('error', () => {})
  socket.on('data', (data) => {
    heard += data
  })
  atEnd(async () => socket.destroy())
  await once(socket, 'connect')
  const ask = (path: string, body = '') =>
    void socket.write(
      `POST ${path} HTTP/1.1\r\nHost: here\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
  return { socket, ask, heard: () => heard }
}

export type Server = Awaited<ReturnType<typeof startServer>>

/** As many connections of project A as names, each with a request, which came in this order. */
export async function flood({ open, begun, turns }: Server, ...names: string[]) {
  const callers = []
  for (const name of names) {
    const caller = await open()
    const before = begun().length + turns.waiting()
    caller.ask(`/A/${name}`)
    await expect.poll(() => begun().length + turns.waiting()).toBe(before + 1)
    callers.push(caller)
  }
  return callers
}

/** A call of another project: whatever was sent before it has been read, if it is read at all. */
export async function answerAnother({ open, begun, finish }: Server, name: string) {
  const other = await open()
  other.ask(`/B/${name}`)
  await expect.poll(begun).toContain(name)
  finish(name)
  await expect.poll(other.heard).toContain(`Done: ${name}.`)
}
