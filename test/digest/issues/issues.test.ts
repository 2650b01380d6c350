// Issues as the digest makes and describes them.
import { beforeEach, describe, expect, it } from 'vitest'
import { ISSUE_KINDS, SEVERITIES } from '../../../src/contract/labels.ts'
import type { Engine } from '../../../src/digest/engine.ts'
import type { TestService } from '../../service.ts'
import { expectCountersToAddUp } from '../counters.ts'
import { act, digestAll, get, inNewProjects, issueIds, issueOf, post, postEach } from '../digesting.ts'
import { CHARGED, DARK, EXPORT, PASSWORD, PRAISE, VARIOUS } from '../matters.ts'

let engine: Engine
let service: TestService
inNewProjects((made) => {
  ;({ engine, service } = made)
})
beforeEach(async () => {
  await postEach(service, VARIOUS)
})

describe('an observation', () => {
  it('joins the issue of its matter, and opens one for a new matter', async () => {
    const matters = [EXPORT, PASSWORD, CHARGED]
    const ids = []
    for (const matter of matters) ids.push(await postEach(service, matter))

    await digestAll(service, engine)

    const found = await Promise.all(ids.map((own) => issueIds(service.db, own)))
    for (const own of found) expect(new Set(own).size).toBe(1)
    expect(new Set(found.flat()).size).toBe(matters.length)
    await expectCountersToAddUp(service.db, service.projectId)
  })

  it('that resembles nothing stays alone', async () => {
    await digestAll(service, engine)

    const { items } = await get(service, '/issues')
    expect(items.map(({ observation_count }) => observation_count)).toEqual(VARIOUS.map(() => 1))
  })
})

describe('an issue', () => {
  it('is described by its observations', async () => {
    const ids = await postEach(service, EXPORT)

    await digestAll(service, engine)

    const issue = await issueOf(service, ids[0] as string)
    expect(EXPORT.map(({ title }) => title)).toContain(issue.title)
    expect(issue.title_by).toBe('machine')
    expect(issue.quotes.length).toBeGreaterThanOrEqual(2)
    expect(issue.quotes.length).toBeLessThanOrEqual(3)
    for (const { observation_id, text } of issue.quotes)
      expect(EXPORT[ids.indexOf(observation_id)]?.description).toContain(text.replace('…', ''))
    expect(issue.summary).not.toBe('')
    expect(issue.summary).not.toMatch(/often named/i)
    expect(issue).not.toHaveProperty('keyphrases')
    expect(ISSUE_KINDS).toContain(issue.kind)
    expect(SEVERITIES).toContain(issue.severity)
  })

  it('tells problems, requests and praise apart', async () => {
    const [problem] = await postEach(service, PASSWORD)
    const [request] = await postEach(service, DARK, { user_sentiment: 'neutral' })
    const [praise] = await postEach(service, PRAISE, { user_sentiment: 'very positive' })

    await digestAll(service, engine)

    expect((await issueOf(service, problem as string)).kind).toBe('problem')
    expect((await issueOf(service, request as string)).kind).toBe('request')
    expect((await issueOf(service, praise as string)).kind).toBe('praise')
  })

  it('is praise in the words of its users, whatever an agent says of how they felt', async () => {
    const words = {
      title: 'I love the new calendar',
      description: 'It saves me a lot of time every morning.',
    }
    const [praise] = await postEach(service, [words], { user_sentiment: 'neutral' })

    await digestAll(service, engine)

    expect((await issueOf(service, praise as string)).kind).toBe('praise')
  })

  it('says how severe it is, and why', async () => {
    const [locked] = await postEach(service, PASSWORD, { user_sentiment: 'very negative' })
    const [praise] = await postEach(service, PRAISE, { user_sentiment: 'positive' })

    await digestAll(service, engine)

    const severe = await issueOf(service, locked as string)
    expect(SEVERITIES.indexOf(severe.severity ?? 'low')).toBeGreaterThan(0)
    expect(severe.severity_reasons).toContain('users are blocked')
    expect(await issueOf(service, praise as string)).toMatchObject({ severity: null, severity_reasons: [] })
    const { items } = await get(service, '/issues?sort=severity')
    expect(SEVERITIES.indexOf(items[0]?.severity ?? 'low')).toBeGreaterThanOrEqual(
      SEVERITIES.indexOf(severe.severity ?? 'low'),
    )
    expect(items.at(-1)?.kind).toBe('praise')
  })

  it('counts observations, people, sentiments, and when it was seen', async () => {
    const at = [
      '2026-03-01T23:59:59Z',
      '2026-03-02T00:00:00Z',
      '2026-03-10T12:00:00Z',
      '2026-02-27T08:00:00Z',
    ]
    const ids = []
    for (const [i, one] of EXPORT.entries())
      ids.push(
        ...(await post(service, [one], {
          user_id: i < 2 ? 'ann' : `user-${i}`,
          user_sentiment: i < 3 ? 'negative' : 'neutral',
          observed_at: at[i],
        })),
      )

    await digestAll(service, engine)

    expect(await issueOf(service, ids[0] as string)).toMatchObject({
      observation_count: 4,
      user_count: 3,
      sentiment_counts: { 'very negative': 0, negative: 3, neutral: 1, positive: 0, 'very positive': 0 },
      first_seen: '2026-02-27T08:00:00.000Z',
      last_seen: '2026-03-10T12:00:00.000Z',
    })
  })

  it('shows the last seven days against the seven before, and each day', async () => {
    const days = ['14', '08', '07', '07', '01']
    const ids = []
    for (const [i, day] of days.entries())
      ids.push(
        ...(await post(service, [EXPORT[i % 4] as never], { observed_at: `2026-03-${day}T12:00:00Z` })),
      )
    ids.push(...(await post(service, [EXPORT[0] as never], { observed_at: '2026-02-28T12:00:00Z' })))

    await digestAll(service, engine)

    const { trend } = await issueOf(service, ids[0] as string)
    expect(trend).toEqual({
      last_7_days: 2,
      previous_7_days: 3,
      daily: [
        { day: '2026-02-28', count: 1 },
        { day: '2026-03-01', count: 1 },
        { day: '2026-03-07', count: 2 },
        { day: '2026-03-08', count: 1 },
        { day: '2026-03-14', count: 1 },
      ],
    })
  })
})

