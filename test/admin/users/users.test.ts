// End users: looked up, exported and erased.
import { beforeEach, describe, expect, it } from 'vitest'
import { lockDigestState } from '../../../src/db/digest/digest-states.ts'
import { inTransaction } from '../../../src/db/pool.ts'
import { selectUserObservationIds } from '../../../src/db/users/project-users.ts'
import type { Engine } from '../../../src/digest/engine.ts'
import { COMMAND_LINE } from '../../../src/domain/audit/audit.ts'
import { removeObservations } from '../../../src/domain/observations/remove-observations.ts'
import { eraseUser } from '../../../src/domain/users/erase-user.ts'
import { expectAllDigested, expectCountersToAddUp } from '../../digest/counters.ts'
import { act, digestAll, get, inNewProject, inNewProjects, post, postEach } from '../../digest/digesting.ts'
import { CHARGED, EXPORT, PASSWORD } from '../../digest/matters.ts'
import { untilBlocking } from '../../eventually.ts'
import { ADMIN_TOKEN, answer, batch, type Loose, makeStudy, send, type TestService } from '../../service.ts'

let engine: Engine
let service: TestService
inNewProjects((made) => {
  ;({ engine, service } = made)
})

const userPath = (id: string): string => `/users/${encodeURIComponent(id)}`
const idsOf = ({ items }: Loose): string[] => items.map(({ user_id }: Loose) => user_id)

async function answerStudy(user_id: string, text = 'For the accountant.') {
  const study = await makeStudy(service)
  const path = `/research/studies/${study.id}/answers/`
  const { status } = await service.call('POST', path, answer({ user_id, answer: text }))
  expect(status).toBe(201)
  return study
}

