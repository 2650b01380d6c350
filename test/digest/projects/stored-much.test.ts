// What a note costs does not grow with what is stored: neither rows read nor notes compared.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '../../../src/db/pool.ts'
import type { Engine } from '../../../src/digest/engine.ts'
import { createIssueTable, type IssueEntry } from '../../../src/digest/group/issue-table.ts'
import { issueLikeness } from '../../../src/digest/group/likeness.ts'
import { REGROUPED_AT_ONCE, regionAround } from '../../../src/digest/group/region.ts'
import { encodeVector, normalize, pack } from '../../../src/digest/group/vector.ts'
import { seededRandom } from '../../../src/sample/seeded-random.ts'
import type { TestService } from '../../service.ts'
import { digestAll, inNewProject, inNewProjects, postEach } from '../digesting.ts'
import { EXPORT } from '../matters.ts'

const random = seededRandom(5)
const someVector = () => normalize(Float32Array.from({ length: 384 }, () => random() - 0.5))

let engine: Engine
let service: TestService
inNewProjects((made) => {
  ;({ engine, service } = made)
})
afterEach(() => vi.restoreAllMocks())

/** Issues of one note each, as the digest would have left them. */
async function storeIssues(db: Database, projectId: string, count: number): Promise<void> {
  const ids = Array.from({ length: count }, () => randomUUID())
  await db.query(
    `WITH item AS (SELECT id::uuid, meaning, place FROM unnest($2::text[], $3::bytea[]) WITH ORDINALITY AS of (id, meaning, place)),
     stored AS (
       INSERT INTO observation (project_id, id, user_id, interaction_id, source, title, description, user_sentiment,
         observed_at, created_at)
       SELECT $1::uuid, id, 'one', 'thread', 'import', 'Something', 'Else', 'neutral', now(), now() FROM item),
     issues AS (
       INSERT INTO issue (project_id, id, number, title, state_version, created_at, updated_at, observation_count,
         described_count)
       SELECT $1::uuid, id, place, 'Something', 0, now(), now(), 1, 1 FROM item),
     members AS (
       INSERT INTO issue_observation (project_id, observation_id, issue_id, placed_by) SELECT $1::uuid, id, id, 'machine' FROM item),
     digests AS (
       INSERT INTO observation_digest (project_id, observation_id, language, kind, model, meaning, digested_at)
       SELECT $1::uuid, id, 'en', 'problem', $4::text, meaning, now() FROM item)
     UPDATE digest_state SET model = $4::text, last_issue_number = $5::int, digested_count = $5::int WHERE project_id = $1::uuid`,
    [projectId, ids, ids.map(() => encodeVector(someVector())), engine.model, count],
  )
}

/** What digesting one more note reads, once the project is known. */
async function rowsRead(project: TestService): Promise<number> {
  await postEach(project, EXPORT.slice(0, 1))
  await digestAll(project, engine)
  await postEach(project, EXPORT.slice(1, 2))
  const { _clients: clients } = project.db as unknown as { _clients: pg.Client[] }
  const queries = clients.map((client) => vi.spyOn(client, 'query'))
  await digestAll(project, engine)
  const asked = queries.flatMap(({ mock }) =>
    mock.results.map(({ value }) => value as Promise<pg.QueryResult>),
  )
  const answers = await Promise.all(asked)
  for (const query of queries) query.mockRestore()
  return answers.reduce((sum, answer) => sum + (answer?.rows?.length ?? 0), 0)
}

describe('one more note', () => {
  it('reads no more rows where more is stored', async () => {
    const large = await inNewProject(service)
    await storeIssues(service.db, service.projectId, 20)
    await storeIssues(large.db, large.projectId, 700)

    const few = await rowsRead(service)
    const many = await rowsRead(large)

    expect(few).toBeGreaterThan(0)
    expect(many).toBeLessThanOrEqual(few + 10)
  })
})

describe('a look at some issues', () => {
  const table = createIssueTable()
  for (let issue = 0; issue < 2_000; issue++) {
    const note = {
      id: `${issue}`,
      ...pack(someVector()),
      sign: 0 as const,
      kind: 0,
      language: 'en',
      length: 120,
      words: new Uint32Array(),
      pinned: false,
      named: false,
    }
    table.put({ id: `issue ${issue}`, decided: false, seen: false, size: 1 }, [note])
  }

  it('compares a few hundred notes, however many there are', () => {
    const changed = Array.from({ length: REGROUPED_AT_ONCE }, (_, at) => `issue ${at * 400}`)

    const { issues, settled } = regionAround(table, changed)

    expect(issues.length).toBeLessThanOrEqual(300)
    expect(new Set(settled)).toEqual(new Set([...settled, ...changed]))
  })

  it('finds the neighbors that comparing with every issue would', () => {
    const own = table.get('issue 7') as IssueEntry
    const others = [...table.entries()].filter((entry) => entry !== own)
    const scored = others.map((entry) => ({
      issueId: entry.id,
      score: issueLikeness(own, entry, table.background().calibrated),
    }))

    const near = table.neighbors('issue 7', 20)

    expect(near).toEqual(scored.sort((a, b) => b.score - a.score).slice(0, 20))
  })
})
