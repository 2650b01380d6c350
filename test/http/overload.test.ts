// The service while one project sends more than is taken at once: what others get, and what it is told itself.
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Tx } from '../../src/db/pool.ts'
import { createPostGroups } from '../../src/domain/observations/group-posts.ts'
import { TURN_LIMITS } from '../../src/http/connections/admission.ts'
import { post, request } from '../mcp/endpoint.ts'
import { anotherProject, batch, type Loose, send, startService, type TestService } from '../service.ts'

const HOUR = 3_600_000

/** A service that stores nothing of its own project before it is told to. */
async function startHeld(lateMs: number): Promise<TestService & { letGo(): void }> {
  const { alone, amongOthers } = TURN_LIMITS
  const turnLimits = {
    ...TURN_LIMITS,
    alone: { ...alone, atOnce: 2 },
    amongOthers: { ...amongOthers, atOnce: 2 },
    patient: 0,
    lateMs,
    keptMs: HOUR,
  }
  const service = await startService({ turnLimits, trustMs: HOUR })
  let letGo = () => {}
  const open = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const query = async (statement: Loose) => {
    if (statement.values.some(isOf(service.projectId))) await open
    return service.db.query(statement)
  }
  service.deps.posts = createPostGroups({ query } as unknown as Tx)
  onTestFinished(letGo)
  return { ...service, letGo }
}

/** A post that comes alone names its project as text, a group as an array in binary. */
const isOf = (projectId: string) => {
  const bytes = Buffer.from(projectId.replaceAll('-', ''), 'hex')
  return (value: unknown): boolean => (Buffer.isBuffer(value) ? value.includes(bytes) : value === projectId)
}

const waiting = async ({ url }: TestService): Promise<number> => {
  const { body } = await send(`${url}/metrics`, 'GET')
  return Number(/^fieldnote_connections_waiting (\d+)$/m.exec(body)?.[1])
}

const posts = (service: TestService, count: number) =>
  Array.from({ length: count }, () => service.call('POST', '/observations/', batch()))

describe('a project that posts more than is stored', () => {
  it('waits, as the metrics say, while another posts and reads, and has everything stored in the end', async () => {
    const service = await startHeld(HOUR)
    const other = await anotherProject(service)
    const flood = posts(service, 6)
    await expect.poll(() => waiting(service)).toBe(4)

    const meanwhile = [
      await other.call('POST', '/observations/', batch()),
      await other.call('GET', '/service-guidelines/'),
      await other.call('GET', '/research/studies/?user_id=user-42'),
    ]

    expect(meanwhile.map(({ status }) => status)).toEqual([201, 200, 200])
    expect(await waiting(service)).toBe(4)
    expect(await service.count('observation')).toBe(1)
    service.letGo()
    expect((await Promise.all(flood)).map(({ status }) => status)).toEqual(Array(6).fill(201))
    await expect.poll(() => waiting(service)).toBe(0)
    expect(await service.count('observation')).toBe(7)
  })

  it('has its reads wait with its posts', async () => {
    const service = await startHeld(HOUR)
    const flood = posts(service, 2)
    await expect.poll(() => service.deps.posts.status().taken).toBe(2)

    const read = [
      service.call('GET', '/service-guidelines/'),
      service.call('GET', '/research/studies/?user_id=user-42'),
      post(service, request('tools/list')),
    ]
    await expect.poll(() => waiting(service)).toBe(3)

    service.letGo()
    expect((await Promise.all([...flood, ...read])).map(({ status }) => status)).toEqual([
      201, 201, 200, 200, 200,
    ])
  })
})

describe('a request that has waited too long', () => {
  let service: Awaited<ReturnType<typeof startHeld>>
  let flood: ReturnType<typeof posts>
  beforeEach(async () => {
    service = await startHeld(0)
    flood = posts(service, 2)
    await expect.poll(() => service.deps.posts.status().taken).toBe(2)
  })

  it('is told to come again where it posts, over REST and MCP, and nothing of it is stored', async () => {
    const call = request('tools/call', { name: 'post_observations', arguments: batch() })

    const refused = [await service.call('POST', '/observations/', batch()), await post(service, call)]

    for (const { status, headers, body } of refused) {
      expect(status).toBe(503)
      expect(headers.get('retry-after')).toBe('1')
      expect(body).toEqual({ detail: 'more is being posted than can be stored; try again shortly' })
    }
    service.letGo()
    await Promise.all(flood)
    expect(await service.count('observation')).toBe(2)
    expect((await service.call('POST', '/observations/', batch())).status).toBe(201)
  })

  it('is answered where it reads', async () => {
    const read = [
      await service.call('GET', '/service-guidelines/'),
      await service.call('GET', '/research/studies/?user_id=user-42'),
      await post(service, request('tools/list')),
    ]

    expect(read.map(({ status }) => status)).toEqual([200, 200, 200])
  })
})
