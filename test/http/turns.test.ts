// A project that floods the service waits for itself: others are answered meanwhile, and everybody in the end.
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { answerAnother, flood, type Server, startServer } from './flooded-server.ts'

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

it('lets no more connections go on than there is room for', async () => {
  const server = await startServer({ atOnce: 1 })
  const [first, second] = await flood(server, 'a1', 'a2', 'a3')
  server.finish('a1')
  await expect.poll(server.begun).toContain('a2')
  first?.ask('/A/again1')
  server.finish('a2')
  await expect.poll(server.begun).toContain('a3')
  second?.ask('/A/again2')
  await answerAnother(server, 'b1')

  server.finish('a3')

  await expect.poll(server.begun).toContain('again1')
  await answerAnother(server, 'b2')
  expect(server.begun()).not.toContain('again2')
  server.finish('again1')
  await expect.poll(server.begun).toContain('again2')
})

/** There is room for everything, but no turn for whoever waits for one. */
const NO_TURNS = { atOnce: 100, alone: { perTurn: 0 }, amongOthers: { freely: 1, perTurn: 0 } }

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

it('lets only a few go on in one turn of the event loop while others call', async () => {
  const server = await startServer({ atOnce: 100, amongOthers: { freely: 1, perTurn: 2 } })
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

it('lets more go on in one turn while only one project calls', async () => {
  const server = await startServer({ atOnce: 4, alone: { perTurn: 4 }, amongOthers: { perTurn: 1 } })
  const [begun, waiting] = [
    ['a1', 'a2', 'a3', 'a4'],
    ['a5', 'a6', 'a7', 'a8'],
  ]
  await flood(server, ...begun, ...waiting)

  const most = await server.mostInATurn(async () => {
    for (const name of begun) server.finish(name)
    await expect.poll(server.begun).toEqual([...begun, ...waiting])
  })

  expect(most).toBeGreaterThan(1)
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

it('counts the longest request as half of what there is room for', async () => {
  const server = await startServer({ atOnce: 8 })
  const long = await server.open()
  long.ask('/A/long', 'x'.repeat(100_000))
  await expect.poll(server.begun).toContain('long')

  await flood(server, 'a1', 'a2', 'a3', 'a4', 'a5')

  expect(server.begun()).toEqual(['long', 'a1', 'a2', 'a3', 'a4'])
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
