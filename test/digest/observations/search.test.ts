// Finding observations by their words and by their likeness, and issues by both.
import { beforeAll, describe, expect, it } from 'vitest'
import { startService, type TestService } from '../../service.ts'
import { act, digestAll, get, issueOf, post, postEach, startEngine } from '../digesting.ts'
import { CHARGED, EXPORT, PASSWORD, VARIOUS } from '../matters.ts'

const RUNNING = {
  title: 'Sync keeps running',
  description: 'The background sync runs all night long.',
  quote: 'Its fan is my lullaby.',
}
const FRENCH = {
  title: 'Les factures ne s’impriment pas',
  description: 'Je ne peux plus imprimer les factures depuis la mise à jour.',
}
const GERMAN = { title: 'Rechnungen drucken', description: 'Ich kann die Rechnungen nicht mehr ausdrucken.' }
const RUSSIAN = { title: 'Не работает поиск', description: 'Поиск по заметкам ничего не находит.' }
const SIGNS = {
  title: 'O\'Brien\'s 100% "quoted" C:\\path & <b>',
  description: 'Costs 5_000 | (net) ! : * 🙂',
}

let service: TestService
let exports: string[]
let passwords: string[]
beforeAll(async () => {
  service = await startService()
  const engine = startEngine()
  await postEach(service, [RUNNING, FRENCH, GERMAN, RUSSIAN, SIGNS, ...VARIOUS])
  exports = await postEach(service, EXPORT, { user_sentiment: 'very negative' })
  passwords = await post(service, PASSWORD, {
    user_id: 'ann',
    interaction_id: 'thread-ann',
    user_sentiment: 'neutral',
    observed_at: '2026-03-01T12:00:00Z',
  })
  await postEach(service, CHARGED)
  await digestAll(service, engine)
})

const search = async (q: string, more = '') =>
  (await get(service, `/observations?q=${encodeURIComponent(q)}${more}`)).items
const titles = async (q: string) => (await search(q)).map(({ title }) => title)

