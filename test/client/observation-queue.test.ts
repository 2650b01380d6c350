// The client's queue: when it sends, what it sends together, and that it hands back what could not be stored.
import { beforeAll, describe, expect, it } from 'vitest'
import {
  createObservationQueue,
  type QueueOptions,
  type SingleObservation,
  type UnsentBatch,
} from '../../packages/client/src/client.ts'
import { eventually } from '../eventually.ts'
import { startService, type TestService } from '../service.ts'
import { answering, answerLost, clientOf, faultyFetch, observed, type Step, unreachable } from './clients.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})

const HOUR = 3_600_000

/** A queue that sends when told to, with what it sent and handed back. */
function queueOf(options: Partial<QueueOptions> = {}, steps: Step[] = [], retries = 0) {
  const { fetch, sent } = faultyFetch(...steps)
  const unsent: { batch: UnsentBatch; error: Error }[] = []
  const client = clientOf(service, { fetch, retries })
  const queue = createObservationQueue(client, {
    intervalMs: HOUR,
    maxItems: 1_000,
    onError: (error, batch) => unsent.push({ batch, error }),
    ...options,
  })
  return { client, queue, sent, unsent, bodies: () => sent.map(({ body }) => JSON.parse(body)) }
}

const one = (user: string, overrides: Partial<SingleObservation> = {}): SingleObservation =>
  observed({ user, ...overrides })

const storedOf = async (user: string): Promise<string[]> =>
  (
    await service.db.query('SELECT title FROM observation WHERE user_id = $1 ORDER BY title', [user])
  ).rows.map(({ title }) => title)

describe('the queue', () => {
  it('sends on demand, one batch for each user, conversation, sentiment and time', async () => {
    const { queue, bodies } = queueOf()
    queue.add(one('demand', { title: 'a' }))
    queue.add(one('demand', { title: 'b' }))
    queue.add(one('demand', { title: 'c', conversation: 'thread-8' }))
    queue.add(one('demand', { title: 'd', sentiment: 'positive' }))
    queue.add(one('demand', { title: 'e', observedAt: '2026-03-01T00:00:00Z' }))

    await queue.flush()

    expect(await storedOf('demand')).toEqual(['a', 'b', 'c', 'd', 'e'])
    const titles = bodies().map(({ observations }) =>
      observations.map(({ title }: { title: string }) => title),
    )
    expect(titles.sort()).toEqual([['a', 'b'], ['c'], ['d'], ['e']])
  })

  it('says when a thing was observed, not when it was sent', async () => {
    const { queue, bodies } = queueOf()
    const before = new Date().toISOString()
    queue.add(one('time'))
    const after = new Date().toISOString()

    await queue.flush()

    const [{ observed_at }] = bodies()
    expect(observed_at >= before && observed_at <= after).toBe(true)
  })

  it('sends when there are many', async () => {
    const { queue } = queueOf({ maxItems: 3 })

    for (const title of ['a', 'b', 'c']) queue.add(one('many', { title }))

    await eventually(async () => expect(await storedOf('many')).toHaveLength(3))
  })

  it('sends after a while', async () => {
    const { queue } = queueOf({ intervalMs: 20 })

    queue.add(one('while'))

    await eventually(async () => expect(await storedOf('while')).toHaveLength(1))
  })

  it('sends no more at once than the service takes', async () => {
    const { queue, bodies } = queueOf()
    for (let i = 0; i < 120; i++) queue.add(one('crowd', { title: `number ${i}` }))

    await queue.flush()

    expect(await storedOf('crowd')).toHaveLength(120)
    expect(bodies().map(({ observations }) => observations.length)).toEqual([50, 50, 20])
  })

  it('takes what it was given, whatever becomes of the object later', async () => {
    const { queue } = queueOf()
    const reused = one('reused', { title: 'first' })
    queue.add(reused)
    reused.title = 'second'

    await queue.flush()

    expect(await storedOf('reused')).toEqual(['first'])
  })

  it('sends the rest when it is closed, and takes no more', async () => {
    const { queue } = queueOf()
    queue.add(one('closing'))

    await queue.close()

    expect(await storedOf('closing')).toHaveLength(1)
    expect(() => queue.add(one('closing'))).toThrow('the queue is closed')
  })

  it('listens for the end of the process while something waits, and only then', async () => {
    const listening = () => process.listenerCount('beforeExit')
    const before = listening()
    const { queue } = queueOf()

    queue.add(one('listening'))
    const during = listening()
    await queue.flush()

    expect([during, listening()]).toEqual([before + 1, before])
  })

  it('stores once what it had to send twice', async () => {
    const { queue, unsent } = queueOf({}, [answerLost], 1)
    queue.add(one('again'))

    await queue.flush()

    expect(await storedOf('again')).toHaveLength(1)
    expect(unsent).toEqual([])
  })
})

