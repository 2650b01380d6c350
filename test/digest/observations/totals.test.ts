// How long lists are: what counters know is not counted again, and it is the same number.
import { beforeEach, describe, expect, it } from 'vitest'
import type { Engine } from '../../../src/digest/engine.ts'
import type { TestService } from '../../service.ts'
import { act, digestAll, get, inNewProjects, post } from '../digesting.ts'
import { CHARGED, EXPORT, PASSWORD } from '../matters.ts'

let engine: Engine
let service: TestService
inNewProjects((made) => {
  ;({ engine, service } = made)
})

const MORE = { count: 10_000, at_least: true }
const total = (query: string) => get(service, `/totals/observations?${query}`)
const listed = async (query: string): Promise<number> =>
  (await get(service, `/observations?limit=200&${query}`)).items.length
const namesOf = async (): Promise<{ tag: string; issue: string }> => {
  const { items: tags } = await get(service, '/tags')
  const { items: issues } = await get(service, '/issues?sort=observations')
  return { tag: tags[0]?.id ?? '', issue: issues[0]?.id ?? '' }
}

beforeEach(async () => {
  await act(service, 'POST', '/tags', { label: 'export', config: { keywords: ['export'] } })
  const said = { negative: EXPORT, neutral: PASSWORD, 'very positive': CHARGED }
  for (const [at, [user_sentiment, texts]] of Object.entries(said).entries())
    for (const hour of ['00:00:00', '12:30:00'])
      await post(service, texts.slice(0, 3), { user_sentiment, observed_at: `2026-03-0${at + 1}T${hour}Z` })
  await digestAll(service, engine)
  await post(service, EXPORT.slice(3, 5), { observed_at: '2026-03-02T12:00:00Z', user_sentiment: 'negative' })
})

describe('the total of a list of observations', () => {
  it.each([
    '',
    'sentiment=negative',
    'sentiment=negative,neutral',
    'from=2026-03-02T00:00:00Z',
    'from=2026-03-01T00:00:01Z&to=2026-03-03T12:30:00Z',
    'to=2026-03-03T00:00:00Z&sentiment=negative',
    'tag={tag}',
    'tag={tag}&from=2026-03-01T12:00:00Z',
    'issue={issue}',
    'issue={issue}&to=2026-03-01T12:00:00Z',
    'issue={issue}&sentiment=neutral',
    'q=export',
    'q=exprot',
    'q=export&sentiment=negative',
    'source=rest',
    'source=import',
  ])('is as long as the list, with what is not digested yet: %s', async (address) => {
    const { tag, issue } = await namesOf()
    const query = address.replace('{tag}', tag).replace('{issue}', issue)

    expect(await total(query)).toEqual({ count: await listed(query), at_least: false })
  })

  it('is known to be long without counting', async () => {
    const { tag, issue } = await namesOf()
    for (const table of ['project_day', 'tag_day', 'issue_day'])
      await service.db.query(`UPDATE ${table} SET count = 10001 WHERE project_id = $1`, [service.projectId])

    expect(await total('')).toEqual(MORE)
    expect(await total('sentiment=neutral')).toEqual(MORE)
    expect(await total('from=2026-03-01T12:00:00Z&to=2026-03-03T00:00:00Z')).toEqual(MORE)
    expect(await total(`tag=${tag}`)).toEqual(MORE)
    expect(await total(`issue=${issue}`)).toEqual(MORE)
    // No whole day, or a sentiment that no counter has.
    expect(await total('from=2026-03-02T00:00:01Z&to=2026-03-02T23:59:59Z')).not.toEqual(MORE)
    expect(await total('sentiment=positive')).toEqual({ count: 0, at_least: false })
  })
})

describe('a frequent part of user ids', () => {
  it('finds all that have it, in order, and counts them', async () => {
    const users = Array.from({ length: 14 }, (_, at) => `frequent-${String(at).padStart(2, '0')}`)
    for (const user_id of users) await post(service, CHARGED.slice(0, 1), { user_id })
    await digestAll(service, engine)

    const first = await get(service, '/users?q=QUENT&limit=9')
    const second = await get(service, `/users?q=QUENT&limit=9&cursor=${first.next_cursor}`)

    const found = [...first.items, ...second.items].map(({ user_id }) => user_id)
    expect(found).toEqual(users.toReversed())
    expect(await get(service, '/totals/users?q=QUENT')).toEqual({ count: 14, at_least: false })
  })
})