describe('q', () => {
  it.each([
    ['another form of a word', 'exporting', EXPORT.length],
    ['any case', 'PASSWORD Reset', PASSWORD.length],
    ['all the words', 'reset spam', 1],
    ['a phrase', '"dark theme"', 0],
    ['a phrase in order', '"credit card"', 2],
    ['a phrase out of order', '"card credit"', 0],
    ['a phrase left open', '"credit card', 2],
    ['a beginning', 'passw*', PASSWORD.length],
    ['a beginning that is no word form', 'ledg*', EXPORT.length],
    ['words and without another', 'password -spam', PASSWORD.length - 1],
    ['without a phrase', 'charged -"credit card"', 0],
    ['French word forms', 'facture imprimer', 1],
    ['German word forms', 'Rechnung', 1],
    ['another script', 'поиск', 1],
    ['a word that is still being typed', 'passw', PASSWORD.length],
    ['a word that was mistyped', 'pasword', PASSWORD.length],
    ['a word that is nowhere', 'zeppelin', 0],
  ])('finds %s, and says how many', async (_, q, count) => {
    const found = await search(q)

    expect(found).toHaveLength(count)
    const total = await get(service, `/totals/observations?q=${encodeURIComponent(q)}`)
    expect(total).toEqual({ count, at_least: false })
  })

  it('searches title, description and what the user said', async () => {
    const [inTitle, inDescription, inQuote] = [
      await titles('running'),
      await titles('night'),
      await titles('lullaby'),
    ]

    expect(inTitle).toContain(RUNNING.title)
    expect([inDescription, inQuote]).toEqual([[RUNNING.title], [RUNNING.title]])
    const [found] = await search('lullaby')
    const { user_quotes } = await get(service, `/issues/${found?.issue?.id}`)
    expect(user_quotes).toEqual([{ observation_id: found?.id, text: RUNNING.quote }])
  })

  it.each([
    ...'\'"\\&|!():*<>%_-+,;?#$^~`[]{}@=/.',
    '🙂',
    '***',
    '--',
    '""',
    '"',
    '-"',
    '!!',
    'a & | b',
    ':*',
    '-*',
    "' OR 1=1 --",
    'the',
    '\\x00 \\u0000',
    '(',
    '日本',
    'a:* <-> b',
    "it''s",
    '<script>',
    '٣',
  ])('never fails: %s', async (q) => {
    const path = `/projects/${service.projectId}` as const
    const typed = encodeURIComponent(q)

    const observations = await service.admin('GET', `${path}/observations?q=${typed}`)
    const issues = await service.admin('GET', `${path}/issues?q=${typed}`)

    expect([observations.status, issues.status]).toEqual([200, 200])
  })

  it('finds signs among words', async () => {
    expect(await titles("O'Brien")).toEqual([SIGNS.title])
    expect(await titles('100%')).toEqual([SIGNS.title])
  })

  it.each([
    ['101 words', 'a '.repeat(101)],
    ['101 phrases', '"a"'.repeat(101)],
    ['50 dashes', '-'.repeat(50)],
    ['50 dashes and a word', `${'-'.repeat(50)}word`],
    ['50 dashes apart', '- '.repeat(50)],
  ])('refuses %s', async (_, q) => {
    const query = `q=${encodeURIComponent(q)}`

    const [observations, issues] = [
      await act(service, 'GET', `/observations?${query}`),
      await act(service, 'GET', `/issues?${query}`),
    ]

    expect([observations.status, issues.status]).toEqual([400, 400])
    expect(observations.body.detail).toMatchObject([{ loc: ['query', 'q'], type: 'search' }])
  })

  it('takes as many words and dashes as it says', async () => {
    const statuses = await Promise.all(
      ['a '.repeat(64), `${'-'.repeat(10)}word`].flatMap((q) =>
        ['observations', 'issues'].map(
          async (list) => (await act(service, 'GET', `/${list}?q=${encodeURIComponent(q)}`)).status,
        ),
      ),
    )

    expect(statuses).toEqual([200, 200, 200, 200])
  })

  it('refuses an empty one, an endless one, and an unknown filter', async () => {
    const statuses = await Promise.all(
      ['q=', `q=${'a'.repeat(501)}`, 'query=export', 'q=%00'].map(
        async (query) => (await act(service, 'GET', `/observations?${query}`)).status,
      ),
    )

    expect(statuses).toEqual([400, 400, 400, 400])
  })
})

describe('filters', () => {
  it('combine', async () => {
    const issue = await issueOf(service, passwords[0] as string)
    const filters = [
      '&user_id=ann&sentiment=neutral',
      '&interaction_id=thread-ann&source=rest',
      '&from=2026-03-01T12:00:00Z&to=2026-03-01T12:00:01Z',
      `&issue=${issue.id}`,
    ]

    const found = await Promise.all(filters.map((filter) => search('password', filter)))

    for (const items of found) expect(items.map(({ id }) => id)).toEqual([...passwords].reverse())
    expect(await search('password', '&sentiment=positive')).toEqual([])
    expect(await search('password', '&to=2026-03-01T12:00:00Z')).toEqual([])
  })

  it('page through what they find', async () => {
    const found = []
    let cursor = ''

    do {
      const page = await get(service, `/observations?q=export&limit=3${cursor}`)
      found.push(...page.items.map(({ id }) => id))
      cursor = page.next_cursor === null ? '' : `&cursor=${page.next_cursor}`
    } while (cursor)

    expect(found).toEqual([...exports].reverse())
  })
})

describe('likeness', () => {
  it('finds observations close in meaning, the nearest first', async () => {
    const { items } = await get(service, `/observations/${exports[0]}/similar`)

    const ids = items.map(({ id }) => id)
    expect(new Set(ids.slice(0, 3))).toEqual(new Set(exports.slice(1)))
    expect(ids).not.toContain(exports[0])
    expect(ids.length).toBeLessThanOrEqual(10)
    const unknown = await act(service, 'GET', '/observations/nonsense/similar')
    expect(unknown.status).toBe(404)
  })

  it('comes in pages, and refuses a filter that it does not know', async () => {
    const path = `/observations/${exports[0]}/similar`
    const whole = await get(service, path)

    const first = await get(service, `${path}?limit=2`)
    const second = await get(service, `${path}?limit=200&cursor=${first.next_cursor}`)

    expect([...first.items, ...second.items]).toEqual(whole.items)
    expect([first.items.length, whole.next_cursor, second.next_cursor]).toEqual([2, null, null])
    const { status, body } = await act(service, 'GET', `${path}?sentimant=negative`)
    expect([status, body.detail[0].loc]).toEqual([400, ['query', 'sentimant']])
  })

  it('finds issues like one, with how alike they are', async () => {
    const issue = await issueOf(service, passwords[0] as string)

    expect(issue.similar.length).toBeGreaterThan(0)
    expect(issue.similar.length).toBeLessThanOrEqual(10)
    const scores = issue.similar.map(({ score }) => score)
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
    expect(issue.similar.map(({ issue_id }) => issue_id)).not.toContain(issue.id)
  })
})

