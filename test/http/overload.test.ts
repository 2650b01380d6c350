// The service while one project sends more than is taken at once: what others get, and what it is told itself.
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Tx } from '../../src/db/pool.ts'
import { createPostGroups } from '../../src/domain/observations/group-posts.ts'
import type { ProjectLimits } from '../../src/http/connections/project-queues.ts'
import { post, request } from '../mcp/endpoint.ts'
import { anotherProject, batch, type Loose, send, startService, type TestService } from '../service.ts'

/** A service that stores nothing of its own project before it is told to. */
async function startHeld(projectLimits: ProjectLimits): Promise<TestService & { letGo(): void }> {
  const service = await startService({ projectLimits, trustMs: 3_600_000 })
  let letGo = () => {}
  const open = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const query = async (statement: Loose) => {
    if (statement.values[0] === service.projectId) await open
    return service.db.query(statement)
  }
  service.deps.posts = createPostGroups({ query } as unknown as Tx)
  onTestFinished(letGo)
  return { ...service, letGo }
}

const waiting = async ({ url }: TestService): Promise<number> => {
  const { body } = await send(`${url}/metrics`, 'GET')
  return Number(/^fieldnote_connections_waiting (\d+)$/m.exec(body)?.[1])
}

const posts = (service: TestService, count: number) =>
  Array.from({ length: count }, () => service.call('POST', '/observations/', batch()))

describe('a project that posts more than is stored', () => {
  it('waits, as the metrics say, while another posts and reads, and has everything stored in the end', async () => {
    const service = await startHeld({ underWay: 2, waiting: 10 })
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
    const service = await startHeld({ underWay: 2, waiting: 10 })
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

describe('a project whose queue is full', () => {
  it('is told to come again, over REST and MCP, and nothing of it is stored', async () => {
    const service = await startHeld({ underWay: 2, waiting: 0 })
    const other = await anotherProject(service)
    const flood = posts(service, 2)
    await expect.poll(() => service.deps.posts.status().taken).toBe(2)

    const refused = [
      await service.call('POST', '/observations/', batch()),
      await service.call('GET', '/service-guidelines/'),
      await post(service, request('tools/call', { name: 'post_observations', arguments: batch() })),
    ]

    for (const { status, headers, body } of refused) {
      expect(status).toBe(503)
      expect(headers.get('retry-after')).toBe('1')
      expect(body).toEqual({ detail: 'this project has too many requests in progress; try again shortly' })
    }
    expect((await other.call('POST', '/observations/', batch())).status).toBe(201)
    service.letGo()
    await Promise.all(flood)
    expect(await service.count('observation')).toBe(3)
    expect((await service.call('POST', '/observations/', batch())).status).toBe(201)
  })

  it('is told so by the queue of posts, too, over REST and MCP', async () => {
    const service = await startService()
    service.deps.posts = createPostGroups(service.db, { group: 1, waiting: 0 })

    const refused = [
      await service.call('POST', '/observations/', batch()),
      await post(service, request('tools/call', { name: 'post_observations', arguments: batch() })),
    ]

    for (const { status, headers, body } of refused) {
      expect([status, headers.get('retry-after')]).toEqual([503, '1'])
      expect(body).toEqual({ detail: 'more is being posted than can be stored; try again shortly' })
    }
    expect((await service.call('GET', '/service-guidelines/')).status).toBe(200)
    expect((await post(service, request('tools/list'))).status).toBe(200)
  })
})
