// Tags by day and by issue, after everything that tags observations, moves them or takes them away: no trigger counts them, so each
// statement that does such a thing is here.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Engine } from '../../../src/digest/engine.ts'
import { importStep } from '../../../src/domain/imports/import-step.ts'
import { applyRetention } from '../../../src/domain/privacy/apply-retention.ts'
import { removeDeletedProjects } from '../../../src/domain/projects/delete-project.ts'
import { literalsIn } from '../../db/literals.ts'
import { ADMIN_TOKEN, type Loose, send, type TestService } from '../../service.ts'
import { expectCountersToAddUp } from '../counters.ts'
import { act, digestAll, get, guessAtFirst, inNewProjects, post, twoIssues } from '../digesting.ts'
import { EXPORT, PASSWORD } from '../matters.ts'
import { makeTag } from './tagging.ts'

const query = vi.spyOn(pg.Client.prototype, 'query') // before there is a connection
type Asked = { sql: string; underLock: boolean; hidden: boolean }
const asked: Asked[] = []
const plain = (sql: string): string => sql.replaceAll(/\s+/g, ' ').trim()

/** What was asked since the last time, whether its transaction held the project's digest lock, and whether nobody saw the project. */
function noteAsked({ hidden = false } = {}): void {
  const locked = new Map<unknown, unknown>()
  for (const [at, [first, second]] of (query.mock.calls as Loose[][]).entries()) {
    const { name, text, values } = typeof first === 'string' ? { text: first, values: second } : first
    const [client, projectId] = [query.mock.contexts[at], values?.[0]]
    if (/^(BEGIN|COMMIT|ROLLBACK)/.test(text)) locked.delete(client)
    if (name === 'lock-digest-state') locked.set(client, projectId)
    const underLock = projectId !== undefined && locked.get(client) === projectId
    asked.push({ sql: plain(text ?? ''), underLock, hidden })
  }
  query.mockClear()
}

let engine: Engine
let service: TestService
inNewProjects((made) => {
  ;({ engine, service } = made)
})

/** `rows` is on the four notes about exports, `reset` on the three about passwords. */
let tags: { rows: string; reset: string }
let exports: string[]
let passwords: string[]
let exporting: string
let locked: string
beforeEach(async () => {
  tags = {
    rows: await makeTag(service, 'rows', { keywords: ['10,000 rows'], threshold: 1 }),
    reset: await makeTag(service, 'reset', { keywords: ['password reset'], threshold: 1 }),
  }
  const made = await twoIssues(service, engine)
  ;({ exports, passwords } = made)
  ;[exporting, locked] = [made.exporting.id, made.locked.id]
})
afterEach(async () => {
  noteAsked()
  await expectCountersToAddUp(service.db, service.projectId)
})
afterAll(() => query.mockRestore())

const judge = (id: string, tag: string, verdict: string) =>
  act(service, 'PUT', `/observations/${id}/tags/${tag}`, { verdict })

type Counts = Record<string, number>
const byLabel = (counted: Loose[]): Counts =>
  Object.fromEntries(counted.map(({ label, observation_count }) => [label, observation_count]))
const inProject = async (): Promise<Counts> => byLabel((await get(service, '/tags')).items)
const inIssue = async (id: string): Promise<Counts> => byLabel((await get(service, `/issues/${id}`)).tags)