describe('issues', () => {
  it.each([
    ['another form', 'passwords'],
    ['a beginning, as far as it is typed', 'passw'],
    ['several words, the last of them begun', 'reset passw'],
    ['a letter left out', 'pasword'],
    ['two letters swapped', 'passwrod'],
    ['a wrong letter, in a word that is still being typed', 'pessw'],
    ['one word right and one mistyped', 'reset pasword'],
  ])('are found by %s', async (_, typed) => {
    const { items } = await get(service, `/issues?q=${encodeURIComponent(typed)}`)

    expect(items.map(({ observation_count }) => observation_count)).toEqual([PASSWORD.length])
  })

  it.each(['zeppelin', '"pasword"', 'pasword*', 'passwords -reset'])(
    'are not guessed at for %s',
    async (typed) => {
      const { items } = await get(service, `/issues?q=${encodeURIComponent(typed)}`)

      expect(items).toEqual([])
    },
  )

  it('are found by their new title, and no longer by the old', async () => {
    const issue = await issueOf(service, passwords[0] as string)
    await act(service, 'PATCH', `/issues/${issue.id}`, { title: 'Zebra crossing' })

    const { items } = await get(service, '/issues?q=zebras')

    expect(items.map(({ id }) => id)).toEqual([issue.id])
    await act(service, 'PATCH', `/issues/${issue.id}`, { title: null })
  })

  it('are found by a word that only one of their observations has, after those with it in the title', async () => {
    const { id } = await issueOf(service, passwords[0] as string)
    await act(service, 'PATCH', `/issues/${id}`, { title: 'Locked out without an hour of warning' })
    const [{ title, summary }, { summary: other }] = [
      await issueOf(service, exports[0] as string),
      await issueOf(service, passwords[0] as string),
    ]
    expect(`${title} ${summary} ${other}`).not.toMatch(/warning/)

    const { items } = await get(service, '/issues?q=warning')
    const counts = await get(service, '/issues/counts?q=warning')
    const [first, second] = [
      await get(service, '/issues?q=warning&limit=1'),
      await get(service, '/issues?q=-10,000 warning'),
    ]

    expect(items.map(({ observation_count }) => observation_count)).toEqual([PASSWORD.length, EXPORT.length])
    expect(counts.open).toBe(2)
    const next = await get(service, `/issues?q=warning&limit=1&cursor=${first.next_cursor}`)
    expect([...first.items, ...next.items]).toEqual(items)
    expect(second.items).toEqual(items.slice(0, 1))
    await act(service, 'PATCH', `/issues/${id}`, { title: null })
  })

  it('are found by words of title or summary, sorted and paged', async () => {
    const { items } = await get(service, '/issues?q=password')
    const sorted = await get(service, '/issues?sort=observations&limit=2')
    const next = await get(service, `/issues?sort=observations&limit=2&cursor=${sorted.next_cursor}`)

    expect(items.map(({ observation_count }) => observation_count)).toEqual([PASSWORD.length])
    const counts = [...sorted.items, ...next.items].map(({ observation_count }) => observation_count)
    expect(counts).toHaveLength(4)
    expect(counts).toEqual([...counts].sort((a, b) => b - a))
    expect(counts[0]).toBe(EXPORT.length)
    const foreign = await act(service, 'GET', `/issues?sort=users&cursor=${sorted.next_cursor}`)
    expect(foreign.status).toBe(400)
  })
})
