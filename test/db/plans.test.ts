// How PostgreSQL would read a project of millions: the plans of every statement behind the lists, charts and searches, the
// overview, what agents call and a step of the digest, on statistics that say how much there is.
import pg from 'pg'
import { beforeAll, describe, expect, it, type MockInstance, vi } from 'vitest'
import { findNames, listRequests } from '../../bench/lists-requests.mjs'
import { inTransaction, type Tx } from '../../src/db/pool.ts'
import { digestOnce } from '../../src/worker/digest-worker.ts'
import { startEngine } from '../digest/digesting.ts'
import { answer, batch, type Loose, makeStudy, type ProjectAnswer, type TestService } from '../service.ts'
import { startSampleService } from '../setup/sample.ts'

/** Those that grow with use, and how many rows of each the statistics tell of. */
const LARGE = {
  observation: 5e6,
  observation_digest: 5e6,
  observation_search: 5e6,
  observation_tag: 1e6,
  issue_observation: 5e6,
  issue_user: 3e6,
  issue_day: 1e6,
  issue: 2e4,
  issue_search: 2e4,
  issue_tag: 1e5,
  issue_pair: 1e5,
  project_user: 5e5,
  study: 2e4,
  answer: 1e6,
  answer_digest: 1e6,
  study_showing: 1e6,
  answer_day: 1e5,
  theme_day: 1e5,
  audit_log: 1e6,
  event: 1e6,
  event_message: 1e6,
  idempotency_key: 1e6,
} as const

type Large = keyof typeof LARGE

/** How many values there are of what rows are found by; negative: as a share of the rows. */
const VALUES = {
  user_id: -0.1,
  interaction_id: -0.3,
  observation_id: -0.9,
  text_hash: -0.9,
  issue_id: 2e4,
  study_id: 1e4,
  theme_id: 1e5,
  subject_id: -0.1,
  left_id: 2e4,
  right_id: 2e4,
}

/** More than this is no page: whoever reads it reads a large part of a table. */
const MANY = 20_000

/** What a statement has in it that reads more on purpose, and why. */
const EXCEPTED: Record<string, string> = {
  redigested_count: 'counted only while a project is digested again, to say how far that is',
  'state_version::int, merged_into': 'a worker that has just started reads all issues, a part at a time',
}

type Plan = {
  'Node Type': string
  'Plan Rows': number
  'Relation Name'?: string
  Plans?: Plan[]
}
type QuerySpy = MockInstance<pg.Client['query']>
type Asked = { text: string; values: unknown[] }

let service: TestService
const asked = new Map<string, Asked>()

