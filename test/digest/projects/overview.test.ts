// The project at a glance: every number of it against what was sent.
import { beforeAll, describe, expect, it } from 'vitest'
import { selectLargestIssues } from '../../../src/db/projects/overviews.ts'
import { answer, type Loose, makeStudy, startService, type TestService } from '../../service.ts'
import { act, digestAll, get, inNewProject, issueOf, post, postEach, startEngine } from '../digesting.ts'
import { CHARGED, EXPORT, PASSWORD, VARIOUS } from '../matters.ts'

const at = (day: string) => ({ observed_at: `2026-${day}T12:00:00Z` })

let service: TestService
let exporting: Loose
let charged: Loose
let tag: string
let study: Loose
beforeAll(async () => {
  service = await startService()
  const engine = startEngine()
  const { body } = await act(service, 'POST', '/tags', {
    label: 'rows',
    config: { keywords: ['rows'], threshold: 1 },
  })
  tag = body.id
  study = await makeStudy(service, { max_answers: 10 })
  await makeStudy(service, { state: 'draft' })
  await service.call('POST', `/research/studies/${study.id}/answers/`, answer())
  await post(service, EXPORT.slice(0, 3), { user_id: 'ann', user_sentiment: 'negative', ...at('03-14') })
  const [id] = await post(service, EXPORT.slice(3), {
    user_id: 'bob',
    user_sentiment: 'very negative',
    ...at('03-05'),
  })
  await post(service, PASSWORD, { user_id: 'cid', user_sentiment: 'neutral', ...at('02-13') })
  await post(service, PASSWORD.slice(0, 1), { user_id: 'cid', user_sentiment: 'neutral', ...at('02-12') })
  const [old] = await post(service, CHARGED.slice(0, 2), {
    user_id: 'dan',
    user_sentiment: 'negative',
    ...at('01-01'),
  })
  await digestAll(service, engine)
  exporting = await issueOf(service, id as string)
  charged = await issueOf(service, old as string)
  await act(service, 'PATCH', `/issues/${charged.id}`, { status: 'resolved' })
  await post(service, CHARGED.slice(2), { user_id: 'eve', user_sentiment: 'negative', ...at('03-14') })
  await digestAll(service, engine)
})

