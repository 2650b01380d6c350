// A project that floods the service waits for itself: others are answered meanwhile, and everybody in the end.
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { closeConnections } from '../../src/http/connections/close-connections.ts'
import { createTurns, type TurnLimits } from '../../src/http/connections/turns.ts'
import { atEnd } from '../closings.ts'

/** Nobody is refused unless a test is about that. */
const NEVER = 3_600_000
const LIMITS: TurnLimits = {
  atOnce: 2,
  atOnceAmongOthers: 2,
  freely: Number.POSITIVE_INFINITY,
  seenMs: NEVER,
  perTurn: 8,
  patient: 0,
  lateMs: NEVER,
  keptMs: NEVER,
  refusalsPerAnswer: 1,
  refusalsPerSecond: 1_000,
}
/** Whoever waits at all is refused. */
const AT_ONCE_LATE = { lateMs: 0 }

/** A service that answers when told: `/A/first` is a request of project A that is called first. */
async function startServer(limits: Partial<TurnLimits> = {}) {
  const app = Fastify({ return503OnClosing: false })
  const { atOnce = LIMITS.atOnce } = limits
  const turns = createTurns({ ...LIMITS, atOnceAmongOthers: atOnce, ...limits })
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

type Server = Awaited<ReturnType<typeof startServer>>

/** As many connections of project A as names, each with a request, which came in this order. */
async function flood({ open, begun, turns }: Server, ...names: string[]) {
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
async function answerAnother({ open, begun, finish }: Server, name: string) {
  const other = await open()
  other.ask(`/B/${name}`)
  await expect.poll(begun).toContain(name)
  finish(name)
  await expect.poll(other.heard).toContain(`Done: ${name}.`)
}

it('answers another project while requests of one wait, and those in the end, first come first', async () => {
  const server = await startServer()
  const callers = await flood(server, 'a1', 'a2', 'a3', 'a4', 'a5')
  expect(server.begun()).toEqual(['a1', 'a2'])

  await answerAnother(server, 'b1')

  expect(server.begun()).toEqual(['a1', 'a2', 'b1'])
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) {
    await expect.poll(server.begun).toContain(name)
    server.finish(name)
  }
  for (const [at, { heard }] of callers.entries()) await expect.poll(heard).toContain(`Done: a${at + 1}.`)
  expect(server.begun()).toEqual(['a1', 'a2', 'b1', 'a3', 'a4', 'a5'])
  expect(server.turns.waiting()).toBe(0)
})

it('reads nothing more of a connection whose project has others waiting, until it is its turn', async () => {
  const server = await startServer({ atOnce: 1 })
  const [first] = await flood(server, 'a1', 'a2', 'a3')
  let requests = 0
  server.app.server.on('request', () => requests++)
  server.finish('a1')
  await expect.poll(server.begun).toContain('a2')

  first?.ask('/A/again')

  await answerAnother(server, 'b1')
  expect(requests).toBe(1)
  server.finish('a2')
  await expect.poll(server.begun).toContain('a3')
  server.finish('a3')
  await expect.poll(server.begun).toContain('again')
  server.finish('again')
  await expect.poll(() => first?.heard()).toContain('Done: again.')
})

/** There is room for everything, but no turn for whoever waits for one. */
const NO_TURNS = { atOnce: 100, freely: 1, perTurn: 0 }

it('has requests of one project wait for a turn only while others call, too', async () => {
  const server = await startServer(NO_TURNS)
  await flood(server, 'a1', 'a2', 'a3')
  expect(server.begun()).toEqual(['a1', 'a2', 'a3'])
  await answerAnother(server, 'b1')

  await flood(server, 'a4', 'a5')

  await answerAnother(server, 'b2')
  expect(server.begun()).toEqual(['a1', 'a2', 'a3', 'b1', 'b2'])
  expect(server.turns.waiting()).toBe(2)
})

it('lets a project go on as it likes when the others have not called for a while', async () => {
  const server = await startServer({ ...NO_TURNS, seenMs: 0 })
  await flood(server, 'a1')
  await answerAnother(server, 'b1')

  await flood(server, 'a2', 'a3')

  expect(server.begun()).toEqual(['a1', 'b1', 'a2', 'a3'])
})

it('lets no more go on in one turn of the event loop than is short', async () => {
  const server = await startServer({ atOnce: 100, freely: 1, perTurn: 2 })
  const names = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']
  const [, ...callers] = await flood(server, 'a0', ...names) // one connection is accepted in a turn: before it counts
  for (const [at, { heard }] of callers.entries()) {
    server.finish(names[at] as string)
    await expect.poll(heard).toContain('Done')
  }
  await answerAnother(server, 'b1')

  const most = await server.mostInATurn(async () => {
    for (const [at, { ask }] of callers.entries()) ask(`/A/again${at}`)
    await expect.poll(() => server.begun().length).toBe(14)
  })

  expect(most).toBeLessThanOrEqual(2)
})

it('lets a connection go on that has sent nothing, and the next one after it', async () => {
  const server = await startServer({ atOnce: 1 })
  await flood(server, 'a1', 'a2', 'a3')
  for (const name of ['a1', 'a2', 'a3']) {
    await expect.poll(server.begun).toContain(name)
    server.finish(name)
  }

  await expect.poll(server.turns.waiting).toBe(0)
})

it('counts a long request as several', async () => {
  const server = await startServer({ atOnce: 8 })
  await flood(server, 'a1', 'a2', 'a3', 'a4')
  expect(server.begun()).toEqual(['a1', 'a2', 'a3', 'a4'])
  const long = await server.open()
  long.ask('/A/long', 'x'.repeat(100_000))
  await expect.poll(server.begun).toContain('long')

  await flood(server, 'a5')

  expect(server.begun()).toEqual(['a1', 'a2', 'a3', 'a4', 'long'])
  server.finish('long')
  await expect.poll(server.begun).toContain('a5')
})

it('does not count what is still being sent', async () => {
  const server = await startServer({ atOnce: 1 })
  const slow = await server.open()
  const received = once(server.app.server, 'request')
  slow.socket.write(
    'POST /A/slow HTTP/1.1\r\nHost: here\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nx',
  )
  await received

  await flood(server, 'a1')

  expect(server.begun()).toEqual(['a1'])
})

it('tells who has waited too long, and hears them again on the same connection', async () => {
  const server = await startServer({ ...AT_ONCE_LATE, atOnce: 1 })
  const [busy] = await flood(server, 'a1')
  const late = await server.open()

  late.ask('/A/late', 'what is not read')

  await expect.poll(late.heard).toMatch(/^HTTP\/1.1 503 [\s\S]*Late\.$/)
  expect(server.begun()).toEqual(['a1'])
  server.finish('a1')
  await expect.poll(() => busy?.heard()).toContain('Done: a1.')
  late.ask('/A/again')
  await expect.poll(server.begun).toContain('again')
  server.finish('again')
  await expect.poll(late.heard).toContain('Done: again.')
})

it('tells it also on a connection of which nothing was read', async () => {
  const server = await startServer({ ...AT_ONCE_LATE, atOnce: 1 })
  const [busy, other] = [await server.open(), await server.open()]
  busy.ask('/A/busy')
  await expect.poll(server.begun).toEqual(['busy'])

  for (let asked = 1; asked <= 5; asked++) {
    other.ask(`/A/${asked}`)
    await expect.poll(() => other.heard().match(/Late\./g)?.length).toBe(asked)
  }

  expect(server.begun()).toEqual(['busy'])
})

it('lets a few wait for as long as it takes, late or not', async () => {
  const server = await startServer({ ...AT_ONCE_LATE, atOnce: 1, patient: 2 })
  const [, second, third] = await flood(server, 'a1', 'a2', 'a3')
  await answerAnother(server, 'b1')
  expect([second?.heard(), third?.heard()]).toEqual(['', ''])

  const late = await server.open()
  late.ask('/A/a4')

  await expect.poll(() => `${second?.heard()}${third?.heard()}${late.heard()}`).toContain('Late.')
  expect(server.turns.waiting()).toBe(2)
})

it('keeps the place of those that it could not tell in time', async () => {
  const server = await startServer({ lateMs: 0, keptMs: -1, atOnce: 1 })
  const [, second] = await flood(server, 'a1', 'a2')

  server.finish('a1')

  await expect.poll(server.begun).toEqual(['a1', 'a2'])
  server.finish('a2')
  await expect.poll(() => second?.heard()).toContain('Done: a2.')
})

it('does not refuse more than its part of what it answers', async () => {
  const few = { refusalsPerAnswer: 0, refusalsPerSecond: 1e-3 }
  const server = await startServer({ ...AT_ONCE_LATE, ...few, atOnce: 1 })
  const [, second] = await flood(server, 'a1', 'a2')

  await answerAnother(server, 'b1')

  expect(second?.heard()).toBe('')
  expect(server.turns.waiting()).toBe(1)
})

it('forgets who hung up while waiting', async () => {
  const server = await startServer({ atOnce: 1 })
  const [, second] = await flood(server, 'a1', 'a2')

  second?.socket.destroy()

  await expect.poll(server.turns.waiting).toBe(0)
  server.finish('a1')
  await flood(server, 'a3')
  expect(server.begun()).toEqual(['a1', 'a3'])
})

it('forgets who hung up while nothing was read of its connection', async () => {
  const server = await startServer({ atOnce: 1 })
  const [first] = await flood(server, 'a1', 'a2', 'a3')
  server.finish('a1')
  await expect.poll(server.begun).toContain('a2')
  await expect.poll(server.turns.waiting).toBe(2)

  first?.socket.destroy()

  server.finish('a2')
  await expect.poll(server.begun).toContain('a3')
  server.finish('a3')
  await expect.poll(server.turns.waiting).toBe(0)
  await expect.poll(() => connectionsOf(server)).toBe(2)
})

const connectionsOf = ({ app }: Server): Promise<number> =>
  new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)))