/** Everything that the work asks of the database, each statement once. */
async function listen(query: QuerySpy, work: () => Promise<unknown>): Promise<void> {
  query.mockClear()
  await work()
  for (const call of query.mock.calls as Loose[][]) {
    const [first, second] = call
    const { text, values } = typeof first === 'string' ? { text: first, values: second } : first
    if (/^\s*(WITH|SELECT|\(SELECT|INSERT|UPDATE|DELETE)/.test(text))
      asked.set(text, { text, values: values ?? [] })
  }
  query.mockRestore()
}

/** As if there were as many rows, of as many users and issues. */
async function pretendLarge(tx: Tx): Promise<void> {
  // The digest suggests few pairs or none, of which there would be no statistics. Those that people keep apart are few.
  await tx.query(
    `INSERT INTO issue_pair (project_id, left_id, right_id, state, score, updated_at)
     SELECT a.project_id, a.id, b.id, CASE WHEN random() < 0.02 THEN 'apart' ELSE 'suggested' END, random(), now()
     FROM issue a JOIN issue b USING (project_id) WHERE a.id < b.id
     ON CONFLICT DO NOTHING`,
  )
  await tx.query('ANALYZE')
  for (const [table, rows] of Object.entries(LARGE))
    await tx.query(
      'UPDATE pg_class SET reltuples = $2::real, relpages = greatest(1, pg_relation_size(oid) / 8192) WHERE oid = $1::regclass',
      [table, rows],
    )
  for (const [column, values] of Object.entries(VALUES))
    await tx.query(
      `UPDATE pg_statistic SET stadistinct = $2, stakind1 = 0, stakind2 = 0, stakind3 = 0, stakind4 = 0, stakind5 = 0
       FROM pg_attribute WHERE attrelid = starelid AND attnum = staattnum AND attname = $1
         AND starelid IN (SELECT oid FROM pg_class WHERE relname = ANY($3))`,
      [column, values, Object.keys(LARGE)],
    )
}

beforeAll(async () => {
  const query = vi.spyOn(pg.Client.prototype, 'query') // before there is a connection
  service = await startSampleService()
  const { projectId } = service
  const get = async <const Path extends string>(path: Path): Promise<ProjectAnswer<'GET', Path>> => {
    const { status, body }: { status: number; body: Loose } = await service.admin(
      'GET',
      `/projects/${projectId}${path}`,
    )
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
    return body
  }
  const tags = (await get('/tags')).items
  const study = (await get('/studies')).items.find(({ answer_count }) => answer_count > 0)?.id ?? ''
  await makeStudy(service)
  const names = await findNames(
    get,
    Array.from({ length: 7 }, (_, at) => tags[at % tags.length] as { id: string }),
    study,
  )
  await listen(query, async () => {
    for (const [, path] of await listRequests(get, names)) await get(path)
    await service.call('POST', '/observations/', batch())
    await service.call('GET', '/research/studies/?user_id=user-42')
    await service.call('GET', '/service-guidelines/')
    await service.call('POST', `/research/studies/${study}/answers/`, answer())
    const engine = startEngine()
    while (await digestOnce(service.deps, engine));
  })
})

/** Every node, with whether a limit stops it before it has read everything. */
function* nodesOf(plan: Plan, stopped = false): Generator<{ node: Plan; stopped: boolean }> {
  yield { node: plan, stopped }
  const stops =
    plan['Node Type'] === 'Limit' ||
    (stopped && !/Sort|Aggregate|Hash|Unique|Materialize/.test(plan['Node Type']))
  for (const part of plan.Plans ?? []) yield* nodesOf(part, stops)
}

/** A limit is reached soon where one row in so many counts. */
const SOON = 10

const isLarge = ({ 'Relation Name': name }: Plan): boolean => name !== undefined && name in LARGE

function faultsIn(plan: Plan): string[] {
  return [...nodesOf(plan)].flatMap(({ node, stopped }) => {
    const { 'Node Type': type, 'Plan Rows': rows, 'Relation Name': table } = node
    if (type === 'Seq Scan' && isLarge(node) && !(stopped && rows > LARGE[table as Large] / SOON))
      return [`reads all of ${table}`]
    if (type.startsWith('Gather')) return ['starts helpers']
    if (/^Sort|Incremental Sort/.test(type) && rows > MANY) return [`sorts ${rows} rows`]
    if (isLarge(node) && rows > MANY && !stopped) return [`reads ${rows} rows of ${table}`]
    return []
  })
}

describe('in a project of millions', () => {
  it('no statement reads or sorts a table', async () => {
    const found: string[] = []
    const excepted = (text: string) => Object.keys(EXCEPTED).some((part) => text.includes(part))
    await inTransaction(service.db, async (tx) => {
      await pretendLarge(tx)
      // The pages stay as few as they are, more or less: only rows cost something.
      await tx.query('SET LOCAL seq_page_cost = 0; SET LOCAL random_page_cost = 0')
      // Helpers cost nothing: whoever may start some does.
      await tx.query('SET LOCAL parallel_setup_cost = 0; SET LOCAL parallel_tuple_cost = 0')
      await tx.query('SET LOCAL min_parallel_table_scan_size = 0; SET LOCAL min_parallel_index_scan_size = 0')
      for (const { text, values } of [...asked.values()].filter(({ text }) => !excepted(text))) {
        const { rows } = await tx.query(`EXPLAIN (FORMAT JSON) ${text}`, values)
        const faults = faultsIn(rows[0]['QUERY PLAN'][0].Plan)
        if (faults.length > 0)
          found.push(`${[...new Set(faults)].join(', ')}: ${text.replaceAll(/\s+/g, ' ').slice(-400)}`)
      }
    })

    expect(found).toEqual([])
    expect(asked.size).toBeGreaterThan(100)
  })
})