describe('tags are counted', () => {
  it('when observations are digested, and digested again', async () => {
    expect(await inProject()).toEqual({ rows: 4, reset: 3 })
    expect([await inIssue(exporting), await inIssue(locked)]).toEqual([{ rows: 4 }, { reset: 3 }])

    await act(service, 'POST', '/digest/restart')
    await digestAll(service, engine)

    expect(await inProject()).toEqual({ rows: 4, reset: 3 })
    expect([await inIssue(exporting), await inIssue(locked)]).toEqual([{ rows: 4 }, { reset: 3 }])
  })

  it('when a tag that changed is matched again', async () => {
    await act(service, 'PATCH', `/tags/${tags.rows}`, {
      config: { keywords: ['password reset'], threshold: 1 },
    })
    await act(service, 'POST', `/tags/${tags.rows}/rematch`)
    await digestAll(service, engine)

    expect(await inProject()).toEqual({ rows: 3, reset: 3 })
    expect([await inIssue(exporting), await inIssue(locked)]).toEqual([{}, { rows: 3, reset: 3 }])
  })

  it('when people say that they hold, or do not', async () => {
    await judge(exports[0] as string, tags.rows, 'removed')
    await judge(exports[1] as string, tags.rows, 'removed')
    await judge(exports[1] as string, tags.rows, 'confirmed')
    await judge(passwords[0] as string, tags.rows, 'confirmed')

    expect(await inProject()).toEqual({ rows: 4, reset: 3 })
    expect([await inIssue(exporting), await inIssue(locked)]).toEqual([{ rows: 3 }, { rows: 1, reset: 3 }])
  })

  it('when people judge an observation that has no issue yet', async () => {
    const [id] = await post(service, EXPORT.slice(0, 1))
    await judge(id as string, tags.reset, 'confirmed')
    expect(await inProject()).toEqual({ rows: 4, reset: 4 })
    await expectCountersToAddUp(service.db, service.projectId)

    await digestAll(service, engine)

    expect(await inIssue(exporting)).toEqual({ rows: 5, reset: 1 })
  })

  it('when a tag is deleted', async () => {
    await act(service, 'DELETE', `/tags/${tags.rows}`)

    expect(await inProject()).toEqual({ reset: 3 })
    expect(await inIssue(exporting)).toEqual({})
  })

  it('when people merge issues, and undo it', async () => {
    await act(service, 'POST', `/issues/${locked}/merge`, { into: exporting })
    expect([await inIssue(exporting), await inIssue(locked)]).toEqual([{ rows: 4, reset: 3 }, {}])
    await expectCountersToAddUp(service.db, service.projectId)

    await act(service, 'POST', `/issues/${locked}/unmerge`)

    expect([await inIssue(exporting), await inIssue(locked)]).toEqual([{ rows: 4 }, { reset: 3 }])
  })

  it('when people split issues and move observations', async () => {
    const { body } = await act(service, 'POST', `/issues/${exporting}/split`, {
      observation_ids: exports.slice(0, 2),
    })
    await act(service, 'POST', `/observations/${passwords[0]}/move`, { issue_id: body.id })

    expect(await inIssue(body.id)).toEqual({ rows: 2, reset: 1 })
    expect([await inIssue(exporting), await inIssue(locked)]).toEqual([{ rows: 2 }, { reset: 2 }])
  })

  it('when the digest moves observations and folds issues', async () => {
    await guessAtFirst(service, exports.slice(0, 1), exporting, locked)
    expect([await inIssue(exporting), await inIssue(locked)]).toEqual([{ rows: 3 }, { rows: 1, reset: 3 }])
    const small = await guessAtFirst(service, exports.slice(3), exporting, null)
    await expectCountersToAddUp(service.db, service.projectId)

    await digestAll(service, engine)

    expect((await get(service, `/issues/${small}`)).merged_into).toBe(exporting)
    expect([await inIssue(exporting), await inIssue(locked)]).toEqual([{ rows: 4 }, { reset: 3 }])
  })

  it('when a user is erased', async () => {
    const { user_id } = await get(service, `/observations/${exports[0]}`)

    await act(service, 'DELETE', `/users/${user_id}`)

    expect([await inProject(), await inIssue(exporting)]).toEqual([{ rows: 3, reset: 3 }, { rows: 3 }])
  })

  it('when observations are older than they may be', async () => {
    await post(service, EXPORT, { observed_at: '2026-01-01T00:00:00Z' })
    await digestAll(service, engine)
    expect(await inIssue(exporting)).toEqual({ rows: 8 })
    await act(service, 'PUT', '/privacy', { retention_days: 30 })

    await applyRetention(service.deps, () => false)

    expect([await inProject(), await inIssue(exporting)]).toEqual([{ rows: 4, reset: 3 }, { rows: 4 }])
  })

  it('when a file is imported, and that is undone', async () => {
    const file = PASSWORD.map((said, at) =>
      JSON.stringify({ ...said, user_id: `u${at}`, interaction_id: 'i', user_sentiment: 'negative' }),
    )
    const { body } = await send(`${projects()}/${service.projectId}/imports`, 'POST', file.join('\n'), {
      ...ADMIN,
      'Content-Type': 'application/x-ndjson',
    })
    while (await importStep(service.deps));
    await digestAll(service, engine)
    expect(await inIssue(locked)).toEqual({ reset: 6 })
    await expectCountersToAddUp(service.db, service.projectId)

    await act(service, 'DELETE', `/imports/${body.id}`)
    while (await importStep(service.deps));

    expect([await inProject(), await inIssue(locked)]).toEqual([{ rows: 4, reset: 3 }, { reset: 3 }])
  })

  it('when a project goes, and comes back from its archive', async () => {
    const path = `${projects()}/${service.projectId}`
    const archive = await (await fetch(`${path}/archive`, { headers: ADMIN })).arrayBuffer()
    await send(path, 'DELETE', { name: (await get(service, '')).name }, ADMIN)
    noteAsked()
    await removeDeletedProjects(service.deps)
    expect((await act(service, 'GET', '/tags')).status).toBe(404)

    const { status } = await send(`${projects()}/import`, 'POST', new Uint8Array(archive), {
      ...ADMIN,
      'Content-Type': 'application/gzip',
    })

    noteAsked({ hidden: true })
    expect(status).toBe(201)
    expect(await inProject()).toEqual({ rows: 4, reset: 3 })
    expect([await inIssue(exporting), await inIssue(locked)]).toEqual([{ rows: 4 }, { reset: 3 }])
  })
})
const ADMIN = { Authorization: `Bearer ${ADMIN_TOKEN}` }
const projects = () => `${service.url}/api/projects`

