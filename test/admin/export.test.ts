import { beforeAll, describe, expect, it } from 'vitest'
import { exportIssues } from '../../src/domain/export.ts'
import { digestAll, startEngine } from '../digest/digesting.ts'
import {
  ADMIN_TOKEN,
  anotherProject,
  answer,
  batch,
  makeStudy,
  startService,
  type TestService,
} from '../service.ts'

const FORMULAS = [
  ...['=1+1', '+1', '-1', '@SUM(A1)', '\tplain'],
  ...['  =1+1', '\u00A0+1', '\u3000-1', '＝1+1', '＋1', '－1', '＠SUM(A1)', ' ＝1'],
  ...['\u200B=1', '\uFEFF+1', '\u00AD-1', '\u2060@A1', '\u202E=1', '\u3164=1', '\u0001=1', '\uFE0F \u200D=1'],
]

/** Where a spreadsheet splits at something else than commas, and does not see that the cell is quoted. */
const SPLIT_FORMULAS = [
  'a;=1',
  'a; +1',
  'a|-1',
  'a\t@A1',
  '\t=1',
  '\r=1',
  '\n=1',
  'a\n\u200B-1',
  'a\r\n+1',
  'a;"=1',
  'a;;＝1',
]

const TITLES = [...FORMULAS, ...SPLIT_FORMULAS]

