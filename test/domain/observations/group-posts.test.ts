// Posts that come at once are stored by few statements, and each caller gets an outcome of its own.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { insertPosts, type NewPost, type PostOutcome } from '../../../src/db/observations/insert-posts.ts'
import type { Tx } from '../../../src/db/pool.ts'
import { COMMAND_LINE } from '../../../src/domain/audit/audit.ts'
import { createPostGroups, type GroupLimits } from '../../../src/domain/observations/group-posts.ts'
import { readBatch } from '../../../src/domain/observations/post-observations.ts'
import { revokeKey } from '../../../src/domain/projects/manage-keys.ts'
import { request } from '../../mcp/endpoint.ts'
import { anotherProject, batch, type Loose, send, startService, type TestService } from '../../service.ts'

let service: TestService
let keyId: string
beforeAll(async () => {
  service = await startService()
  keyId = (await service.db.query('SELECT id FROM api_key')).rows[0].id
})
beforeEach(() => service.db.query('TRUNCATE observation, idempotency_key CASCADE'))

const newPost = (overrides: Partial<NewPost> & { items?: Loose } = {}): NewPost => ({
  ...readBatch(service.deps, { source: 'rest', batch: batch() }).post,
  ...overrides,
})
const newPosts = (count: number): NewPost[] => Array.from({ length: count }, () => newPost())
const named = (key: string): NewPost =>
  newPost({ once: { key, fingerprint: Buffer.from('f'), response: { key } } })
const titled = (...titles: string[]): NewPost =>
  newPost({
    items: titles.map((title) => ({
      id: service.deps.newId(),
      title,
      description: 'd',
      agent_issue: null,
      quote: null,
    })),
  })

/** The database, with the groups that it was given, and held back until told. */
function watched({ held = false } = {}) {
  const sizes: number[] = []
  const projects: string[] = []
  let letGo = () => {}
  const open = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const query = async (statement: Loose) => {
    sizes.push(statement.values[2].length)
    projects.push(statement.values[0])
    if (held) await open
    return service.db.query(statement)
  }
  return { tx: { query } as unknown as Tx, sizes, projects, letGo }
}

type Groups = ReturnType<typeof createPostGroups>
const storeIn =
  ({ store }: Groups, projectId = service.projectId) =>
  (post: NewPost) =>
    store(projectId, post)

const LIMITS: GroupLimits = { group: 10, waiting: 20 }
const stored = async (): Promise<string[]> =>
  (await service.db.query('SELECT title FROM observation ORDER BY id')).rows.map(({ title }) => title)

describe('posts that come together', () => {
  it('are one statement, each whole and in its own order, with a digest job for each observation', async () => {
    const { tx, sizes } = watched()
    const groups = createPostGroups(tx)
    const posts = Array.from({ length: 15 }, (_, i) => titled(`${i} first`, `${i} second`))

    const outcomes = await Promise.all(posts.map(storeIn(groups)))

    expect(new Set(outcomes)).toEqual(new Set(['stored']))
    expect(sizes).toEqual([15])
    expect(await stored()).toEqual(posts.flatMap(({ items }) => items.map(({ title }) => title)))
    expect(await service.count('digest_job')).toBe(30)
    expect(groups.status()).toEqual({ waiting: 0, underWay: 0, taken: 15 })
  })

  it('are the next group of their project while one of it is under way', async () => {
    const { tx, sizes, letGo } = watched({ held: true })
    const groups = createPostGroups(tx)

    const all = [storeIn(groups)(newPost())]
    await nextTurn()
    all.push(...newPosts(7).map(storeIn(groups)))
    await nextTurn()
    expect(sizes).toEqual([1])
    expect(groups.status()).toEqual({ waiting: 7, underWay: 1, taken: 8 })
    letGo()

    expect(new Set(await Promise.all(all))).toEqual(new Set(['stored']))
    expect(sizes).toEqual([1, 7])
  })

  it('are not planned anew, however many they are', async () => {
    const client = await service.deps.ingest.connect()
    onTestFinished(() => client.release())

    for (let size = 1; size < 20; size++) {
      await insertPosts(client, service.projectId, newPosts(size))
      await insertPosts(client, service.projectId, [...newPosts(size - 1), named(`k${size}`)])
    }

    const { rows } = await client.query(
      "SELECT custom_plans::int FROM pg_prepared_statements WHERE name = 'insert-posts'",
    )
    expect(rows).toEqual([{ custom_plans: 5 }]) // so many PostgreSQL always tries, to compare
  })

  it('do not fail with one of them that cannot be stored', async () => {
    const groups = createPostGroups(watched().tx)
    const posts = [titled('before'), titled('with \0 in it'), titled('after')]

    const outcomes = await Promise.allSettled(posts.map(storeIn(groups)))

    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await stored()).toEqual(['before', 'after'])
  })

  it('all fail when the database does, without being tried one by one', async () => {
    let statements = 0
    const query = async () => {
      statements++
      throw Object.assign(new Error('the disk is full'), { code: '53100' })
    }
    const groups = createPostGroups({ query } as unknown as Tx)

    const outcomes = await Promise.allSettled(newPosts(2).map(storeIn(groups)))

    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(statements).toBe(1)
  })

  it('are two groups at once where one is complete, and no more, so that other projects have connections too', async () => {
    const other = await anotherProject(service)
    const { tx, sizes, projects, letGo } = watched({ held: true })
    const groups = createPostGroups(tx, { group: 20, waiting: 100 })

    const all = newPosts(90).map(storeIn(groups))
    await nextTurn()
    expect(sizes).toEqual([20, 20])
    all.push(storeIn(groups, other.projectId)(newPost()))
    await nextTurn()
    expect(projects).toEqual([service.projectId, service.projectId, other.projectId])
    expect(groups.status()).toMatchObject({ waiting: 50, underWay: 3 })
    letGo()

    expect(new Set(await Promise.all(all))).toEqual(new Set(['stored']))
    expect(sizes).toEqual([20, 20, 1, 20, 20, 10])
  })

  it('do not wait for another project, and take turns with it', async () => {
    const others = [await anotherProject(service), await anotherProject(service)]
    const { tx, projects, letGo } = watched({ held: true })
    const groups = createPostGroups(tx, { group: 1, waiting: 100 })

    const all = newPosts(6).map(storeIn(groups))
    for (const { projectId } of others) all.push(...newPosts(3).map(storeIn(groups, projectId)))
    await nextTurn()
    letGo()
    await Promise.all(all)

    const [own, first, second] = [service.projectId, ...others.map(({ projectId }) => projectId)]
    expect(projects.slice(0, 4)).toEqual([own, first, second, own])
    expect(projects).toHaveLength(12)
  })
})