/** Adds or removes tags or members, moves members, or deletes what takes them along. */
const COUNTS =
  /(INSERT INTO|DELETE FROM) (observation_tag|issue_observation)\b|(UPDATE observation_tag|UPDATE issue_observation)( \w+)? SET (issue_id|holds|day)\b|DELETE FROM (tag|issue|observation) /

it('every statement that changes what is counted was asked above', () => {
  const folder = resolve(import.meta.dirname, '../../../src/db')
  const statements = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => literalsIn(readFileSync(join(folder, path), 'utf8')))
    .map(({ content }) => plain(content))
    .filter((sql) => COUNTS.test(sql))

  expect(statements.length).toBeGreaterThan(8)
  expect(statements.filter((sql) => !asked.some((one) => one.sql.includes(sql)))).toEqual([])
})

it('every statement that counts or changes what is counted holds the digest lock, except on projects that nobody sees', () => {
  const counting = asked.filter(({ sql }) => COUNTS.test(sql) || /INTO (tag_day|issue_tag)\b/.test(sql))
  const withoutLock = counting.filter(({ underLock }) => !underLock)

  expect(counting.length).toBeGreaterThan(150)
  expect(withoutLock.filter(({ hidden }) => !hidden)).toEqual([])
  expect(withoutLock.length).toBeGreaterThan(5) // what is hidden was asked
})

it('the issue of a tag is looked up by its observation, whatever PostgreSQL knows of the tables', async () => {
  const { sql } = asked.find((one) => /^WITH carried .+ ANY\(\$3/.test(one.sql)) as Asked
  const client = await service.db.connect()
  await client.query(`PREPARE counted AS ${sql}`)

  const { rows } = await client.query(
    `EXPLAIN EXECUTE counted ('${service.projectId}', 1, '{${exports.join(',')}}', NULL)`,
  )
  client.release(true)

  const plan = rows.map((row: Loose) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('Index Scan using issue_observation_pkey')
  expect(plan).toContain('Index Scan using observation_tag_pkey')
})