describe('export', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService()
    const observations = TITLES.map((title) => ({
      title,
      description: 'says "hello",\nthen goes',
    }))
    await service.call('POST', '/observations/', batch({ user_id: 'user-1', observations }))
    await service.call('POST', '/observations/', batch({ user_id: 'user-2' }))
    const { id } = await makeStudy(service)
    await service.call('POST', `/research/studies/${id}/answers/`, answer({ answer: 'For "them", daily' }))
    await digestAll(service, startEngine())
  })

  const download = async (file: string) => {
    const url = `${service.url}/api/projects/${service.projectId}/export/${file}`
    const response = await fetch(url, { headers: { Authorization: `Bearer ${ADMIN_TOKEN}` } })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const lines = (text: string) =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))

  it('gives every observation as a JSON line, exactly as it was sent', async () => {
    const { status, headers, text } = await download('observations.jsonl')

    expect(status).toBe(200)
    expect(headers.get('content-type')).toContain('application/x-ndjson')
    expect(headers.get('content-disposition')).toBe('attachment; filename="observations.jsonl"')
    expect(lines(text).map((row) => row.title)).toEqual(['Export stops early', ...TITLES.toReversed()])
    expect(lines(text)[0]).toMatchObject({ user_id: 'user-2', issue_title: expect.any(String), tags: [] })
  })

  it('gives exactly what is filtered, and refuses an unknown filter', async () => {
    const filtered = await download('observations.jsonl?user_id=user-2')
    const unknown = await download('observations.jsonl?user=user-2')

    expect(lines(filtered.text)).toHaveLength(1)
    expect(unknown.status).toBe(400)
    expect(JSON.parse(unknown.text).detail[0].loc).toEqual(['query', 'user'])
  })

  it.each(['csv', 'jsonl'])('refuses as the list does, also when it has begun: %s', async (format) => {
    const { status, headers, text } = await download(`issues.${format}?assigned=me`)

    expect(status).toBe(400)
    expect(headers.get('content-type')).toContain('application/json')
    expect(headers.get('content-disposition')).toBeNull()
    expect(JSON.parse(text).detail).toBeDefined()
  })

  it.each([
    'q=export',
    'q=hello -export',
    'sentiment=negative,very positive',
    'user_id=user-1&interaction_id=thread-7',
    'source=rest&from=2026-03-01T00:00:00Z&to=2026-04-01T00:00:00Z',
    'q=nothing that is there',
  ])('gives the rows of the list, in its order: %s', async (query) => {
    const sent = encodeURI(query)
    const list = await service.admin('GET', `/projects/${service.projectId}/observations?limit=200&${sent}`)

    const exported = await download(`observations.jsonl?${sent}`)

    const ids = exported.text === '' ? [] : lines(exported.text).map((row) => row.id)
    expect([list.status, exported.status]).toEqual([200, 200])
    expect(ids).toEqual(list.body.items.map(({ id }: { id: string }) => id))
  })

  it.each([
    'status=open,planned',
    'kind=problem,request&sort=users',
    'new_since=2026-01-01T00:00:00Z',
    'regressed=true',
  ])('gives the issues of the list, in its order: %s', async (query) => {
    const list = await service.admin('GET', `/projects/${service.projectId}/issues?limit=200&${query}`)

    const exported = await download(`issues.jsonl?${query}`)

    const ids = exported.text === '' ? [] : lines(exported.text).map((row) => row.id)
    expect([list.status, exported.status]).toEqual([200, 200])
    expect(ids).toEqual(list.body.items.map(({ id }: { id: string }) => id))
  })

  it('quotes CSV, and no cell can become a formula', async () => {
    const { headers, text } = await download('observations.csv?user_id=user-1')

    expect(headers.get('content-type')).toContain('text/csv')
    expect(text.split('\r\n')[0]).toMatch(/^id,user_id,interaction_id,source,title,description,/)
    expect(text).toContain('"says ""hello"",\nthen goes"')
    for (const formula of FORMULAS) expect(text).toMatch(new RegExp(`,"?'${literal(formula)}`))
  })

  it('has no formula either where it is split at semicolons, tabs, bars or lines', async () => {
    const { text } = await download('observations.csv?user_id=user-1')

    const cells = text.split(/[;|\t\r\n]/).map((cell) => cell.replace(/^[^\p{L}\p{N}'=+\-@＝＋－＠]+/u, ''))
    expect(cells.length).toBeGreaterThan(SPLIT_FORMULAS.length)
    expect(cells.filter((cell) => /^[=+\-@＝＋－＠]/.test(cell))).toEqual([])
    expect(text).toContain(`,"a;'=1",`)
  })
  const literal = (text: string) => text.replaceAll(/[+*.()^$[\]\\|?]/g, '\\$&')

  it.each([
    ['observations', /^id,user_id,interaction_id,source,title,.*,tags\r\n$/],
    ['issues', /^id,number,title,summary,.*,very_negative,.*,last_seen\r\n$/],
    ['answers', /^id,study_id,question,.*,theme_id,theme\r\n$/],
  ])('names the columns of %s also where nothing is found', async (kind, header) => {
    const empty = await anotherProject(service)
    const path = `/projects/${empty.projectId}/export/${kind}` as const

    const csv = await service.admin('GET', `${path}.csv`)
    const jsonLines = await service.admin('GET', `${path}.jsonl`)

    expect(csv.body).toMatch(header)
    expect(jsonLines.body).toBe('')
  })

  it('gives every issue once, also those that get a note or are merged while it is read', async () => {
    const { projectId } = await anotherProject(service)
    const { db, deps } = service
    await db.query(
      `INSERT INTO issue (project_id, id, number, title, state_version, created_at, updated_at, first_seen, last_seen)
       SELECT $1, gen_random_uuid(), n, 'Issue ' || n, 0, now(), now(), '2026-01-01',
         '2026-03-01'::timestamptz - n * interval '1 hour'
       FROM generate_series(1, 450) AS n`,
      [projectId],
    )
    const rows = exportIssues(deps, projectId, {}, null).rows[Symbol.asyncIterator]()
    const numbers = [(await rows.next()).value.number]

    await db.query(
      `UPDATE issue SET last_seen = '2026-03-02' WHERE project_id = $1 AND number IN (201, 300, 450)`,
      [projectId],
    )
    await db.query(
      `UPDATE issue SET merged_into = (SELECT id FROM issue WHERE project_id = $1 AND number = 1)
       WHERE project_id = $1 AND number = 400`,
      [projectId],
    )
    for (let next = await rows.next(); !next.done; next = await rows.next()) numbers.push(next.value.number)

    const expected = Array.from({ length: 450 }, (_, n) => n + 1).filter((number) => number !== 400)
    expect(numbers).toEqual(expected)
  })

  it('pages through more rows than one page holds', async () => {
    const many = Array.from({ length: 50 }, (_, i) => ({ title: `row ${i}`, description: 'one of many' }))
    for (let round = 0; round < 5; round++)
      await service.call('POST', '/observations/', batch({ user_id: 'busy', observations: many }))

    const { text } = await download('observations.jsonl?user_id=busy')

    const ids = lines(text).map((row) => row.id)
    expect(ids).toHaveLength(250)
    expect(new Set(ids).size).toBe(250)
  })

  it('gives issues with their counts, and answers with their question', async () => {
    const issues = lines((await download('issues.jsonl')).text)
    const answers = lines((await download('answers.jsonl')).text)
    const csv = (await download('answers.csv')).text

    expect(issues.reduce((sum, row) => sum + row.observation_count, 0)).toBe(TITLES.length + 1)
    expect(issues[0]).toMatchObject({ status: 'open', very_negative: 0 })
    expect(answers).toMatchObject([{ question: 'Why do you export?', answer: 'For "them", daily' }])
    expect(csv).toContain('"For ""them"", daily"')
  })
})