it('stops while requests wait, and while nothing is read of connections', async () => {
  const server = await startServer({ atOnce: 1 })
  const [, second, third] = await flood(server, 'a1', 'a2', 'a3')
  server.finish('a1')
  await expect.poll(server.begun).toContain('a2')
  const closing = server.app.close()

  await expect.poll(() => third?.heard()).toContain('503')

  server.finish('a2')
  await closing
  await expect.poll(() => second?.heard()).toContain('Done: a2.')
  expect(server.begun()).toEqual(['a1', 'a2'])
})

it('answers requests that were sent one after the other without waiting in that order', async () => {
  const server = await startServer({ atOnce: 1 })
  const caller = await server.open()
  for (const name of ['a1', 'a2', 'a3']) caller.ask(`/A/${name}`)

  for (const name of ['a1', 'a2', 'a3']) {
    await expect.poll(server.begun).toContain(name)
    server.finish(name)
  }

  await expect.poll(caller.heard).toMatch(/Done: a1\.[\s\S]*Done: a2\.[\s\S]*Done: a3\./)
  expect(server.begun()).toEqual(['a1', 'a2', 'a3'])
})

it('gives each of two floods its part', async () => {
  const server = await startServer({ atOnce: 2 })
  await flood(server, 'a1', 'a2', 'a3', 'a4')
  const others = [await server.open(), await server.open()]
  for (const [at, { ask }] of others.entries()) ask(`/B/b${at + 1}`)
  await expect.poll(server.begun).toEqual(['a1', 'a2', 'b1'])

  server.finish('a1')
  server.finish('a2')

  await expect.poll(() => server.begun().length).toBe(4)
  expect(server.begun()[3]).toBe('a3')
  server.finish('b1')
  await expect.poll(server.begun).toContain('b2')
  expect(server.begun()).not.toContain('a4')
})

