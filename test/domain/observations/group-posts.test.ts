// Posts that come at once are stored by few statements, and each caller gets an outcome of its own.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { insertPosts, type NewPost, type PostOutcome } from '../../../src/db/observations/insert-posts.ts'
import type { Tx } from '../../../src/db/pool.ts'
import { COMMAND_LINE } from '../../../src/domain/audit/audit.ts'
import { createPostGroups } from '../../../src/domain/observations/group-posts.ts'
import { readBatch } from '../../../src/domain/observations/post-observations.ts'
import type { QueueLimits } from '../../../src/domain/observations/post-queue.ts'
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

const newPost = (
  overrides: Partial<NewPost> & { items?: Loose } = {},
  projectId = service.projectId,
): NewPost => ({
  ...readBatch(service.deps, { projectId, source: 'rest', batch: batch() }).rows,
  key_id: null,
  once: null,
  ...overrides,
})
const named = (key: string): NewPost =>
  newPost({ once: { key, fingerprint: Buffer.from('f'), response: { key } } })
const titled = (...titles: string[]): NewPost =>
  newPost({
    items: titles.map((title) => ({ id: service.deps.newId(), title, description: 'd', agent_issue: null })),
  })

/** The database, with the groups that it was given, and held back until told. */
function watched({ held = false } = {}) {
  const sizes: number[] = []
  const projects: string[][] = []
  let letGo = () => {}
  const open = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const query = async (statement: Loose) => {
    const ofPosts = projectsOf(statement)
    sizes.push(ofPosts.length)
    projects.push(ofPosts)
    if (held) await open
    return service.db.query(statement)
  }
  return { tx: { query } as unknown as Tx, sizes, projects, letGo }
}

/** The project of each post, which a group names by the number of its caller. */
function projectsOf({ name, values }: Loose): string[] {
  if (name.startsWith('insert-plain-post')) return [values[0]]
  const callers = elementsOf(values[2]).map((id) => uuidOf(id.toString('hex')))
  return elementsOf(values[6]).map((caller) => callers[caller.readInt32BE()] as string)
}

const uuidOf = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** The elements of an array in PostgreSQL's binary form: how many is at byte 12, and from byte 20 each follows its length. */
function elementsOf(array: Buffer): Buffer[] {
  const elements: Buffer[] = []
  for (let at = 20; elements.length < array.readInt32BE(12); at += 4 + array.readInt32BE(at))
    elements.push(array.subarray(at + 4, at + 4 + array.readInt32BE(at)))
  return elements
}

const LIMITS: QueueLimits = { groupRows: 10, groupCharacters: 10_000, groupRowsAmongOthers: 10, waiting: 20 }
const stored = async (): Promise<string[]> =>
  (await service.db.query('SELECT title FROM observation ORDER BY id')).rows.map(({ title }) => title)

