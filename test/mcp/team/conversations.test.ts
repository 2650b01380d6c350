// Conversations with the team's endpoint, on a month of sample data: what an assistant calls to answer a question, each call
// made from what the answers before it gave, by the SDK's own client. Every claim is looked up where its link leads.
import { beforeAll, describe, expect, it } from 'vitest'
import { SAMPLE_STUDIES } from '../../../src/sample/texts/studies.ts'
import { startDigestWorker } from '../../../src/worker/digest-worker.ts'
import { atEnd } from '../../closings.ts'
import { get, startEngine } from '../../digest/digesting.ts'
import { eventually } from '../../eventually.ts'
import { type Loose, type Person, signIn, type TestService } from '../../service.ts'
import { startSampleService } from '../../setup/sample.ts'
import { CLIENTS, type ConnectedClient } from '../clients.ts'
import { accessToken, bearer, teamUrl, tokensOf } from './asking.ts'

let service: TestService
let editor: Person
let client: ConnectedClient
beforeAll(async () => {
  service = await startSampleService()
  const worker = startDigestWorker(service.deps, startEngine(), 1, (error) => console.error(error))
  atEnd(() => worker.stop())
  editor = await signIn(service, { role: 'editor' })
  const { connect } = CLIENTS[1] as (typeof CLIENTS)[number]
  client = await connect(teamUrl(service), bearer(await accessToken(editor)))
  atEnd(() => client.close())
})

/** What the tool answered; its size is checked each time. */
async function tool(name: string, args: Record<string, unknown> = {}) {
  const { content, isError } = await client.call(name, args)
  const [{ text }] = content
  if (isError) throw new Error(`${name}: ${text}`)
  expect(content, name).toHaveLength(1)
  expect(tokensOf(text), `${name} ${JSON.stringify(args)}`).toBeLessThan(4_000)
  return JSON.parse(text)
}

/** What the console shows where a link leads, read from the admin API. */
const behind = (url: string) => {
  const { pathname, searchParams } = new URL(url)
  const path = pathname.replace(`/p/${service.projectId}`, '')
  const observation = searchParams.get('observation')
  return get(service, observation ? `${path}/${observation}` : path)
}

describe('“What got worse this week?”', () => {
  it('is answered by one call, with counts that the console shows too', async () => {
    const { observations, sentiments, issues } = await tool('get_overview')
    const overview = await get(service, '/overview?days=7')
    expect(observations).toEqual({
      now: overview.observation_count,
      before: overview.before.observation_count,
    })
    expect(sentiments.now.negative).toBeGreaterThan(sentiments.before.negative)

    const worse = issues.filter(({ why }: Loose) => /^rose/.test(why[0]))
    expect(worse.length).toBeGreaterThan(2)
    for (const { why, url, quoted } of worse) {
      const issue = await behind(url)
      const { last_7_days, previous_7_days } = issue.trend
      expect(why[0]).toBe(`rose from ${previous_7_days} to ${last_7_days}`)
      expect(quoted.title).toBe(issue.title)
    }
    const rises = worse.map(({ last_7_days: now, previous_7_days: before }: Loose) => now - before)
    expect(rises).toEqual(rises.toSorted((one: number, other: number) => other - one))
    expect(worse.map(({ kind }: Loose) => kind)).not.toContain('praise')
  })

  it('goes on to the steepest of them, with quotes and the observations of these days', async () => {
    const { issues } = await tool('get_overview', { days: 7 })
    const [{ issue_id }] = issues

    const { quoted, sentiments } = await tool('get_issue', { issue_id })
    const since = new Date(service.clock.now.getTime() - 6 * 86_400_000).toISOString().slice(0, 10)
    const counts = await tool('count_observations', { issue_id, from: since })
    const { observations } = await tool('search_observations', { issue_id, from: since })

    expect(counts.observation_count).toBe(issues[0].last_7_days)
    expect(Object.keys(sentiments)).toHaveLength(5)
    for (const quote of quoted.agents_said) {
      const { title, description } = await behind(quote.url)
      expect(`${title}\n${description}`).toContain(quote.text.replace(/…$/, ''))
    }
    for (const { url, quoted: said } of observations) expect((await behind(url)).title).toBe(said.title)
  })
})

