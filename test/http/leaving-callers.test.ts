// Callers that leave while what they sent is being stored: their places are given back, and nothing is kept of them.
import { once } from 'node:events'
import { connect } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { LIMITS } from '../../src/contract/limits.ts'
import { Refusal } from '../../src/contract/refusal.ts'
import { eventually } from '../eventually.ts'
import { anotherProject, batch, send, startService, type TestService } from '../service.ts'

const requestOf = ({ projectId, key }: TestService, body: string): string =>
  [
    `POST /v1/project/${projectId}/observations/ HTTP/1.1`,
    'Host: localhost',
    `Authorization: ApiKey ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n')

const SMALL = JSON.stringify(batch())
/** One more of it would have to wait. */
const LARGE = SMALL.padEnd(LIMITS.bodyBytes)

/** Sends all behind each other, and leaves as soon as they are being stored, which is possible only afterwards. */
async function sendAndLeave(service: TestService, bodies: string[]): Promise<void> {
  await service.call('GET', '/service-guidelines/') // now its key is known
  const lock = await service.db.connect()
  onTestFinished(() => lock.release(true))
  await lock.query('BEGIN; LOCK TABLE observation IN ACCESS EXCLUSIVE MODE')
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(bodies.map((body) => requestOf(service, body)).join(''))
  await eventually(async () => expect(service.deps.posts.status().taken).toBe(bodies.length))
  socket.destroy()
  await once(socket, 'close')
  await lock.query('ROLLBACK')
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

describe('a caller that leaves', () => {
  it('gives back the place of every request that it sent without waiting', async () => {
    const service = await startService({
      projectLimits: { underWay: 2, waiting: 10 },
    })

    await sendAndLeave(service, [SMALL, SMALL, SMALL])

    const later = await Promise.all([1, 2, 3].map(() => service.call('POST', '/observations/', batch())))
    expect(later.map(({ status }) => status)).toEqual([201, 201, 201])
  })

  it('gives back the place of a large body', async () => {
    const service = await startService()
    const other = await anotherProject(service)

    await sendAndLeave(service, [SMALL, LARGE])

    expect((await other.call('POST', '/observations/', LARGE)).status).toBe(201)
  })

  it('has its observation stored, and is not counted as one who was answered', async () => {
    const service = await startService()

    await sendAndLeave(service, [SMALL])

    await eventually(async () => expect(await service.count('observation')).toBe(1))
    await service.call('GET', '/service-guidelines/')
    const { body: metrics } = await send(`${service.url}/metrics`, 'GET')
    expect(metrics).toContain('fieldnote_observations_total{source="rest"} 1')
    expect(metrics).not.toMatch(/observations\/.*status="201"/)
  })

  it('or that is refused, is not kept in memory', async () => {
    const service = await startService()
    service.deps.posts.requireCapacity = () => {
      throw new Refusal('unavailable', 'full', { 'Retry-After': '1' })
    }
    const refuse = async (count: number) => {
      for (let sent = 0; sent < count; sent++)
        expect((await service.call('POST', '/observations/', batch())).status).toBe(503)
    }
    const seen: WeakRef<object>[] = []
    service.app.server.on('request', (request) => seen.push(new WeakRef(request)))

    await refuse(50)
    collectGarbage()

    expect(seen).toHaveLength(50)
    expect(seen.filter((request) => request.deref() !== undefined).length).toBeLessThan(10)
  })
})