describe('the list of users', () => {
  beforeEach(async () => {
    await post(service, EXPORT.slice(0, 2), { user_id: 'ann', observed_at: '2026-03-01T10:00:00Z' })
    await post(service, PASSWORD.slice(0, 1), { user_id: 'anton', observed_at: '2026-03-03T10:00:00Z' })
    await post(service, CHARGED.slice(0, 1), { user_id: 'bob', observed_at: '2026-03-02T10:00:00Z' })
    await digestAll(service, engine)
  })

  it('has those last heard from first, with what there is of each', async () => {
    await answerStudy('ann')

    const list = await get(service, '/users')

    expect(idsOf(list)).toEqual(['anton', 'bob', 'ann'])
    expect(list.items[2]).toEqual({
      user_id: 'ann',
      observation_count: 2,
      answer_count: 1,
      first_seen: '2026-03-01T10:00:00.000Z',
      last_seen: '2026-03-01T10:00:00.000Z',
    })
  })

  it('says how many it has, and counts the observations that a filter finds; long ones up to a bound', async () => {
    expect(await get(service, '/totals/users')).toEqual({ count: 3, at_least: false })
    expect(await get(service, '/totals/users?q=AN')).toEqual({ count: 2, at_least: false })
    expect(await get(service, '/totals/users?q=nobody')).toEqual({ count: 0, at_least: false })
    expect(await get(service, '/totals/observations')).toEqual({ count: 4, at_least: false })
    expect(await get(service, '/totals/observations?user_id=ann')).toEqual({ count: 2, at_least: false })
    expect((await act(service, 'GET', '/totals/observations?limit=5')).status).toBe(400)

    await service.db.query(
      `WITH heard AS (
         INSERT INTO last_heard_day SELECT $1::uuid, '2020-03-14', 10000)
       INSERT INTO project_user SELECT $1, 'ann' || n, 1, now(), now() FROM generate_series(1, 10000) AS n`,
      [service.projectId],
    )
    expect(await get(service, '/totals/users')).toEqual({ count: 10_000, at_least: true })
    expect(await get(service, '/totals/users?q=ann')).toEqual({ count: 10_000, at_least: true })
    await service.db.query("DELETE FROM project_user WHERE project_id = $1 AND user_id ~ '^ann[0-9]'", [
      service.projectId,
    ])
  })

  it('can be sorted by how much they said, and found by any part of the id', async () => {
    const sorted = await get(service, '/users?sort=observations')
    const found = await get(service, '/users?q=an&sort=observations')

    expect(idsOf(sorted)).toEqual(['ann', 'bob', 'anton'])
    expect(idsOf(found)).toEqual(['ann', 'anton'])
    expect(idsOf(await get(service, '/users?q=NT'))).toEqual(['anton'])
    expect(idsOf(await get(service, '/users?q=antonn'))).toEqual(['anton'])
    expect(idsOf(await get(service, '/users?q=zoe'))).toEqual([])
    expect(idsOf(await get(service, '/users?q=%25'))).toEqual([])
    expect(idsOf(await get(service, '/users?q=_'))).toEqual([])
  })

  it.each(['last_seen', 'observations'])('gives every user once, page by page, by %s', async (sort) => {
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Loose = await get(
        service,
        `/users?limit=1&sort=${sort}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
      )
      seen.push(...idsOf(page))
      cursor = page.next_cursor
    }

    expect(seen).toEqual(idsOf(await get(service, `/users?sort=${sort}`)))
    expect(seen).toHaveLength(3)
  })

  it('finds a user who has only answered by the whole id', async () => {
    await answerStudy('only-answers')

    const list = await get(service, '/users?q=only-answers')

    expect(list.items).toEqual([
      {
        user_id: 'only-answers',
        observation_count: 0,
        answer_count: 1,
        first_seen: null,
        last_seen: null,
      },
    ])
    expect(idsOf(await get(service, '/users?q=only'))).toEqual([])
  })

  it.each([['?cursor=bm9uZQ'], ['?sort=name'], ['?name=ann'], ['?q=']])('refuses %s', async (query) => {
    const { status } = await act(service, 'GET', `/users${query}`)

    expect(status).toBe(400)
  })
})

describe('a user', () => {
  it('is told by counts, days, sentiments and issues, digested or not', async () => {
    await post(service, EXPORT, { user_id: 'ann', observed_at: '2026-03-13T23:59:59Z' })
    await post(service, PASSWORD.slice(0, 1), {
      user_id: 'ann',
      observed_at: '2026-03-14T00:00:00Z',
      user_sentiment: 'positive',
    })
    await digestAll(service, engine)
    await post(service, CHARGED.slice(0, 1), { user_id: 'ann', observed_at: '2025-03-14T00:00:00Z' })

    const user = await get(service, `${userPath('ann')}?days=2`)

    expect(user).toMatchObject({
      user_id: 'ann',
      observation_count: EXPORT.length + 2,
      answer_count: 0,
      first_seen: '2025-03-14T00:00:00.000Z',
      last_seen: '2026-03-14T00:00:00.000Z',
      sentiment_counts: { negative: EXPORT.length + 1, positive: 1, neutral: 0 },
      days: 2,
      series: [
        { day: '2026-03-13', negative: EXPORT.length, positive: 0 },
        { day: '2026-03-14', negative: 0, positive: 1 },
      ],
    })
    expect(user.issues.map(({ observation_count }: Loose) => observation_count)).toEqual([EXPORT.length, 1])
  })

  it.each(['a/b', 'ünïcödé 🦊', '50%', 'a?b=c&d#e', ' spaced ', 'trailing/', '👩‍🚀'.repeat(100)])(
    'may be called %j',
    async (user_id) => {
      await post(service, EXPORT.slice(0, 1), { user_id })
      await answerStudy(user_id)

      const user = await get(service, userPath(user_id))
      const answers = await get(service, `${userPath(user_id)}/answers`)

      expect(user).toMatchObject({ user_id, observation_count: 1, answer_count: 1 })
      expect(answers.items).toHaveLength(1)
    },
  )

  it('shows the answers with the question', async () => {
    const study = await answerStudy('ann', 'For my tax adviser.')
    await answerStudy('bob')

    const { items } = await get(service, `${userPath('ann')}/answers`)

    expect(items).toEqual([
      {
        id: expect.any(String),
        study_id: study.id,
        question: study.question,
        user_id: 'ann',
        interaction_id: 'thread-7',
        source: 'rest',
        answer: 'For my tax adviser.',
        sentiment: null,
        theme: null,
        posted_at: '2026-03-14T09:30:00.000Z',
      },
    ])
  })

  it.each(['nobody', 'x'.repeat(513), 'a\0b'])('of whom nothing is stored is not found', async (user_id) => {
    const paths = ['', '/answers', '/export.json'].map((rest) => userPath(user_id) + rest)

    const answers = await Promise.all(paths.map((path) => act(service, 'GET', path)))

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(answers[0]?.body).toEqual({ detail: 'user not found' })
  })

  it('of one project is unknown in another', async () => {
    await post(service, EXPORT.slice(0, 1), { user_id: 'ann' })
    const other = await inNewProject(service)

    const { status } = await act(other, 'GET', userPath('ann'))

    expect(status).toBe(404)
  })
})

describe("exporting a user's data", () => {
  it('gives all of it as one file, and nothing of others', async () => {
    const ids = await post(service, [...EXPORT, ...PASSWORD], { user_id: 'ann/1' })
    await post(service, CHARGED, { user_id: 'bob' })
    await digestAll(service, engine)
    const study = await answerStudy('ann/1')

    const path = `/projects/${service.projectId}${userPath('ann/1')}/export.json` as const
    const { status, headers, body } = await service.admin('GET', path)

    expect(status).toBe(200)
    expect(headers.get('content-disposition')).toBe('attachment; filename="user.json"')
    expect(body).toMatchObject({ user_id: 'ann/1', exported_at: '2026-03-14T09:30:00.000Z' })
    expect(body.observations.map(({ id }: Loose) => id).sort()).toEqual([...ids].sort())
    expect(body.observations[0]).toMatchObject({ tags: [], issue: { id: expect.any(String) } })
    expect(body.answers).toMatchObject([{ study_id: study.id, question: study.question }])
    expect(body.studies_listed).toEqual([])
  })

  it('holds a row for each that is kept of the user, in every table there is', async () => {
    const key = { 'Idempotency-Key': 'ann-1' }
    await service.call('POST', '/observations/', batch({ user_id: 'ann', observations: EXPORT }), key)
    await digestAll(service, engine)
    const shown = await givenAStudy('ann')
    const study = await answerStudy('ann')
    await waitInImport('ann')

    const body = await get(service, `${userPath('ann')}/export.json`)

    expect(await keptRows('ann')).toEqual(exportedRows(body))
    expect(body.studies_shown.map(({ question, ...showing }: Loose) => showing)).toEqual(
      [shown, study].map(({ id }) => ({ study_id: id, shown_at: '2026-03-14T09:30:00.000Z' })),
    )
    expect(body.import_rows).toEqual([
      {
        import_id: expect.any(String),
        row: 1,
        interaction_id: 'thread-9',
        title: 'Waits',
        description: 'In a file',
        quote: null,
        user_sentiment: 'neutral',
        observed_at: '2026-03-01T10:00:00.000Z',
        external_id: 'T-1',
      },
    ])
  })

  it('finds who was only shown a study, and who only waits in an import', async () => {
    await givenAStudy('shown')
    await waitInImport('waiting')

    const [shown, waiting] = [
      await get(service, `${userPath('shown')}/export.json`),
      await get(service, `${userPath('waiting')}/export.json`),
    ]

    expect([shown.studies_shown.length, shown.import_rows.length]).toEqual([1, 0])
    expect([waiting.studies_shown.length, waiting.import_rows.length]).toEqual([0, 1])
  })
})

describe('erasing a user', () => {
  it('takes away everything of this user, and leaves every counter as a recount has it', async () => {
    const key = { 'Idempotency-Key': 'once' }
    const batchOfAnn = {
      user_id: 'zelda-7',
      interaction_id: 'i',
      user_sentiment: 'negative',
      observations: EXPORT,
    }
    await service.call('POST', '/observations/', batchOfAnn, key)
    await post(service, PASSWORD, { user_id: 'zelda-7' })
    await postEach(service, [...EXPORT, ...CHARGED])
    await digestAll(service, engine)
    await post(service, CHARGED, { user_id: 'zelda-7' })
    const study = await answerStudy('zelda-7')
    const others = `/research/studies/${study.id}/answers/`
    await service.call('POST', others, answer({ user_id: 'bob' }))

    const { status, body } = await act(service, 'DELETE', userPath('zelda-7'))

    expect(status).toBe(200)
    expect(body).toEqual({ observations: EXPORT.length + PASSWORD.length + CHARGED.length, answers: 1 })
    expect((await act(service, 'GET', userPath('zelda-7'))).status).toBe(404)
    expect((await get(service, `/studies/${study.id}`)).answer_count).toBe(1)
    await digestAll(service, engine)
    await expectCountersToAddUp(service.db, service.projectId)
    await expectAllDigested(service.db, service.projectId)
    expect(await tracesOf('zelda-7')).toEqual([])
  })

  it('leaves none of their words in a dump: not in quotes, titles, searches, vectors, jobs or kept responses', async () => {
    const words = ['Quixotrope', 'Zanzibarter']
    const said = EXPORT.map(({ title, description }, index) => ({
      title: `${title} ${words[0]}${index}`,
      description: `${description} ${words[1]}${index}`,
    }))
    await service.call('POST', '/observations/', batch({ user_id: 'zoe', observations: said }), {
      'Idempotency-Key': 'zoe-1',
    })
    const study = await answerStudy('zoe', `Because of the ${words[0]}.`)
    await service.call('GET', '/research/studies/?user_id=zoe')
    await postEach(service, EXPORT)
    await digestAll(service, engine)
    const exported = await get(service, `${userPath('zoe')}/export.json`)
    const ids = exported.observations.map(({ id }: Loose) => id)
    const before = await dumped(words)

    await act(service, 'DELETE', userPath('zoe'))
    await digestAll(service, engine)

    // What the dump had of this user was in the export, all of it.
    expect(before).toEqual(expect.arrayContaining(['answer', 'idempotency_key', 'observation']))
    expect(exported.observations.map(({ title }: Loose) => title).sort()).toEqual(
      said.map(({ title }) => title).sort(),
    )
    expect(exported.answers).toMatchObject([{ study_id: study.id, answer: `Because of the ${words[0]}.` }])
    expect(await dumped([...words, ...ids, 'zoe'])).toEqual([])
  })

  it('is written to the audit log with its size, but not with whom', async () => {
    await post(service, EXPORT, { user_id: 'ann-the-user' })

    await act(service, 'DELETE', userPath('ann-the-user'))

    const { items } = await get(service, '/audit')
    const [entry] = items.filter(({ action }) => action === 'user.erased')
    expect(entry).toMatchObject({ subject_id: null, facts: { observations: EXPORT.length, answers: 0 } })
    expect(JSON.stringify(items)).not.toContain('ann-the-user')
  })

  it('takes along the saved views of this user, and leaves those of others', async () => {
    const view = (name: string, query: string) =>
      act(service, 'POST', '/views', { page: 'observations', name, query })
    const { body: changed } = await view('Hers', 'sentiment=negative&user_id=zelda%2F8')
    const { body: deleted } = await view('Hers too', 'user_id=zelda%2F8')
    const { body: bobs } = await view('His', 'user_id=bob')
    const { body: searched } = await view('Export', 'q=export')
    await act(service, 'PATCH', `/views/${changed.id}`, { query: 'user_id=zelda/8' })
    await act(service, 'DELETE', `/views/${deleted.id}`)

    await act(service, 'DELETE', userPath('zelda/8'))

    const { items } = await get(service, '/views')
    expect(items).toEqual([searched, bobs])
    expect(await tracesOf('zelda')).toEqual([])
  })

  it('takes along the kept response of a post that comes while it runs', async () => {
    const { db, deps } = service
    const late = batch({ user_id: 'leaver', observations: [{ title: 'Late', description: 'Just now.' }] })
    const key = { 'Idempotency-Key': 'late' }
    let transactions = 0
    const connect = async () => {
      if (++transactions === 2) await service.call('POST', '/observations/', late, key)
      return db.connect()
    }

    const watched = { ...deps, db: Object.assign(Object.create(db), { connect }) }
    const erased = await eraseUser(watched, COMMAND_LINE, service.projectId, 'leaver')

    const { rowCount } = await db.query('SELECT FROM idempotency_key WHERE project_id = $1', [
      service.projectId,
    ])
    expect([erased.observations, rowCount]).toEqual([1, 0])
  })

  it('goes on where another removal took what it had found', async () => {
    const { db, deps, projectId } = service
    const said = Array.from({ length: 50 }, (_, index) => ({ title: `T${index}`, description: 'D' }))
    for (let batch = 0; batch < 11; batch++) await post(service, said, { user_id: 'busy' })
    const { erasing } = await inTransaction(db, async (tx) => {
      await lockDigestState(tx, projectId)
      const erasing = eraseUser(deps, COMMAND_LINE, projectId, 'busy')
      await untilBlocking(tx)
      await removeObservations(
        tx,
        deps,
        projectId,
        await selectUserObservationIds(tx, projectId, 'busy', 500),
      )
      return { erasing }
    })

    const { observations } = await erasing

    expect(observations).toBe(50)
    expect((await get(service, '/observations?user_id=busy')).items).toEqual([])
  })

  it('goes beyond one batch, and can be repeated', async () => {
    const said = Array.from({ length: 50 }, (_, index) => ({ title: `T${index}`, description: 'D' }))
    for (let batch = 0; batch < 11; batch++) await post(service, said, { user_id: 'busy' })

    const first = await act(service, 'DELETE', userPath('busy'))
    const second = await act(service, 'DELETE', userPath('busy'))

    expect(first.body).toEqual({ observations: 550, answers: 0 })
    expect(second.body).toEqual({ observations: 0, answers: 0 })
  })

  it('makes room in a study that was full', async () => {
    const study = await makeStudy(service, { max_answers: 1 })
    const path = `/research/studies/${study.id}/answers/`
    await service.call('POST', path, answer({ user_id: 'ann' }))
    await act(service, 'DELETE', userPath('ann'))

    const { status } = await service.call('POST', path, answer({ user_id: 'bob' }))

    expect(status).toBe(201)
    expect((await get(service, `/studies/${study.id}`)).answer_count).toBe(1)
  })
})

/** A study that an agent was given for the user over MCP. */
async function givenAStudy(user_id: string) {
  const study = await makeStudy(service)
  const params = { name: 'get_active_studies', arguments: { user_id } }
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
  const url = `${service.url}/mcp/v1/project/${service.projectId}/`
  const { status } = await send(url, 'POST', message, { 'X-Api-Key': service.key })
  expect(status).toBe(200)
  return study
}

/** No worker runs here: the row stays. */
async function waitInImport(user_id: string): Promise<void> {
  const row = {
    user_id,
    interaction_id: 'thread-9',
    title: 'Waits',
    description: 'In a file',
    user_sentiment: 'neutral',
    observed_at: '2026-03-01T10:00:00Z',
    external_id: 'T-1',
  }
  const { status } = await send(
    `${service.url}/api/projects/${service.projectId}/imports?name=notes`,
    'POST',
    JSON.stringify(row),
    { Authorization: `Bearer ${ADMIN_TOKEN}`, 'Content-Type': 'application/x-ndjson' },
  )
  expect(status).toBe(202)
}

/** By table that has a column for end users: an export names the rows of each, or what they were counted from. */
const exportedRows = (body: Loose): Record<string, number> => ({
  answer: body.answers.length,
  idempotency_key: 1, // what the post was answered: its observations again
  import_row: body.import_rows.length,
  issue_user: new Set(body.observations.map(({ issue }: Loose) => issue.id)).size,
  observation: body.observations.length,
  project_user: 1,
  study_list: body.studies_listed.length,
  study_showing: body.studies_shown.length,
})

async function keptRows(userId: string): Promise<Record<string, number>> {
  const { rows } = await service.db.query(
    `SELECT table_name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND column_name = 'user_id' AND data_type = 'text'
     ORDER BY table_name`,
  )
  const counted = rows.map(async ({ table_name }): Promise<[string, number]> => {
    const sql = `SELECT count(*)::int AS count FROM ${table_name} WHERE project_id = $1 AND user_id = $2`
    return [table_name, (await service.db.query(sql, [service.projectId, userId])).rows[0].count]
  })
  return Object.fromEntries(await Promise.all(counted))
}

/** Tables that hold any of the words, in whatever form: columns of bytes are looked into as well. */
async function dumped(words: string[]): Promise<string[]> {
  const { rows } = await service.db.query(
    "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
  )
  const found: string[] = []
  for (const { table_name } of rows) {
    const { rows: kept } = await service.db.query(`SELECT t::text AS row FROM ${table_name} t`)
    const hex = (word: string) => Buffer.from(word).toString('hex')
    const holds = ({ row }: { row: string }) =>
      words.some((word) => new RegExp(`\\b${word}`, 'i').test(row) || row.includes(hex(word)))
    if (kept.some(holds)) found.push(table_name)
  }
  return found.sort()
}

/** Tables of the database in which the text still occurs somewhere. */
async function tracesOf(text: string): Promise<string[]> {
  const { rows } = await service.db.query(
    "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
  )
  const found = []
  for (const { table_name } of rows) {
    const sql = `SELECT count(*)::int AS count FROM ${table_name} t WHERE t::text ~ $1`
    const { count } = (await service.db.query(sql, [`\\y${text}\\y`])).rows[0]
    if (count > 0) found.push(table_name)
  }
  return found
}
