// The live feed: two applications over one database, and real connections that stay open.
import { v7 } from 'uuid'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createPool } from '../../../src/db/pool.ts'
import { atEnd } from '../../closings.ts'
import { digestAll, get, post, startEngine } from '../../digest/digesting.ts'
import { eventually } from '../../eventually.ts'
import { lineTo } from '../../outage.ts'
import {
  ADMIN_TOKEN,
  anotherProject,
  batch,
  send,
  signIn,
  startApp,
  startService,
  type TestService,
} from '../../service.ts'
import { listen } from './event-source.ts'

let service: TestService
let otherUrl: string
beforeAll(async () => {
  service = await startService()
  otherUrl = (await startApp(service.db)).url
})

const said = (title: string) => ({ title, description: 'As told.' })
const titles = (heard: { data: { title: string } }[]) => heard.map(({ data }) => data.title)
async function newProject() {
  const project = await anotherProject(service)
  return { ...project, watch: (options = {}) => listen(service.url, project.projectId, options) }
}

/** A row as another process stores it, with an id of that process's clock. */
const store = (projectId: string, id: string, title = 'Stored') =>
  service.db.query(
    `INSERT INTO observation (project_id, id, user_id, interaction_id, source, title, description, user_sentiment,
       observed_at, created_at)
     VALUES ($1, $2, 'u', 'i', 'rest', $3, 'x', 'neutral', now(), now())`,
    [projectId, id, title],
  )
const storeMany = (projectId: string, count: number) =>
  service.db.query(
    `INSERT INTO observation (project_id, id, user_id, interaction_id, source, title, description, user_sentiment,
       observed_at, created_at)
     SELECT $1, id, 'u', 'i', 'rest', 'One of many', 'x', 'neutral', now(), now() FROM unnest($2::uuid[]) AS id`,
    [projectId, Array.from({ length: count }, () => v7())],
  )

describe('the live feed', () => {
  it('announces observations as list items, whichever process stored them, and none from before', async () => {
    const { watch, call, projectId, key } = await newProject()
    await post({ call }, [said('Long ago')])
    const listener = await watch()
    await listener.hears('ready')

    const [here] = await post({ call }, [said('Here')])
    await send(`${otherUrl}/v1/project/${projectId}/observations/`, 'POST', batch(), { 'X-Api-Key': key })
    const heard = await listener.hears('observation', 2)

    expect(listener.status).toBe(200)
    expect(listener.headers.get('content-type')).toBe('text/event-stream')
    expect(listener.headers.get('cache-control')).toContain('no-store')
    expect(titles(heard)).toEqual(['Here', 'Export stops early'])
    expect(heard[0]?.id).toBe(here)
    expect(heard[0]?.data).toEqual(await get({ ...service, projectId }, `/observations/${here}`))
  })

  it('misses nothing that is committed late or stamped by a slow or a fast clock, and says nothing twice', async () => {
    const { watch, projectId } = await newProject()
    const listener = await watch()
    await listener.hears('ready')
    const client = await service.db.connect()
    const ids = [
      v7({ msecs: Date.now() }),
      v7({ msecs: Date.now() + 3_600_000 }),
      v7({ msecs: Date.now() - 30_000 }),
    ]
    const late = v7({ msecs: Date.now() - 1_000 })
    await client.query('BEGIN')
    await client.query(
      `INSERT INTO observation SELECT $1, $2, 'u', 'i', 'rest', 'Late', 'x', 'neutral', now(), now()`,
      [projectId, late],
    )

    for (const [index, id] of ids.entries()) {
      await store(projectId, id)
      await listener.hears('observation', index + 1)
    }
    await client.query('COMMIT')
    client.release()
    await listener.hears('observation', 4)
    await store(projectId, v7(), 'Last')
    const heard = await listener.hears('observation', 5)

    expect(heard.map(({ id }) => id)).toEqual([...ids, late, expect.any(String)])
    expect(titles(heard).at(-1)).toBe('Last')
  })

  it('sends a hundred of a burst, and how many more there are', async () => {
    const { watch, projectId } = await newProject()
    const listener = await watch()
    await listener.hears('ready')

    await storeMany(projectId, 2_500)
    const [many] = await listener.hears('many')

    expect(many?.data).toEqual({ count: 2_400 })
    expect(listener.of('observation')).toHaveLength(100)
  })

  it('says that the digest went on', async () => {
    const { watch, call, projectId } = await newProject()
    await post({ call }, [said('To be digested')])
    const listener = await watch()
    const [first] = await listener.hears('digest')

    await digestAll(service, startEngine())
    const heard = await listener.hears('digest', 2)

    expect(first?.data).toEqual({ version: 0, digested_count: 0, pending: 1, failed: 0 })
    expect(heard.at(-1)?.data).toEqual({
      version: expect.any(Number),
      digested_count: 1,
      pending: 0,
      failed: 0,
    })
    expect(heard.at(-1)?.data.version).toBeGreaterThan(0)
    expect(await get({ ...service, projectId }, '/digest')).toMatchObject({ pending: 0 })
  })

  it.each(['lastEventId', 'query'] as const)(
    'continues after the last event, on another process too: %s',
    async (by) => {
      const { call, projectId } = await newProject()
      const [first] = await post({ call }, [said('Seen')])
      const missed = await post({ call }, [said('Missed'), said('Missed too')])

      const listener = await listen(otherUrl, projectId, {
        [by]: by === 'query' ? `?after=${first}` : first,
      })
      const heard = await listener.hears('observation', 2)

      expect(heard.map(({ id }) => id)).toEqual(missed)
    },
  )

  it('only counts what was missed when it is too much', async () => {
    const { call, projectId, watch } = await newProject()
    const [first] = await post({ call }, [said('Seen')])
    await storeMany(projectId, 501)

    const listener = await watch({ lastEventId: first })
    const [many] = await listener.hears('many')

    expect(many?.data).toEqual({ count: 501 })
    expect(listener.of('observation')).toEqual([])
  })

  it('takes a last event that is none of ours for none, and refuses an unknown parameter', async () => {
    const { watch, projectId } = await newProject()

    const listener = await watch({ lastEventId: "' OR 1=1" })
    await listener.hears('ready')
    const { status } = await service.admin('GET', `/projects/${projectId}/events?since=yesterday`)

    expect([listener.status, status]).toEqual([200, 400])
  })

  it('keeps projects apart', async () => {
    const [mine, theirs] = [await newProject(), await newProject()]
    const listener = await mine.watch()
    await listener.hears('ready')

    await post(theirs, [said('Theirs')])
    await post(mine, [said('Mine')])
    const heard = await listener.hears('observation')

    expect(titles(heard)).toEqual(['Mine'])
  })

  it('answers HEAD without staying', async () => {
    const { projectId } = await newProject()

    const { status, headers } = await send(
      `${service.url}/api/projects/${projectId}/events`,
      'HEAD',
      undefined,
      {
        Authorization: `Bearer ${ADMIN_TOKEN}`,
      },
    )

    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  })
})

