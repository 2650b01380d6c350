// Whatever stores observations: none outlives its project, and no digest job its observation.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertPosts, type NewPost } from '../../src/db/observations/insert-posts.ts'
import type { Tx } from '../../src/db/pool.ts'
import { insertArchivedRows } from '../../src/db/projects/project-archives.ts'
import { createPostGroups } from '../../src/domain/observations/group-posts.ts'
import { inNewProject } from '../digest/digesting.ts'
import { untilBlocking } from '../eventually.ts'
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
  source: 'rest',
  created_at: AT,
  items: [
    { id: service.deps.newId(), title: 'Export', description: 'It stops.', agent_issue: null, quote: null },
  ],
  key_id: null,
  once,
})
const once = { key: 'a', fingerprint: Buffer.from([0]), response: {} }

const MISSING = '23503'
const codeOf = (error: { code?: string }) => error.code

/** Everything that stores observations. */
const WRITERS: [what: string, outcome: unknown, write: (tx: Tx) => Promise<unknown>][] = [
  ['a post', 'refused', (tx) => createPostGroups(tx).store(service.projectId, newPost())],
  [
    'a post under an idempotency key',
    'refused',
    (tx) => createPostGroups(tx).store(service.projectId, newPost(once)),
  ],
  [
    'sample data, or a step of an import',
    MISSING,
    (tx) => insertPosts(tx, service.projectId, [newPost()]).catch(codeOf),
  ],
  [
    'an archive',
    MISSING,
    (tx) => insertArchivedRows(tx, service.projectId, 'observation', [archived()]).catch(codeOf),
  ],
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

const stored = async (tx: Tx = service.db): Promise<number> =>
  (await tx.query('SELECT FROM observation WHERE project_id = $1', [service.projectId])).rowCount ?? 0

const jobs = async (): Promise<number> =>
  (await service.db.query('SELECT FROM digest_job WHERE project_id = $1', [service.projectId])).rowCount ?? 0

const removeProject = (tx: Tx) => tx.query('DELETE FROM project WHERE id = $1', [service.projectId])

/** First one, then, while its transaction is open, the other; and both to their ends. */
async function oneBeforeTheOther(
  first: (tx: Tx) => Promise<unknown>,
  second: (tx: Tx) => Promise<unknown>,
): Promise<unknown> {
  const client = await service.db.connect()
  await client.query('BEGIN')
  await first(client)
  const waiting = second(service.db)
  await untilBlocking(client)
  await client.query('COMMIT')
  client.release()
  return waiting
}

describe.each(WRITERS)('%s', (_, outcome, write) => {
  it('goes with a project that is deleted meanwhile', async () => {
    let seen = 0
    const writeAndLook = async (tx: Tx) => {
      await write(tx)
      seen = await stored(tx)
    }

    await oneBeforeTheOther(writeAndLook, removeProject)

    expect(seen).toBe(1)
    expect([await stored(), await jobs()]).toEqual([0, 0])
  })

  it('stores nothing once the project is gone, which it waits to know', async () => {
    const told = await oneBeforeTheOther(removeProject, write)

    expect(told).toBe(outcome)
    expect([await stored(), await jobs()]).toEqual([0, 0])
  })
})

it('a job of an observation that is not there is refused', async () => {
  const job = JSON.stringify({
    observation_id: service.deps.newId(),
    attempts: 0,
    due_at: AT,
    queued_at: AT,
    imported: false,
  })

  const told = await insertArchivedRows(service.db, service.projectId, 'digest_job', [job]).catch(codeOf)

  expect(told).toBe(MISSING)
})