describe('what could not be stored', () => {
  it('is handed back with its key, and can be sent again without being stored twice', async () => {
    const { client, queue, unsent } = queueOf({}, [answerLost])
    queue.add(one('back', { title: 'a' }))
    queue.add(one('back', { title: 'b' }))

    await queue.flush()
    const [{ batch, error }] = unsent as [(typeof unsent)[0]]
    await client.observeMany(batch)

    expect(error).toMatchObject({ status: null, detail: 'fetch failed: socket hang up' })
    expect(batch).toMatchObject({ user: 'back', observations: [{ title: 'a' }, { title: 'b' }] })
    expect(await storedOf('back')).toEqual(['a', 'b'])
  })

  it('costs nothing else: one bad item is handed back, the others are stored', async () => {
    const { queue, unsent } = queueOf()
    for (const title of ['a', ' ', 'b']) queue.add(one('bad item', { title }))

    await queue.flush()

    expect(await storedOf('bad item')).toEqual(['a', 'b'])
    expect(unsent).toMatchObject([{ batch: { observations: [{ title: ' ' }] }, error: { status: 400 } }])
  })

  it('is handed back whole when the batch itself is refused', async () => {
    const { queue, unsent, sent } = queueOf()
    for (const title of ['a', 'b']) queue.add(one(' ', { title }))

    await queue.flush()

    expect(unsent.map(({ batch }) => batch.observations.length)).toEqual([2])
    expect(sent).toHaveLength(1)
  })

  it('is handed back at once when too many wait', async () => {
    const { queue, unsent } = queueOf({ maxWaiting: 2 })

    for (const title of ['a', 'b', 'c']) queue.add(one('full', { title }))
    await queue.flush()

    expect(unsent).toMatchObject([{ batch: { observations: [{ title: 'c' }] } }])
    expect(await storedOf('full')).toEqual(['a', 'b'])
    queue.add(one('full', { title: 'd' }))
    await queue.flush()
    expect(await storedOf('full')).toEqual(['a', 'b', 'd'])
  })

  it('does not keep the others from being sent', async () => {
    const { queue, unsent } = queueOf({}, [unreachable, answering(401)])
    for (let i = 0; i < 12; i++) queue.add(one('others', { conversation: `thread ${i}`, title: `${i}` }))

    await queue.flush()

    expect(unsent).toHaveLength(2)
    expect(await storedOf('others')).toHaveLength(10)
  })

  it('is waited for: flush ends when the callback has', async () => {
    const saved: string[] = []
    const onError = async (_: Error, { user }: UnsentBatch) => {
      await new Promise((done) => setImmediate(done))
      saved.push(user)
    }
    const { queue } = queueOf({ onError }, [unreachable])
    queue.add(one('saved'))

    await queue.flush()

    expect(saved).toEqual(['saved'])
  })

  it('must have somewhere to go', () => {
    expect(() => queueOf({ onError: undefined as never })).toThrow('onError is missing')
  })
})