/** A server that refuses one request, and no more; `a2` keeps it busy. */
async function startWithOneRefusal(): Promise<Server> {
  const few = { refusalsPerAnswer: 1, refusalsPerSecond: 1e-3 }
  const server = await startServer({ ...AT_ONCE_LATE, ...few, atOnce: 1 })
  const [first] = await flood(server, 'a1')
  server.finish('a1')
  await expect.poll(() => first?.heard()).toContain('Done: a1.')
  await flood(server, 'a2')
  return server
}

it('reads nothing more of a connection after a refusal before its body was read', async () => {
  const server = await startWithOneRefusal()
  const late = await server.open()
  late.ask('/A/late', 'what is not read')
  await expect.poll(late.heard).toContain('Late.')
  let requests = 0
  server.app.server.on('request', () => requests++)

  late.ask('/A/again', 'what is not read either')

  const other = await server.open()
  other.ask('/B/b1')
  await expect.poll(server.begun).toContain('b1')
  expect(requests).toBe(1)
  expect(server.turns.waiting()).toBe(1)
})

it('goes on reading a connection that carries the requests of several projects', async () => {
  const server = await startServer({ atOnce: 1 })
  const proxy = await server.open()
  for (const path of ['/A/a1', '/B/b1']) {
    const name = path.slice(3)
    proxy.ask(path)
    await expect.poll(server.begun).toContain(name)
    server.finish(name)
    await expect.poll(proxy.heard).toContain(`Done: ${name}.`)
  }
  await flood(server, 'a2')
  proxy.ask('/A/a3')
  await expect.poll(server.turns.waiting).toBe(1)
  await flood(server, 'a4')
  server.finish('a2')
  await expect.poll(server.begun).toContain('a3')
  server.finish('a3')
  await expect.poll(server.begun).toContain('a4')

  proxy.ask('/B/b2')

  await expect.poll(server.begun).toEqual(['a1', 'b1', 'a2', 'a3', 'a4', 'b2'])
})

it('does not refuse a request of another project for the line that its connection waits in', async () => {
  const server = await startWithOneRefusal()
  const proxy = await server.open()
  proxy.ask('/A/late')
  await expect.poll(proxy.heard).toContain('Late.')
  proxy.ask('/B/b1')

  await answerAnother(server, 'b2')

  await expect.poll(server.begun).toContain('b1')
  server.finish('b1')
  await expect.poll(proxy.heard).toContain('Done: b1.')
})