describe('the overview', () => {
  it('counts the period, day by day', async () => {
    const overview = await get(service, '/overview?days=30')

    expect(overview).toMatchObject({ days: 30, observation_count: 8, answer_count: 1, open_issue_count: 3 })
    const { series } = overview
    expect(series).toHaveLength(30)
    expect(series[0]?.day).toBe('2026-02-13')
    expect(series.at(-1)).toEqual({
      day: '2026-03-14',
      'very negative': 0,
      negative: 3 + CHARGED.length - 2,
      neutral: 0,
      positive: 0,
      'very positive': 0,
    })
    const days = series.map(({ day, ...counts }) => Object.values<number>(counts))
    expect(days.flat().reduce((sum: number, count: number) => sum + count, 0)).toBe(8)
  })

  it('counts users and new issues, and compares with the period before', async () => {
    const month = await get(service, '/overview?days=30')
    const week = await get(service, '/overview?days=7')

    expect(month).toMatchObject({ user_count: 4, new_issue_count: 1 })
    expect(month.before).toEqual({
      observation_count: 1,
      user_count: 1,
      new_issue_count: 1,
      answer_count: 0,
    })
    expect(week).toMatchObject({ user_count: 2, before: { observation_count: 1, answer_count: 0 } })
  })

  it('shows 30 days unless told otherwise, and a year at most', async () => {
    const { days, series } = await get(service, '/overview')
    const year = await get(service, '/overview?days=365')

    expect([days, series.length, year.series.length]).toEqual([30, 30, 365])
    expect(year.observation_count).toBe(11)
    for (const query of ['days=0', 'days=366', 'days=x', 'week=1'])
      expect((await act(service, 'GET', `/overview?${query}`)).status).toBe(400)
  })

  it('leaves what is resolved or ignored out of the issues that matter most', async () => {
    const { top_issues } = await get(service, '/overview')
    const [first] = top_issues
    await act(service, 'PATCH', `/issues/${first?.id}`, { status: 'resolved' })

    const { top_issues: left } = await get(service, '/overview')

    expect(left.map(({ id }) => id)).toEqual(top_issues.slice(1).map(({ id }) => id))
    await act(service, 'PATCH', `/issues/${first?.id}`, { status: 'open' })
  })

  it('says whether there is anything at all, digested or not', async () => {
    const empty = await inNewProject(service)
    const before = await get(empty, '/overview')
    await post(empty, VARIOUS.slice(0, 1))

    const after = await get(empty, '/overview')

    expect([before.has_observations, after.has_observations, after.observation_count]).toEqual([
      false,
      true,
      0,
    ])
  })

  it('names the most observed, the new and the regressed issues', async () => {
    const { top_issues, new_issues, regressed_issues } = await get(service, '/overview?days=30')

    expect(top_issues.map(({ observation_count }) => observation_count)).toEqual([4, 4, 3])
    expect(new_issues.map(({ id }) => id)).toEqual([exporting.id])
    expect(regressed_issues).toMatchObject([{ id: charged.id, status: 'open' }])
  })

  it('finds the most observed of a period behind many that are larger in all', async () => {
    const project = await inNewProject(service)
    await service.db.query(
      `WITH made AS (
         INSERT INTO issue (project_id, id, number, title, state_version, created_at, updated_at, observation_count,
           first_seen, last_seen)
         SELECT $1, gen_random_uuid(), n, 'Issue ' || n, 0, now(), now(), 1000 - n, '2025-01-01', '2026-03-14'
         FROM generate_series(1, 400) AS n RETURNING id, number)
       INSERT INTO issue_day (project_id, issue_id, day, count)
       SELECT $1, id, day::date, CASE WHEN day < '2026-03-01' THEN 1 ELSE number % 97 END
       FROM made, (VALUES ('2025-01-01'), ('2026-03-02'), ('2026-03-14')) AS seen (day)`,
      [project.projectId],
    )

    const { top_issues } = await get(project, '/overview?days=30')

    const shown = top_issues.map(({ number }) => number)
    expect([...shown].sort((a, b) => a - b)).toEqual([95, 96, 192, 193, 289, 290, 386, 387])
    expect(shown.slice(0, 4).every((number: number) => number % 97 === 96)).toBe(true)
  })

  it.each(['2025-06-01', '2026-01-01', '2026-01-02', '2026-02-13', '2026-03-05', '2026-03-06', '2027-01-01'])(
    'knows how often each was observed since %s, whichever days it adds up',
    async (day) => {
      const since = new Date(`${day}T00:00:00Z`)
      const page = { past: 0, limit: 64 }
      const largest = await selectLargestIssues(service.db, service.projectId, since, page)
      const { rows } = await service.db.query(
        `SELECT id, (SELECT count(*)::int FROM issue_observation m JOIN observation o
            ON o.project_id = m.project_id AND o.id = m.observation_id
            WHERE m.project_id = issue.project_id AND m.issue_id = issue.id AND o.observed_at >= $2) AS count
         FROM issue WHERE project_id = $1 AND merged_into IS NULL AND observation_count > 0`,
        [service.projectId, since],
      )

      const countsOf = (issues: { id: string; count: number }[]) =>
        Object.fromEntries(issues.map(({ id, count }) => [id, count]))
      expect(largest.length).toBeGreaterThan(2)
      expect(countsOf(largest)).toEqual(countsOf(rows))
    },
  )

  it('compares two weeks, however short the period', async () => {
    const { top_issues } = await get(service, '/overview?days=3')

    const found = top_issues.find(({ id }) => id === exporting.id)
    expect(found?.trend).toEqual({
      last_7_days: 3,
      previous_7_days: 1,
      daily: [{ day: '2026-03-14', count: 3 }],
    })
  })

  it('counts tags, lists active studies, and says how the digest is', async () => {
    const { tags, studies, digest } = await get(service, '/overview')

    expect(tags).toEqual([{ id: tag, label: 'rows', color: null, count: EXPORT.length }])
    expect(studies).toEqual([
      { id: study.id, question: study.question, answer_count: 1, max_answers: 10, ends_at: null },
    ])
    expect(digest).toMatchObject({ pending: 0, failed: 0, lag_seconds: 0, digested_count: 11 })
  })
})

describe('the digest', () => {
  it('says what is pending, and how long it has waited', async () => {
    await postEach(service, VARIOUS)
    service.clock.now = new Date('2026-03-14T09:31:30.000Z')

    const status = await get(service, '/digest')

    expect(status).toMatchObject({
      pending: VARIOUS.length,
      failed: 0,
      lag_seconds: 90,
      last_digested_at: '2026-03-14T09:30:00.000Z',
      models: { embeddings: null, llm: null },
    })
  })

  it('counts what is pending one by one up to 10,000, and says when there is more', async () => {
    const { pending } = await get(service, '/digest')
    const queue = (count: number) =>
      service.db.query(
        `WITH made AS (
           INSERT INTO observation (project_id, id, user_id, interaction_id, source, title, description, user_sentiment,
             observed_at, created_at)
           SELECT $1, gen_random_uuid(), 'ann', 't', 'rest', 't', 'd', 'neutral', $2, $2 FROM generate_series(1, $3::int)
           RETURNING id)
         INSERT INTO digest_job (project_id, observation_id, due_at) SELECT $1, id, $2 FROM made`,
        [service.projectId, service.clock.now, count],
      )

    await queue(10_000 - pending)
    const { digest: counted } = await get(service, '/overview')
    await queue(1)
    const { digest: more } = await get(service, '/overview')

    expect(counted).toMatchObject({
      pending: 10_000,
      pending_observations: 10_000,
      pending_at_least: false,
    })
    expect(more).toMatchObject({ pending: 10_000, pending_observations: 10_000, pending_at_least: true })
  })
})
