// Lists of answers and their totals, where they are not read from the newest on.
import { describe, expect, it } from 'vitest'
import type { Engine } from '../../../src/digest/engine.ts'
import { answer, type Loose, makeStudy, type TestService } from '../../service.ts'
import { digestAll, get, inNewProjects } from '../digesting.ts'
import { makeTheme } from './made-themes.ts'

let engine: Engine
let service: TestService
inNewProjects((made) => {
  ;({ engine, service } = made)
})

async function tell(study: Loose, user: string, overrides: object = {}): Promise<void> {
  const said = answer({ user_id: user, interaction_id: `chat of ${user}`, ...overrides })
  const { status } = await service.call('POST', `/research/studies/${study.id}/answers/`, said)
  expect(status).toBe(201)
}

async function listed(study: Loose, query: string, limit = 200): Promise<string[]> {
  const users: string[] = []
  let cursor = ''
  do {
    const page = await get(service, `/studies/${study.id}/answers?limit=${limit}&${query}${cursor}`)
    users.push(...page.items.map(({ user_id }: Loose) => user_id))
    cursor = page.next_cursor === null ? '' : `&cursor=${page.next_cursor}`
  } while (cursor !== '')
  return users
}
const total = async (study: Loose, query: string): Promise<number> =>
  (await get(service, `/totals/answers?study=${study.id}&${query}`)).count

describe('answers of a period', () => {
  it('are found whatever the order of their ids, page by page', async () => {
    const study = await makeStudy(service)
    const other = await makeStudy(service)
    const { now } = service.clock
    const times = ['03-05T10', '03-02T23', '03-09T00', '03-02T01', '03-04T10', '03-01T12', '03-08T10']
    for (const time of times) {
      service.clock.now = new Date(`2026-${time}:00:00Z`)
      await tell(study, time)
      await tell(other, time)
    }
    service.clock.now = now

    const within = (from: string, to: string) =>
      times.filter((time) => time >= from && time < to).toReversed()
    for (const [from, to] of [
      ['03-01T00', '03-10T00'],
      ['03-02T01', '03-05T10'],
      ['03-02T02', '03-02T23'],
      ['03-05T11', '03-08T10'],
    ] as const) {
      const query = `from=2026-${from}:00:00Z&to=2026-${to}:00:00Z`
      expect(await listed(study, query, 2), query).toEqual(within(from, to))
      expect(await total(study, query), query).toBe(within(from, to).length)
    }
    expect(await listed(study, 'to=2026-03-03T00:00:00Z', 2)).toEqual(within('', '03-03'))
    expect(await listed(study, 'from=2026-03-05T00:00:00Z', 2)).toEqual(within('03-05', 'x'))
  })
})

describe('a frequent word', () => {
  it('is found in order, and counted', async () => {
    const study = await makeStudy(service)
    const users = Array.from({ length: 24 }, (_, at) => `user-${at}`)
    for (const [at, user] of users.entries())
      await tell(study, user, { answer: at % 2 === 0 ? 'For the accountant.' : 'For myself.' })

    const found = users.filter((_, at) => at % 2 === 0).toReversed()
    expect(await listed(study, 'q=acc*', 5)).toEqual(found)
    expect(await total(study, 'q=acc*')).toBe(found.length)
    expect(await total(study, 'q=acc*&themed=yes')).toBe(0)
  })
})

describe('what the digest found in answers', () => {
  it('is counted as long as the list is, with answers that it has not read yet', async () => {
    const study = await makeStudy(service)
    for (const [at, user_sentiment] of ['negative', 'positive', 'negative'].entries()) {
      const observations = [{ title: 'Export stops', description: 'The export stops at 10,000 rows.' }]
      const note = {
        user_id: `user-${at}`,
        interaction_id: `chat of user-${at}`,
        user_sentiment,
        observations,
      }
      await service.call('POST', '/observations/', note)
    }
    for (let at = 0; at < 5; at++) await tell(study, `user-${at}`)
    await digestAll(service, engine)
    const { id: theme } = await makeTheme(service, study.id)
    await tell(study, 'late')

    for (const query of [
      '',
      `theme=${theme}`,
      'themed=yes',
      'themed=no',
      'sentiment=negative',
      'sentiment=negative,positive&themed=no',
      'sentiment_noted=yes',
      'sentiment_noted=no',
      `sentiment_noted=no&theme=${theme}`,
    ])
      expect(await total(study, query), query).toBe((await listed(study, query)).length)
    expect(await total(study, 'sentiment=negative')).toBe(2)
    expect(await total(study, '')).toBe(8)
  })

  it('is not counted again', async () => {
    const study = await makeStudy(service)
    const { id: theme } = await makeTheme(service, study.id)
    await service.db.query('UPDATE theme_day SET count = 10001 WHERE project_id = $1', [service.projectId])

    const found = await get(service, `/totals/answers?study=${study.id}&theme=${theme}`)

    expect(found).toEqual({ count: 10_000, at_least: true })
  })
})