describe('a queue that is full', () => {
  it('says so, and when to come again; another project still gets in, and comes before the rest of the flood', async () => {
    const other = await anotherProject(service)
    const { tx, projects } = watched()
    const groups = createPostGroups(tx, LIMITS)

    const flood = newPosts(55).map(storeIn(groups))
    const late = storeIn(groups, other.projectId)(newPost())

    const settled = await Promise.allSettled(flood)
    const refusals = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refusals).toHaveLength(35)
    expect(refusals[0]).toMatchObject({ kind: 'unavailable', headers: { 'Retry-After': '1' } })
    expect(await late).toBe('stored')
    expect(projects.indexOf(other.projectId)).toBeLessThan(3)
    expect(await service.count('observation')).toBe(21)
  })

  it('is full sooner of posts with many or long observations, which take longer', async () => {
    const groups = createPostGroups(service.db, LIMITS)
    const fifty = () => titled(...Array.from({ length: 50 }, (_, i) => `${i}`))

    const settled = await Promise.allSettled(Array.from({ length: 10 }, () => storeIn(groups)(fifty())))

    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1) // more than may wait, which a project without any may fill
  })

  it('keeps a place for others: while every group of a flood hangs, another project is stored', async () => {
    const other = await anotherProject(service)
    const { tx, letGo } = watched({ held: true })
    const query = (statement: Loose) =>
      statement.values[0] === other.projectId ? service.db.query(statement) : tx.query(statement)
    const groups = createPostGroups({ query } as unknown as Tx, { ...LIMITS, waiting: 100 })

    const flood = newPosts(40).map(storeIn(groups))
    await expect.poll(() => groups.status().underWay).toBe(2)
    const late = [storeIn(groups, other.projectId)(newPost()), storeIn(groups, other.projectId)(newPost())]

    expect(await Promise.all(late)).toEqual(['stored', 'stored'])
    expect(groups.status().underWay).toBe(2)
    letGo()
    await Promise.all(flood)
    expect(groups.status()).toMatchObject({ waiting: 0, underWay: 0 })
  })

  it('refuses over HTTP before anything is parsed, still serves reads, and takes posts again once there is room', async () => {
    const { tx, letGo } = watched({ held: true })
    const usual = service.deps.posts
    service.deps.posts = createPostGroups(tx, { group: 1, waiting: 1 })
    const first: Promise<unknown>[] = []
    for (const underWay of [1, 2, 2]) {
      first.push(service.deps.posts.store(service.projectId, newPost()))
      await expect.poll(() => service.deps.posts.status().underWay).toBe(underWay)
    }

    const overMcp = (message: object | string) =>
      send(service.mcpUrl, 'POST', message, { 'X-Api-Key': service.key })
    const refused = [
      await service.call('POST', '/observations/', { not: 'a batch' }),
      await overMcp('{ "not": JSON, "name": "post_observations" }'),
    ]
    const read = [
      await service.call('GET', '/service-guidelines/'),
      await overMcp(request('tools/call', { name: 'get_service_guidelines' })),
    ]
    letGo()
    await Promise.all(first)
    const again = [
      await service.call('POST', '/observations/', batch()),
      await overMcp(request('tools/call', { name: 'post_observations', arguments: batch() })),
    ]
    service.deps.posts = usual

    expect(refused.map(({ status }) => status)).toEqual([503, 503])
    expect(read.map(({ status }) => status)).toEqual([200, 200])
    expect(again.map(({ status }) => status)).toEqual([201, 200])
    for (const { headers, body } of refused) {
      expect(headers.get('retry-after')).toBe('1')
      expect(body.detail).toContain('try again')
    }
    expect(again[1]?.body.result.isError).toBeUndefined()
  })
})