describe('a status', () => {
  const arrange = async (status: string, later: object = {}) => {
    const [id] = await postEach(service, EXPORT.slice(0, 3))
    await digestAll(service, engine)
    const issue = await issueOf(service, id as string)
    await act(service, 'PATCH', `/issues/${issue.id}`, { status })
    await postEach(service, EXPORT.slice(3), later)
    return issue.id
  }

  it('resolved reopens as a regression when the matter is observed again', async () => {
    const id = await arrange('resolved')

    await digestAll(service, engine)

    expect(await get(service, `/issues/${id}`)).toMatchObject({
      status: 'open',
      regressed_at: '2026-03-14T09:30:00.000Z',
      observation_count: 4,
    })
    const { items } = await get(service, `/audit?subject=${id}`)
    expect(items[0]).toMatchObject({ actor: 'machine', action: 'issue.regressed', subject_id: id })
  })

  it('resolved stays when what arrives was observed before', async () => {
    const id = await arrange('resolved', { observed_at: '2026-03-14T09:29:59Z' })

    await digestAll(service, engine)

    const issue = await get(service, `/issues/${id}`)
    expect(issue).toMatchObject({ status: 'resolved', regressed_at: null, observation_count: 4 })
  })

  it.each([
    ['stays when a row without a date is imported', {}, 'resolved'],
    ['reopens when a row of later is imported', { observed_at: '2026-03-15T08:00:00Z' }, 'open'],
  ])('resolved %s', async (_, later, status) => {
    const id = await arrange('resolved', later)
    await service.db.query("UPDATE observation SET source = 'import' WHERE project_id = $1 AND title = $2", [
      service.projectId,
      EXPORT[3]?.title,
    ])

    await digestAll(service, engine)

    expect(await get(service, `/issues/${id}`)).toMatchObject({ status, observation_count: 4 })
  })

  it.each(['ignored', 'acknowledged', 'planned'])('%s stays', async (status) => {
    const id = await arrange(status)

    await digestAll(service, engine)

    const issue = await get(service, `/issues/${id}`)
    expect(issue).toMatchObject({ status, regressed_at: null, observation_count: 4 })
    const { items } = await get(service, `/issues?status=${status}`)
    expect(items.map((item: { id: string }) => item.id)).toEqual([id])
  })
})