describe('what watching costs', () => {
  it('is one look at a time however many watch, and nothing when the last has gone', async () => {
    const [alone, { watch, projectId }] = [await newProject(), await newProject()]
    const asked = vi.spyOn(service.db, 'query')
    const looksAt = (project: string) =>
      asked.mock.calls.filter(([query]) => {
        const { name, values } = query as unknown as { name?: string; values?: unknown[] }
        return name === 'select-digest-pulse' && values?.[0] === project
      }).length
    const oneMoreLook = async () => {
      const before = looksAt(alone.projectId)
      await eventually(() => expect(looksAt(alone.projectId)).toBeGreaterThan(before))
    }
    await (await alone.watch()).hears('ready')
    const listeners = await Promise.all([watch(), watch(), watch()])
    await Promise.all(listeners.map((listener) => listener.hears('ready')))

    await store(projectId, v7())
    await Promise.all(listeners.map((listener) => listener.hears('observation')))
    const looks = [looksAt(projectId), looksAt(alone.projectId)] as const
    for (const listener of listeners) listener.close()
    await eventually(async () => {
      const before = looksAt(projectId)
      for (let pause = 0; pause < 2; pause++) await oneMoreLook()
      expect(looksAt(projectId)).toBe(before)
    })

    expect(looks[0]).toBeLessThanOrEqual(looks[1] + listeners.length) // each that joins is told at once
    asked.mockRestore()
  })

  it('is counted in the metrics as the time until it answered', async () => {
    const { watch } = await newProject()

    const listener = await watch()
    await listener.hears('ready')
    const { body } = await send(`${service.url}/metrics`, 'GET')

    expect(body).toMatch(/duration_seconds_count\{method="GET",route="[^"]*\/events",status="200"\} \d+/)
  })
})

describe('the end of it', () => {
  afterEach(() => void vi.useRealTimers())

  it('comes when the service stops, without waiting for the listener', async () => {
    const { app, url } = await startApp(service.db)
    const { projectId } = await newProject()
    const listener = await listen(url, projectId)
    await listener.hears('ready')

    await app.close()

    await listener.ended
    expect(listener.of('ready')).toHaveLength(1)
  })

  it('comes within a minute when the caller loses access; until then the connection is kept alive', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { watch, projectId } = await newProject()
    const listener = await watch()
    await listener.hears('ready')
    await vi.advanceTimersByTimeAsync(31_000)
    await eventually(() => expect(listener.beats()).toBe(2))

    await service.db.query('DELETE FROM project WHERE id = $1', [projectId])
    await vi.advanceTimersByTimeAsync(30_000)

    await listener.ended
  })

  it('does not come while the database is away, which says nothing about the caller', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { headers } = await signIn(service)
    const line = await lineTo(service.connection)
    const db = createPool(line.connection, 5)
    atEnd(() => db.end())
    const { url } = await startApp(db)
    const listener = await listen(url, service.projectId, { caller: headers })
    await listener.hears('ready')

    await line.cut()
    await vi.advanceTimersByTimeAsync(30_000)
    await line.mend()
    const [id] = await post(service, [said('Afterwards')])

    expect((await listener.hears('observation')).map((heard) => heard.id)).toEqual([id])
  })

  it('is for the session to decide: a stream does not prolong it, as its cookie could not follow', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { headers, account } = await signIn(service)
    const listener = await listen(service.url, service.projectId, { caller: headers })
    await listener.hears('ready')
    const { rows: aged } = await service.db.query(
      `UPDATE account_session SET expires_at = now() + interval '3 days' WHERE user_id = $1 RETURNING expires_at`,
      [account.id],
    )
    const asked = vi.spyOn(service.db, 'query')

    await vi.advanceTimersByTimeAsync(31_000)
    await eventually(() =>
      expect(asked).toHaveBeenCalledWith(expect.objectContaining({ name: 'select-role' })),
    )
    asked.mockRestore()
    const { rows: now } = await service.db.query(
      'SELECT expires_at FROM account_session WHERE user_id = $1',
      [account.id],
    )

    expect(now).toEqual(aged)
  })
})