describe('posts that come together', () => {
  it('are one statement, each whole and in its own order, with a digest job for each observation', async () => {
    const { tx, sizes } = watched()
    const groups = createPostGroups(tx)
    const posts = Array.from({ length: 15 }, (_, i) => titled(`${i} first`, `${i} second`))

    const outcomes = await Promise.all(posts.map(groups.store))

    expect(new Set(outcomes)).toEqual(new Set(['stored']))
    expect(sizes).toEqual([15])
    expect(await stored()).toEqual(posts.flatMap(({ items }) => items.map(({ title }) => title)))
    expect(await service.count('digest_job')).toBe(30)
    expect(groups.status()).toEqual({ waiting: 0, underWay: 0, taken: 15 })
  })

  it('are a group as soon as there are enough, while the rest is still read', async () => {
    const { tx, sizes, letGo } = watched({ held: true })
    const groups = createPostGroups(tx)

    const all = [Promise.all(Array.from({ length: 31 }, () => newPost()).map(groups.store))]
    expect(sizes).toEqual([])
    all.push(Promise.all(Array.from({ length: 40 }, () => newPost()).map(groups.store)))
    expect(sizes).toEqual([32, 32])
    letGo()

    expect(new Set((await Promise.all(all)).flat())).toEqual(new Set(['stored']))
    expect(sizes).toEqual([32, 32, 7])
  })

  it('are not planned anew, however many they are', async () => {
    const client = await service.deps.ingest.connect()
    onTestFinished(() => client.release())

    for (let size = 2; size < 20; size++) {
      const posts = Array.from({ length: size }, () => newPost())
      await insertPosts(client, posts, new Date(0))
      await insertPosts(
        client,
        [...Array.from({ length: size - 1 }, () => newPost()), named(`k${size}`)],
        new Date(0),
      )
    }

    const { rows } = await client.query(
      `SELECT name, custom_plans::int FROM pg_prepared_statements WHERE name LIKE 'insert-posts%' ORDER BY name`,
    )
    const five = { custom_plans: 5 } // so many PostgreSQL always tries, to compare
    expect(rows).toEqual([
      { name: 'insert-posts', ...five },
      { name: 'insert-posts-once', ...five },
    ])
  })

  it('do not fail with one of them that cannot be stored', async () => {
    const groups = createPostGroups(watched().tx)
    const posts = [titled('before'), titled('with \0 in it'), titled('after')]

    const outcomes = await Promise.allSettled(posts.map(groups.store))

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

    const outcomes = await Promise.allSettled([newPost(), newPost()].map(groups.store))

    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(statements).toBe(1)
  })

  it('are several groups at once where one is not enough, none larger than it may be', async () => {
    const { tx, sizes, letGo } = watched({ held: true })
    const groups = createPostGroups(tx, { ...LIMITS, groupRows: 20, waiting: 100 })

    vi.useFakeTimers({ toFake: ['performance'] }) // a machine that stands still does not start a group early
    onTestFinished(() => void vi.useRealTimers())
    const all = Promise.all(Array.from({ length: 90 }, () => newPost()).map(groups.store))
    expect(sizes).toEqual([20, 20])
    vi.advanceTimersByTime(10)
    await expect.poll(() => sizes).toEqual([20, 20, 20])
    expect(groups.status()).toMatchObject({ waiting: 30, underWay: 3 })
    letGo()

    expect(new Set(await all)).toEqual(new Set(['stored']))
    expect(sizes).toEqual([20, 20, 20, 20, 10])
  })

  it('are smaller groups, answered a few in each turn of the event loop, while several projects call', async () => {
    const other = await anotherProject(service)
    const { tx, sizes } = watched()
    const groups = createPostGroups(tx, { ...LIMITS, groupRowsAmongOthers: 25, groupRows: 100, waiting: 100 })
    await Promise.all([newPost(), newPost({}, other.projectId)].map(groups.store))
    sizes.length = 0
    let [turn, over] = [0, false]
    const next = () => {
      turn++
      if (!over) setImmediate(next)
    }
    setImmediate(next)

    const turns = await Promise.all(
      Array.from({ length: 50 }, () => groups.store(newPost()).then(() => turn)),
    )

    over = true
    expect(sizes).toEqual([25, 25])
    const together = turns.map((at) => turns.filter((one) => one === at).length)
    expect(Math.max(...together)).toBeLessThanOrEqual(16 + 1) // and the first of the other group
  })

  it('do not wait for a group that takes long', async () => {
    const { tx, sizes, letGo } = watched({ held: true })
    const groups = createPostGroups(tx)

    const first = groups.store(newPost())
    await expect.poll(() => sizes).toEqual([1])
    const second = groups.store(newPost())
    await expect.poll(() => sizes).toEqual([1, 1])
    letGo()

    expect(await Promise.all([first, second])).toEqual(['stored', 'stored'])
  })

  it('do not wait at all where nothing of their project is under way', async () => {
    const other = await anotherProject(service)
    const { tx, projects, letGo } = watched({ held: true })
    const groups = createPostGroups(tx)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }) // so no group takes long
    onTestFinished(() => void vi.useRealTimers())

    const all = [groups.store(newPost())]
    await nextTurn()
    all.push(groups.store(newPost()), groups.store(newPost({}, other.projectId)))
    await nextTurn()

    expect(projects).toEqual([[service.projectId], [other.projectId]])
    vi.useRealTimers()
    letGo()
    expect(await Promise.all(all)).toEqual(['stored', 'stored', 'stored'])
  })
})

