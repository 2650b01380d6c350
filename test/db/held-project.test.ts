// No key makes an observation refer to its project, and yet none outlives it: whatever stores observations holds the project.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { storeImportRows } from '../../src/db/imports/import-rows.ts'
import { insertPosts, type NewPost } from '../../src/db/observations/insert-posts.ts'
import { insertObservations } from '../../src/db/observations/observations.ts'
import type { Tx } from '../../src/db/pool.ts'
import { insertArchivedRows } from '../../src/db/projects/project-archives.ts'
import { inNewProject } from '../digest/digesting.ts'
import { eventually } from '../eventually.ts'
import { startService, type TestService } from '../service.ts'

const AT = new Date('2026-03-14T09:26:53.589Z')
const SAID = { user_id: 'user-42', interaction_id: 'thread-1', user_sentiment: 'negative', observed_at: AT }

let shared: TestService
let service: TestService
beforeAll(async () => {
  shared = await startService()
})
beforeEach(async () => {
  service = await inNewProject(shared)
})

const newPost = (once: NewPost['once'] = null): NewPost => ({
  ...SAID,
  user_sentiment: 'negative',
  project_id: service.projectId,
  source: 'rest',
  created_at: AT,
  items: [{ id: service.deps.newId(), title: 'Export', description: 'It stops.', agent_issue: null }],
  key_id: null,
  once,
})
const once = { key: 'a', fingerprint: Buffer.from([0]), response: {} }

/** Everything that stores observations; each stores one or two. */
const WRITERS: [what: string, prepare: () => Promise<(tx: Tx) => Promise<unknown>>][] = [
  ['a lone post', async () => (tx) => insertPosts(tx, [newPost()], AT)],
  ['a lone post under an idempotency key', async () => (tx) => insertPosts(tx, [newPost(once)], AT)],
  ['a group of posts', async () => (tx) => insertPosts(tx, [newPost(), newPost()], AT)],
  ['a group with an idempotency key', async () => (tx) => insertPosts(tx, [newPost(), newPost(once)], AT)],
  ['sample data', async () => (tx) => insertObservations(tx, newPost())],
  ['an import', importing],
  ['an archive', async () => (tx) => insertArchivedRows(tx, service.projectId, 'observation', [archived()])],
]

const archived = (): string =>
  JSON.stringify({
    ...SAID,
    id: service.deps.newId(),
    source: 'rest',
    title: '',
    description: '',
    created_at: AT,
    sample: false,
  })

async function importing(): Promise<(tx: Tx) => Promise<unknown>> {
  const { db, projectId, deps } = service
  const id = deps.newId()
  await db.query(
    `INSERT INTO import (project_id, id, name, format, mapping, state, created_by, created_at, stepped_at)
     VALUES ($1, $2, 'a.csv', 'csv', '{}', 'running', 'somebody', now(), now())`,
    [projectId, id],
  )
  await db.query(
    `INSERT INTO import_row (project_id, import_id, number, user_id, interaction_id, title, description, user_sentiment)
     VALUES ($1, $2, 1, 'user-42', 'thread-1', 'Export', 'It stops.', 'negative')`,
    [projectId, id],
  )
  const open = { project_id: projectId, id, state: 'running', stored_to: 0 } as const
  return (tx) => storeImportRows(tx, open, [deps.newId()], AT)
}

const stored = async (tx: Tx = service.db): Promise<number> =>
  (await tx.query('SELECT FROM observation WHERE project_id = $1', [service.projectId])).rowCount ?? 0

const jobs = async (): Promise<number> =>
  (await service.db.query('SELECT FROM digest_job WHERE project_id = $1', [service.projectId])).rowCount ?? 0

const removeProject = (tx: Tx) => tx.query('DELETE FROM project WHERE id = $1', [service.projectId])

const somebodyWaits = () =>
  eventually(async () => {
    const { rowCount } = await service.db.query('SELECT FROM pg_locks WHERE NOT granted')
    if (rowCount === 0) throw new Error('nobody waits yet')
  })

/** First one, then, while its transaction is open, the other; and both to their ends. */
async function oneBeforeTheOther(
  first: (tx: Tx) => Promise<unknown>,
  second: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  const client = await service.db.connect()
  await client.query('BEGIN')
  await first(client)
  const waiting = second(service.db)
  await somebodyWaits()
  await client.query('COMMIT')
  client.release()
  await waiting
}

describe.each(WRITERS)('%s', (_, prepare) => {
  it('stores in a project that is there', async () => {
    const write = await prepare()

    await write(service.db)

    expect(await stored()).toBeGreaterThan(0)
  })

  it('goes with a project that is deleted meanwhile', async () => {
    const write = await prepare()
    let seen = 0
    const writeAndLook = async (tx: Tx) => {
      await write(tx)
      seen = await stored(tx)
    }

    await oneBeforeTheOther(writeAndLook, removeProject)

    expect(seen).toBeGreaterThan(0)
    expect([await stored(), await jobs()]).toEqual([0, 0])
  })

  it('stores nothing once the project is gone, which it waits to know', async () => {
    const write = await prepare()

    await oneBeforeTheOther(removeProject, write)

    expect([await stored(), await jobs()]).toEqual([0, 0])
  })
})
