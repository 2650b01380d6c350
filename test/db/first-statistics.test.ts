// A new database gets statistics as soon as there is something to know, not when PostgreSQL next looks.
import { beforeAll, expect, it } from 'vitest'
import { createFirstStatistics } from '../../src/db/observations/first-statistics.ts'
import { insertPosts } from '../../src/db/observations/insert-posts.ts'
import type { Tx } from '../../src/db/pool.ts'
import { readBatch } from '../../src/domain/observations/post-observations.ts'
import { batch, startService, type TestService } from '../service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})

function watched() {
  const asked: string[] = []
  const query = (sql: string) => {
    asked.push(sql.trimStart().split(' ')[0] as string)
    return service.db.query(sql)
  }
  return { tx: { query } as unknown as Tx, asked }
}

async function store(observations: number): Promise<void> {
  const { post } = readBatch(service.deps, { source: 'rest', batch: batch() })
  const item = { title: 'Export stops', description: 'It stops. '.repeat(50), agent_issue: null, quote: null }
  const items = Array.from({ length: observations }, () => ({ ...item, id: service.deps.newId() }))
  await insertPosts(service.db, service.projectId, [{ ...post, items }])
}

/** How a connection finds an observation that it has looked for since before there were any. */
async function planOnOneConnection(between: () => Promise<unknown>): Promise<string> {
  const client = await service.db.connect()
  const question = (how: string) =>
    client.query(`${how} EXECUTE found ('${service.projectId}', '${service.projectId}')`)
  try {
    await client.query('PREPARE found AS SELECT 1 FROM observation WHERE project_id = $1 AND id = $2')
    for (let times = 0; times < 6; times++) await question('')
    await between()
    return (await question('EXPLAIN')).rows.map((row) => row['QUERY PLAN']).join('\n')
  } finally {
    client.release(true)
  }
}

it('statistics are collected once there are some observations, and plans from before are made anew', async () => {
  const { tx, asked } = watched()
  const take = createFirstStatistics()

  const plan = await planOnOneConnection(async () => {
    await take(tx)
    await store(3)
    await take(tx)
    expect(asked).toEqual(['SELECT', 'SELECT'])
    await store(300)
    await take(tx)
  })

  expect(asked).toEqual(['SELECT', 'SELECT', 'SELECT', 'ANALYZE'])
  expect(plan).toMatch(/Index Cond: \(\(project_id = .+ AND \(id = /)
})

it('statistics are left to PostgreSQL from then on, also where another process collected them', async () => {
  const { tx, asked } = watched()
  const take = createFirstStatistics()

  await take(tx)
  await take(tx)

  expect(asked).toEqual(['SELECT'])
})