describe('a queue that is full', () => {
  it('says so, and when to come again; another project still gets in, and comes before the rest of the flood', async () => {
    const other = await anotherProject(service)
    const { tx, projects } = watched()
    const groups = createPostGroups(tx, LIMITS)

    const flood = Array.from({ length: 55 }, () => groups.store(newPost()))
    const late = groups.store(newPost({}, other.projectId))

    const settled = await Promise.allSettled(flood)
    const refusals = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refusals).toHaveLength(35)
    expect(refusals[0]).toMatchObject({ kind: 'unavailable', headers: { 'Retry-After': '1' } })
    expect(await late).toBe('stored')
    expect(projects[0]).toContain(other.projectId)
    expect(await service.count('observation')).toBe(21)
  })

  it('is full sooner of posts with many observations, which take longer', async () => {
    const groups = createPostGroups(service.db, LIMITS)
    const fifty = () => titled(...Array.from({ length: 50 }, (_, i) => `${i}`))

    const settled = await Promise.allSettled(Array.from({ length: 10 }, () => groups.store(fifty())))

    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(7) // three are under way; each that waits counts as five
  })

  it('keeps a place for others: while every group of a flood hangs, another project is stored', async () => {
    const other = await anotherProject(service)
    const { tx, letGo } = watched({ held: true })
    const query = (statement: Loose) =>
      projectsOf(statement).includes(other.projectId) ? service.db.query(statement) : tx.query(statement)
    const groups = createPostGroups({ query } as unknown as Tx, { ...LIMITS, waiting: 100 })

    const flood = Array.from({ length: 40 }, () => groups.store(newPost()).catch(() => 'refused'))
    await expect.poll(() => groups.status().underWay).toBe(3)
    const late = [groups.store(newPost({}, other.projectId)), groups.store(newPost({}, other.projectId))]

    expect(await Promise.all(late)).toEqual(['stored', 'stored'])
    expect(groups.status().underWay).toBe(3)
    letGo()
    await Promise.all(flood)
    expect(groups.status()).toMatchObject({ waiting: 0, underWay: 0 })
  })

  it('refuses over HTTP before anything is parsed, still serves reads, and takes posts again once there is room', async () => {
    const { tx, letGo } = watched({ held: true })
    const usual = service.deps.posts
    service.deps.posts = createPostGroups(tx, { ...LIMITS, waiting: 1 })
    const first: Promise<unknown>[] = []
    for (const underWay of [1, 2, 3, 3]) {
      first.push(service.deps.posts.store(newPost()))
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

    const outcomes = await Promise.all(posts.map(groups.store))

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
      ...keys.map((key) => one.store(named(key))),
      ...keys.toReversed().map((key) => two.store(named(key))),
    ])

    expect(outcomes.filter((outcome) => outcome === 'stored')).toHaveLength(30)
    expect(await service.count('observation')).toBe(30)
  })

  it('may use a key again that was refused with its post', async () => {
    const groups = createPostGroups(service.db)
    const failing = { ...named('again'), ...pick(titled('with \0 in it')) }

    await expect(groups.store(failing)).rejects.toThrow()

    expect(await groups.store(named('again'))).toBe('stored')
  })
})

const pick = ({ items }: NewPost) => ({ items })

describe('whose key was revoked, or whose project was deleted, after they were let in', () => {
  const posts = async (): Promise<NewPost[]> => {
    const { body: revoked } = await service.admin('POST', `/projects/${service.projectId}/keys`, {
      name: 'old',
    })
    const gone = await anotherProject(service)
    await revokeKey(service.deps, COMMAND_LINE, service.projectId, revoked.id)
    await service.admin('DELETE', `/projects/${gone.projectId}`, { name: 'Another project' })
    return [newPost({ key_id: keyId }), newPost({ key_id: revoked.id }), newPost({}, gone.projectId)]
  }

  it('are refused by the database itself, while others of the same group are stored', async () => {
    const groups = createPostGroups(service.db)
    const together = await posts()

    const outcomes = await Promise.all(together.map(groups.store))

    expect(outcomes).toEqual(['stored', 'refused', 'refused'])
    expect(await service.count('observation')).toBe(1)
  })

  it.each([
    ['all before the key expires', [-2, -1], 'stored'],
    ['the last when the key expires', [-1, 0], 'refused'],
    ['the first when the key expires', [0, -1], 'refused'],
  ])('go by the time of the last in their group: %s (%s ms, %s)', async (_, offsets, outcome) => {
    const expires = new Date('2026-03-14T09:26:53.589Z')
    const { body: key } = await service.admin('POST', `/projects/${service.projectId}/keys`, {
      name: 'brief',
    })
    await service.db.query('UPDATE api_key SET expires_at = $1 WHERE id = $2', [expires, key.id])

    const outcomes = await insertPosts(
      service.db,
      offsets.map((ms) => newPost({ key_id: key.id, created_at: new Date(+expires + ms) })),
      new Date(0),
    )

    expect(outcomes).toEqual([outcome, outcome])
  })

  it('are refused by it alone, too', async () => {
    const groups = createPostGroups(service.db)
    const outcomes: PostOutcome[] = []

    for (const post of await posts()) outcomes.push(await groups.store(post))

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
