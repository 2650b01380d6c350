// What is stored of a post, whether it comes alone or with others, and who decides that it may be.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertPosts, type NewPost, type PostOutcome } from '../../../src/db/observations/insert-posts.ts'
import { COMMAND_LINE } from '../../../src/domain/audit/audit.ts'
import { revokeKey } from '../../../src/domain/projects/manage-keys.ts'
import { anotherProject, startService, type TestService } from '../../service.ts'

let service: TestService
let keyId: string
let revokedId: string
let foreignId: string
let expiringId: string
beforeAll(async () => {
  service = await startService()
  keyId = (await service.db.query('SELECT id FROM api_key')).rows[0].id
  ;[revokedId, expiringId] = [await newKey(service.projectId), await newKey(service.projectId)]
  await revokeKey(service.deps, COMMAND_LINE, service.projectId, revokedId)
  foreignId = await newKey((await anotherProject(service)).projectId)
})
const newKey = async (projectId: string): Promise<string> =>
  (await service.admin('POST', `/projects/${projectId}/keys`, { name: 'another' })).body.id
beforeEach(() => service.db.query('TRUNCATE observation, idempotency_key CASCADE'))

const AT = new Date('2026-03-14T09:26:53.589Z')
const EXPIRED = new Date('2026-03-13T09:26:53.589Z')
const newPost = (overrides: Partial<NewPost> = {}): NewPost => ({
  user_id: 'user-42',
  interaction_id: 'thread-1',
  source: 'rest',
  user_sentiment: 'negative',
  observed_at: new Date('1890-03-14T09:26:53.589Z'),
  created_at: AT,
  items: [
    {
      id: service.deps.newId(),
      title: 'é “x”\\ \n',
      description: '{"a": null}',
      agent_issue: 7,
      quote: '“é”\n',
    },
  ],
  key_id: keyId,
  once: null,
  ...overrides,
})
const once = (key: string): NonNullable<NewPost['once']> => ({
  key,
  fingerprint: Buffer.from([0, 92, 255]),
  response: { results: [{ title: 'é “x”\\ \n', tags: [] }] },
})
const store = (posts: NewPost[]): Promise<PostOutcome[]> => insertPosts(service.db, service.projectId, posts)

const beside = async (post: NewPost): Promise<PostOutcome | undefined> =>
  (await store([post, newPost({ user_id: 'another' })]))[0]
const alone = async (post: NewPost): Promise<PostOutcome | undefined> => (await store([post]))[0]

/** All that is there of the user, but for what is its own. */
async function left() {
  const { rows } = await service.db.query(
    `SELECT o.*, due_at, attempts FROM observation o
     JOIN digest_job j ON j.project_id = o.project_id AND j.observation_id = o.id WHERE user_id = 'user-42'`,
  )
  const keys = await service.db.query('SELECT *, response::text AS text FROM idempotency_key ORDER BY key')
  return { rows: rows.map((row) => ({ ...row, id: '' })), keys: keys.rows }
}

const used = async (key: string, at: Date): Promise<void> =>
  void (await store([newPost({ once: once(key), created_at: at, user_id: 'earlier' })]))

const expiring = (at: Date) => async (): Promise<void> =>
  void (await service.db.query('UPDATE api_key SET expires_at = $1 WHERE id = $2', [at, expiringId]))

type Case = [what: string, outcome: PostOutcome, post: () => NewPost, earlier?: () => Promise<void>]
const CASES: Case[] = [
  ['without a key', 'stored', () => newPost()],
  ['of a revoked key', 'refused', () => newPost({ key_id: revokedId })],
  ["of another project's key", 'refused', () => newPost({ key_id: foreignId })],
  [
    'of a key that expires in a millisecond',
    'stored',
    () => newPost({ key_id: expiringId }),
    expiring(new Date(+AT + 1)),
  ],
  ['of a key that has just expired', 'refused', () => newPost({ key_id: expiringId }), expiring(AT)],
  ['under a new key', 'stored', () => newPost({ once: once('a') })],
  ['under a used key', 'repeated', () => newPost({ once: once('a') }), () => used('a', AT)],
  [
    'under a key that has expired',
    'stored',
    () => newPost({ once: once('a') }),
    () => used('a', new Date(+EXPIRED - 1)),
  ],
  [
    'of a revoked key, under a used key',
    'refused',
    () => newPost({ once: once('a'), key_id: revokedId }),
    () => used('a', AT),
  ],
  ['by an access token, under a new key', 'stored', () => newPost({ once: once('a'), key_id: null })],
]

describe('a post that comes alone', () => {
  it.each(CASES)('%s is %s, and leaves what it would in a group', async (_, outcome, post, earlier) => {
    await earlier?.()
    const outcomes = [await alone(post())]
    const afterOne = await left()
    await service.db.query('TRUNCATE observation, idempotency_key CASCADE')
    await earlier?.()
    outcomes.push(await beside(post()))

    expect(outcomes).toEqual([outcome, outcome])
    expect(afterOne).toEqual(await left())
    expect(afterOne.rows).toHaveLength(outcome === 'stored' ? 1 : 0)
  })

  it('waits for another process that is using its key', async () => {
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => alone(newPost({ once: once('a') }))))

    expect(outcomes.filter((outcome) => outcome === 'stored')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'repeated')).toHaveLength(7)
    expect((await left()).rows).toHaveLength(1)
  })
})