describe('posts under an idempotency key', () => {
  it('are stored once, together with others or not, and the same key waits for the first', async () => {
    const { tx, sizes } = watched()
    const groups = createPostGroups(tx)
    const posts = [named('a'), newPost(), named('b'), named('a'), named('a')]

    const outcomes = await Promise.all(posts.map(storeIn(groups)))

    expect(outcomes).toEqual(['stored', 'stored', 'stored', 'repeated', 'repeated'])
    expect(sizes).toEqual([3, 1, 1])
    const { rows } = await service.db.query('SELECT key, response FROM idempotency_key ORDER BY key')
    expect(rows).toEqual(['a', 'b'].map((key) => ({ key, response: { key } })))
    expect(await service.count('observation')).toBe(3)
  })

  it('are stored once by two processes that get the same keys in another order', async () => {
    const [one, two] = [createPostGroups(service.db), createPostGroups(service.db)]
    const keys = Array.from({ length: 30 }, (_, i) => `k${i}`)

    const outcomes = await Promise.all([
      ...keys.map((key) => storeIn(one)(named(key))),
      ...keys.toReversed().map((key) => storeIn(two)(named(key))),
    ])

    expect(outcomes.filter((outcome) => outcome === 'stored')).toHaveLength(30)
    expect(await service.count('observation')).toBe(30)
  })

  it('may use a key again that was refused with its post', async () => {
    const groups = createPostGroups(service.db)
    const failing = { ...named('again'), ...pick(titled('with \0 in it')) }

    await expect(storeIn(groups)(failing)).rejects.toThrow()

    expect(await storeIn(groups)(named('again'))).toBe('stored')
  })
})

const pick = ({ items }: NewPost) => ({ items })

describe('whose key was revoked, or whose project was deleted, after they were let in', () => {
  const posts = async (): Promise<[projectId: string, post: NewPost][]> => {
    const { body: revoked } = await service.admin('POST', `/projects/${service.projectId}/keys`, {
      name: 'old',
    })
    const gone = await anotherProject(service)
    await revokeKey(service.deps, COMMAND_LINE, service.projectId, revoked.id)
    await service.admin('DELETE', `/projects/${gone.projectId}`, { name: 'Another project' })
    return [
      [service.projectId, newPost({ key_id: keyId })],
      [service.projectId, newPost({ key_id: revoked.id })],
      [gone.projectId, newPost()],
    ]
  }

  it('are refused by the database itself, while others of the same group are stored', async () => {
    const groups = createPostGroups(service.db)
    const together = await posts()

    const outcomes = await Promise.all(together.map(([projectId, post]) => groups.store(projectId, post)))

    expect(outcomes).toEqual(['stored', 'refused', 'refused'])
    expect(await service.count('observation')).toBe(1)
  })

  it.each([
    ['before the key expires', -1, 'stored'],
    ['when the key expires', 0, 'refused'],
  ])('go by their own time: %s (%i ms), %s', async (_, ms, outcome) => {
    const expires = new Date('2026-03-14T09:26:53.589Z')
    const { body: key } = await service.admin('POST', `/projects/${service.projectId}/keys`, {
      name: 'brief',
    })
    await service.db.query('UPDATE api_key SET expires_at = $1 WHERE id = $2', [expires, key.id])

    const outcomes = await insertPosts(
      service.db,
      service.projectId,
      [-2, ms].map((at) => newPost({ key_id: key.id, created_at: new Date(+expires + at) })),
    )

    expect(outcomes).toEqual(['stored', outcome])
  })

  it('are refused by it alone, too', async () => {
    const groups = createPostGroups(service.db)
    const outcomes: PostOutcome[] = []

    for (const [projectId, post] of await posts()) outcomes.push(await groups.store(projectId, post))

    expect(outcomes).toEqual(['stored', 'refused', 'refused'])
    expect(await service.count('observation')).toBe(1)
    expect(await service.count('digest_job')).toBe(1)
  })
})

describe('while every other connection waits', () => {
  it('observations are stored all the same', async () => {
    const busy = await Promise.all(Array.from({ length: 10 }, () => service.db.connect()))
    try {
      const url = `${service.url}/v1/project/${service.projectId}/observations/`
      const answer = await send(url, 'POST', batch(), { 'X-Api-Key': service.key, 'Idempotency-Key': 'k' })
      expect(answer.status).toBe(201)
    } finally {
      for (const client of busy) client.release()
    }
  })
})
