// A whole project to another instance: everything that it holds, under its own ids, or nothing.
import { connect } from 'node:net'
import { gunzipSync, gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { ARCHIVED, NOT_ARCHIVED } from '../../../src/db/projects/project-archives.ts'
import type { Engine } from '../../../src/digest/engine.ts'
import { removeDeletedProjects } from '../../../src/domain/projects/delete-project.ts'
import { expectCountersToAddUp } from '../../digest/counters.ts'
import { act, digestAll, get, postEach, startEngine } from '../../digest/digesting.ts'
import { EXPORT } from '../../digest/matters.ts'
import { makeTag } from '../../digest/tags/tagging.ts'
import { eventually } from '../../eventually.ts'
import {
  ADMIN_TOKEN,
  answer,
  makeStudy,
  send,
  signIn,
  startService,
  type TestService,
} from '../../service.ts'

const GZIP = { 'Content-Type': 'application/gzip' }
const admin = { Authorization: `Bearer ${ADMIN_TOKEN}` }

describe('the archive of a project', () => {
  let here: TestService
  let there: TestService
  let engine: Engine
  let archive: Buffer
  let withStrayJob: Buffer
  beforeAll(async () => {
    ;[here, there, engine] = [await startService(), await startService(), startEngine()]
    await makeTag(here, 'export', { keywords: ['export'] })
    const study = await makeStudy(here)
    await here.call('POST', `/research/studies/${study.id}/answers/`, answer())
    await postEach(here, EXPORT.slice(0, 3))
    await digestAll(here, engine)
    await act(here, 'PUT', '/guidelines', { observations: '# Ours' })
    const [issue] = (await get(here, '/issues')).items
    const owner = await signIn(here)
    await owner.call('POST', `/projects/${here.projectId}/issues/${issue?.id}/comments`, { body: 'We know.' })
    await owner.call('PATCH', `/projects/${here.projectId}/issues/${issue?.id}`, {
      assignee_id: owner.account.id,
    })
    const target = {
      name: 'Hook',
      format: 'webhook',
      address: 'https://hooks.example/s3cret',
      rhythm: 'each',
    }
    await act(here, 'POST', '/targets', target)
    archive = await take()
    await here.db.query(`BEGIN; SET LOCAL session_replication_role = replica; -- without looking at foreign keys
      INSERT INTO digest_job (project_id, observation_id, due_at)
      VALUES ('${here.projectId}', '${here.deps.newId()}', now()); COMMIT`)
    withStrayJob = await take()
    await here.db.query('DELETE FROM digest_job')
  })

  const take = async (): Promise<Buffer> => {
    const response = await fetch(`${here.url}/api/projects/${here.projectId}/archive`, { headers: admin })
    return Buffer.from(await response.arrayBuffer())
  }

  const bring = (bytes: Buffer, headers: Record<string, string> = admin) =>
    send(`${there.url}/api/projects/import`, 'POST', new Uint8Array(bytes), { ...headers, ...GZIP })

  const rowsOf = async (service: TestService, table: string) => {
    const own = table === 'digest_state' ? "- 'claimed_at'" : ''
    const { rows } = await service.db.query(
      `SELECT to_jsonb(t) - 'assignee_id' - 'author_id' - 'mentions' ${own} AS row FROM ${table} t
       WHERE project_id = $1 ORDER BY to_jsonb(t)::text`,
      [here.projectId],
    )
    return rows.map(({ row }) => row)
  }

  it('holds every table of projects, or leaves it out for a reason', async () => {
    const { rows } = await here.db.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
         AND a.attname = 'project_id'`,
    )

    // Whoever adds a table decides in src/db/projects/project-archives.ts.
    const decided = [...Object.keys(ARCHIVED), ...Object.keys(NOT_ARCHIVED)]
    expect(decided.sort()).toEqual(rows.map(({ name }) => name).sort())
  })

  it('holds no secret, no account and no address of other systems', () => {
    const text = gunzipSync(archive).toString()

    for (const word of ['hooks.example', 'whsec_', here.key, 'password', '"hash"'])
      expect(text).not.toContain(word)
  })

  it.each([
    ['cut off', () => archive.subarray(0, archive.length - 20), /damaged: it is not valid gzip/],
    ['changed', () => edited((text) => text.replace('We know.', 'We no.')), /checksum/],
    [
      'short of a row',
      () => edited((text) => text.replace(/\n\{[^\n]*"We know[^\n]*/, '')),
      /rows are missing/,
    ],
    ['without an end', () => edited((text) => text.replace(/\{"end".*\n/, '')), /its end is missing/],
    ['to digest what it does not hold', () => withStrayJob, /digest_job.*cannot be stored/],
    ['something else', () => gzipSync('{"hello": 1}\n'), /not a Fieldnote project archive/],
    ['nothing', () => gzipSync('null\n'), /not a Fieldnote project archive/],
    [
      'of no schema',
      () => edited((text) => text.replace(/"schema":\[[^\]]*\],/, '')),
      /not a Fieldnote project archive/,
    ],
    ['not compressed', () => Buffer.from('hello'), /not valid gzip/],
  ])('that is %s is refused, and nothing of it stays', async (_, bytes, reason) => {
    const { status, body } = await bring(bytes())
    await removeDeletedProjects(there.deps)

    expect(status).toBe(400)
    expect(JSON.stringify(body.detail)).toMatch(reason)
    expect((await there.db.query('SELECT FROM project WHERE id = $1', [here.projectId])).rowCount).toBe(0)
    expect(await rowsOf(there, 'observation')).toEqual([])
  })
  const edited = (edit: (text: string) => string) => gzipSync(edit(gunzipSync(archive).toString()))

  it('is not called bad when the database is what fails', async () => {
    const query = there.db.query.bind(there.db) as (...given: unknown[]) => unknown
    const away = Object.assign(new Error('the server is going down'), { code: '57P01' })
    const spy = vi
      .spyOn(there.db, 'query')
      .mockImplementation(((...given: unknown[]) =>
        String(given[0]).startsWith('INSERT INTO project ')
          ? Promise.reject(away)
          : query(...given)) as never)

    const { status, headers } = await bring(archive)

    expect([status, headers.get('retry-after')]).toEqual([503, '1'])
    spy.mockRestore()
  })

  it('of another version is refused', async () => {
    const other = edited((text) => text.replace('"schema":[1,', '"schema":['))

    const { status, body } = await bring(other)

    expect([status, body.detail]).toEqual([409, expect.stringContaining('same version of Fieldnote')])
  })

  it('brings everything, under the same ids, to whoever imports it, and works on', async () => {
    const owner = await signIn(there)

    const { status, body } = await bring(archive, owner.headers)

    expect([status, body.id, body.name, body.role]).toEqual([201, here.projectId, 'Test project', 'owner'])
    const [entry] = (await owner.call('GET', `/projects/${here.projectId}/audit`)).body.items
    expect(entry).toMatchObject({ action: 'project.imported', actor: owner.account.email })
    await there.db.query('DELETE FROM audit_log WHERE project_id = $1 AND id = $2', [
      here.projectId,
      entry?.id,
    ])
    for (const table of [...Object.keys(ARCHIVED), 'tag_day', 'issue_search'])
      expect({ table, rows: await rowsOf(there, table) }).toEqual({ table, rows: await rowsOf(here, table) })
    await expectCountersToAddUp(there.db, here.projectId)
    const found = await owner.call('GET', `/projects/${here.projectId}/observations?q=export`)
    expect(found.body.items.length).toBeGreaterThan(0)
    await digestAll(there, engine)
  })

  it('leaves the console its connections, however many do not take theirs, and ends when nothing of it is taken', async () => {
    await here.db.query(
      `UPDATE tag SET config = jsonb_build_object('examples', ARRAY(
         SELECT string_agg(md5(random()::text), '') FROM generate_series(1, 100000) GROUP BY random() < .5))`,
    ) // more than the buffers of both ends hold
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const callers = Array.from({ length: 12 }, () => connect(Number(new URL(here.url).port), '127.0.0.1'))
    const answers: string[] = []
    for (const [place, caller] of callers.entries()) {
      caller.once('data', (data) => {
        answers[place] = data.toString('latin1')
        if (answers[place]?.startsWith('HTTP/1.1 200')) caller.pause()
      })
      caller.write(
        `GET /api/projects/${here.projectId}/archive HTTP/1.1\r\nHost: a\r\nAuthorization: ${admin.Authorization}\r\n\r\n`,
      )
    }
    await eventually(() => expect(answers.filter(Boolean)).toHaveLength(12))

    const refused = answers.filter((answer) => answer.startsWith('HTTP/1.1 503'))
    expect(refused).toHaveLength(10)
    for (const answer of refused)
      expect(answer).toMatch(/retry-after: 30[\s\S]*2 projects are already being exported/i)
    expect([
      here.db.totalCount - here.db.idleCount,
      (await send(`${here.url}/readyz`, 'GET')).status,
    ]).toEqual([0, 200])
    await eventually(() => {
      vi.advanceTimersByTime(30_000)
      expect(here.deps.exports.totalCount - here.deps.exports.idleCount).toBe(0)
    })
    vi.useRealTimers()
    expect(gunzipSync(await take()).length).toBeGreaterThan(3_000_000)
    for (const caller of callers) caller.destroy()
  })

  it('is refused where the project is already', async () => {
    const { status, body } = await bring(archive)

    expect([status, body.detail]).toEqual([409, expect.stringContaining('already exists on this instance')])
  })
})