describe('“What are customers saying about exports? Quote them.”', () => {
  it('is answered by words: counted, then quoted with a link each, page after page', async () => {
    const counts = await tool('count_observations', { q: 'export' })
    const seen: Loose[] = []
    let cursor: string | null = null
    do {
      const page: Loose = await tool('search_observations', {
        q: 'export',
        limit: 4,
        ...(cursor && { cursor }),
      })
      seen.push(...page.observations)
      cursor = page.next_cursor
    } while (cursor)

    expect(seen.length).toBe(counts.observation_count)
    expect(new Set(seen.map(({ url }) => url)).size).toBe(seen.length)
    for (const { url, quoted, sentiment } of seen) {
      const stored = await behind(url)
      expect([quoted.title, sentiment]).toEqual([stored.title, stored.user_sentiment])
      expect(stored.description.startsWith(quoted.description.replace(/…$/, ''))).toBe(true)
      expect(`${stored.title} ${stored.description}`).toMatch(/export/i)
    }
  })

  it('is answered by meaning too: other words and languages, nearest first', async () => {
    const text = 'The file that customers hand to their accountant is not complete'

    const { found_by, observations } = await tool('find_similar', { text, limit: 20 })

    const titles = observations.map(({ quoted }: Loose) => quoted.title)
    const likeness = observations.map((one: Loose) => one.likeness)
    expect(found_by).toBe('meaning')
    expect(titles.slice(0, 5).join('\n')).toMatch(/export stops after 1,000|Yearly export is incomplete/i)
    expect(likeness).toEqual(likeness.toSorted((one: number, other: number) => other - one))
    for (const { url, quoted } of observations) expect((await behind(url)).title).toBe(quoted.title)
  })

  it('leads to an issue that none of the words is in', async () => {
    const found = await eventually(async () => {
      const { issues } = await tool('list_issues', { q: 'night mode' })
      expect(issues).not.toEqual([])
      return issues.map(({ quoted }: Loose) => quoted.title)
    })

    expect(found).toEqual(['Asks for a dark theme'])
  })

  it('is answered as ChatGPT’s research mode asks: search, then fetch what it found', async () => {
    const { results } = await tool('search', {
      query: 'what do customers say about the export for accountants?',
    })

    expect(results.length).toBeGreaterThan(5)
    for (const result of results) expect(Object.keys(result)).toEqual(['id', 'title', 'url'])
    for (const kind of ['issue', 'observation']) {
      const found = results.find(({ id }: Loose) => id.startsWith(`${kind}:`))
      const document = await tool('fetch', { id: found.id })
      expect(Object.keys(document)).toEqual(['id', 'title', 'url', 'text', 'metadata'])
      expect(document).toMatchObject(found)
      expect(document.text).toMatch(/<quoted>\n.+\n<\/quoted>$/s)
      expect(document.text).toContain((await behind(found.url)).title)
      for (const value of Object.values(document.metadata)) expect(value).toBeTypeOf('string')
    }
  })

  it('finds what nobody spoke of nowhere', async () => {
    const { observations } = await tool('find_similar', { text: 'the spaceship engine explodes' })

    expect(observations).toEqual([])
  })
})

describe('“Start a study about late payments.”', () => {
  it('looks at what was asked already, opens a draft, and says where it is', async () => {
    const { studies } = await tool('list_studies')
    const asked = studies.find(({ question }: Loose) => question.includes('pays late'))
    const { study, answers } = await tool('get_study_answers', { study_id: asked.study_id, limit: 50 })
    const question = 'What would make your customers pay on time?'
    const opened = await tool('create_study', { question, max_answers: 30 })

    expect(studies).toHaveLength(SAMPLE_STUDIES.length)
    expect(study.answers).toBeGreaterThanOrEqual(answers.length)
    expect(answers[0].quoted.answer).toBeTypeOf('string')
    expect(opened).toMatchObject({ state: 'draft', question, max_answers: 30 })
    expect(await behind(opened.url)).toMatchObject({ question, state: 'draft' })
    const { items } = await get(service, '/audit?limit=1')
    expect(items[0]).toMatchObject({
      action: 'study.created',
      actor: `token Script of ${editor.account.email}`,
    })
  })

  it('asks users at once only when told to', async () => {
    const { study_id } = await tool('create_study', { question: 'Which reminders helped?', state: 'active' })

    const { body } = await service.call('GET', '/research/studies/?user_id=user-new')
    expect(body.studies.map(({ id }: Loose) => id)).toContain(study_id)
  })
})

describe('every answer', () => {
  it.each([
    ['get_overview', { days: 30 }],
    ['list_issues', { limit: 50 }],
    ['list_issues', { sort: 'severity', status: ['open'], limit: 50 }],
    ['search_observations', { limit: 50 }],
    ['find_similar', { text: 'invoices', limit: 50 }],
    ['list_studies', { limit: 50 }],
    ['search', { query: 'invoice' }],
    ['search', { query: 'user' }],
  ])('of %s stays below 4,000 tokens on the whole month, with %j', async (name, args) => {
    const answer = await tool(name, args)

    const [items] = Object.values(answer).filter(Array.isArray) as Loose[][]
    expect(items?.length).toBeGreaterThan(2)
    if ('next_cursor' in answer && items?.length === 50) expect(answer.next_cursor).not.toBeNull()
  })
})
