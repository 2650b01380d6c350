// What the issue page and the inbox read beside the issue: users, days, merges, filters, and a status for many.
import { beforeAll, describe, expect, it } from 'vitest'
import { type Loose, startService, type TestService } from '../../service.ts'
import { act, digestAll, get, issueOf, post, postEach, startEngine } from '../digesting.ts'
import { CHARGED, EXPORT, PASSWORD, VARIOUS } from '../matters.ts'

const UNKNOWN = '00000000-0000-7000-8000-000000000000'

let service: TestService
let exporting: Loose
let charged: Loose
let passwords: Loose
let lone: Loose
beforeAll(async () => {
  service = await startService()
  const engine = startEngine()
  await act(service, 'POST', '/tags', {
    label: 'rows',
    config: { keywords: ['rows'], threshold: 1, color: '#2f9e44' },
  })
  const at = (day: string) => ({ observed_at: `2026-03-${day}T12:00:00Z` })
  const [one] = await post(service, EXPORT.slice(0, 2), { user_id: 'ann', ...at('14') })
  await post(service, EXPORT.slice(2, 3), { user_id: 'bob', user_sentiment: 'very negative', ...at('14') })
  await post(service, EXPORT.slice(3), { user_id: 'cid', user_sentiment: 'neutral', ...at('12') })
  const [two] = await post(service, CHARGED, { user_id: 'dan', ...at('01') })
  const [three] = await post(service, PASSWORD, { user_id: 'eve', ...at('02') })
  const [four] = await postEach(service, VARIOUS.slice(0, 1), at('03'))
  await digestAll(service, engine)
  exporting = await issueOf(service, one as string)
  charged = await issueOf(service, two as string)
  passwords = await issueOf(service, three as string)
  lone = await issueOf(service, four as string)
})

const ids = (items: Loose[]) => items.map(({ id }) => id)

describe('about an issue', () => {
  it('lists its users, the most affected first, page by page', async () => {
    const first = await get(service, `/issues/${exporting.id}/users?limit=2`)
    const second = await get(service, `/issues/${exporting.id}/users?limit=2&cursor=${first.next_cursor}`)

    expect(first.items[0]).toEqual({ user_id: 'ann', observation_count: 2 })
    expect([...first.items, ...second.items].map(({ user_id }) => user_id)).toEqual(['ann', 'cid', 'bob'])
    expect(second.next_cursor).toBeNull()
    const foreign = await act(service, 'GET', `/issues/${exporting.id}/users?cursor=nonsense`)
    expect(foreign.status).toBe(400)
  })

  it('counts its days by sentiment, the empty ones too', async () => {
    const { days, series } = await get(service, `/issues/${exporting.id}/series?days=3`)

    const none = { 'very negative': 0, negative: 0, neutral: 0, positive: 0, 'very positive': 0 }
    expect(days).toBe(3)
    expect(series).toEqual([
      { day: '2026-03-12', ...none, neutral: 1 },
      { day: '2026-03-13', ...none },
      { day: '2026-03-14', ...none, 'very negative': 1, negative: 2 },
    ])
    expect((await get(service, `/issues/${exporting.id}/series`)).series).toHaveLength(90)
  })

  it('names its most common tags in the list, and all of them in full', async () => {
    const { items } = await get(service, '/issues')

    const row = items.find(({ id }) => id === exporting.id)
    expect(row?.tags).toEqual([{ id: expect.any(String), label: 'rows', color: '#2f9e44' }])
    expect(exporting.tags).toEqual([{ ...row?.tags[0], observation_count: EXPORT.length }])
    expect(items.find(({ id }) => id === passwords.id)?.tags).toEqual([])
  })

  it('says what was merged into it, until that is undone', async () => {
    await act(service, 'POST', `/issues/${lone.id}/merge`, { into: passwords.id })
    const { items } = await get(service, `/issues/${passwords.id}/merged`)

    const undone = await act(service, 'POST', `/issues/${items[0].id}/unmerge`)

    expect(items).toEqual([
      {
        id: lone.id,
        title: lone.title,
        merged_at: '2026-03-14T09:30:00.000Z',
        merged_by: 'admin token',
        observation_count: 1,
      },
    ])
    expect(undone.status).toBe(200)
    expect(await get(service, `/issues/${passwords.id}/merged`)).toEqual({ items: [], next_cursor: null })
  })

  it('lists what was merged into it page by page', async () => {
    for (const { id } of [lone, charged])
      await act(service, 'POST', `/issues/${id}/merge`, { into: passwords.id })
    const path = `/issues/${passwords.id}/merged`

    const first = await get(service, `${path}?limit=1`)
    const second = await get(service, `${path}?limit=1&cursor=${first.next_cursor}`)

    expect(ids([...first.items, ...second.items])).toEqual([charged.id, lone.id])
    expect(second.next_cursor).toBeNull()
    for (const { id } of [lone, charged]) await act(service, 'POST', `/issues/${id}/unmerge`)
  })

  it.each(['users', 'series', 'merged'])('refuses an unknown filter of its %s', async (part) => {
    const { status, body } = await act(service, 'GET', `/issues/${passwords.id}/${part}?sentimant=x`)

    expect([status, body.detail[0].loc]).toEqual([400, ['query', 'sentimant']])
  })

  it.each(['users', 'series', 'merged'])('has no %s of an unknown issue', async (part) => {
    expect((await act(service, 'GET', `/issues/${UNKNOWN}/${part}`)).status).toBe(404)
    expect((await act(service, 'GET', `/issues/nonsense/${part}`)).status).toBe(404)
  })
})

describe('the inbox', () => {
  it('takes several values of a filter, separated by commas or given apart', async () => {
    await act(service, 'PATCH', `/issues/${charged.id}`, { status: 'planned' })

    const planned = await get(service, '/issues?status=planned')
    const both = await get(service, '/issues?status=open,planned')
    const apart = await get(service, '/issues?status=open&status=planned')
    const none = await get(service, '/issues?status=resolved,ignored')

    expect(ids(planned.items)).toEqual([charged.id])
    expect(both.items).toHaveLength(4)
    expect(ids(apart.items)).toEqual(ids(both.items))
    expect(none.items).toEqual([])
  })

  it('finds what is new', async () => {
    const { items } = await get(service, '/issues?new_since=2026-03-02T12:00:00Z&sort=first_seen')

    expect(ids(items)).toEqual([exporting.id, lone.id, passwords.id])
  })

  it('finds what came back after it had been resolved', async () => {
    const { items: before } = await get(service, '/issues?regressed=true')
    await service.db.query('UPDATE issue SET regressed_at = now() WHERE id = $1', [charged.id])

    const { items } = await get(service, '/issues?regressed=true')

    expect([before, ids(items)]).toEqual([[], [charged.id]])
  })

  it.each(['status=open,closed', 'status=', 'status=open,', 'regressed=false', 'new_since=yesterday'])(
    'refuses %s, and names the filter once',
    async (query) => {
      const { status, body } = await act(service, 'GET', `/issues?${query}`)

      expect(status).toBe(400)
      expect(body.detail.map(({ loc }: Loose) => loc)).toEqual([['query', query.split('=')[0]]])
    },
  )
})

describe('many at once', () => {
  it('changes the status of all, each with its own entry in the audit log', async () => {
    const wanted = { issue_ids: [passwords.id, exporting.id], status: 'acknowledged', status_note: 'Seen.' }

    const { status, body } = await act(service, 'POST', '/issues/bulk', wanted)

    expect(status).toBe(200)
    expect(body.items).toMatchObject([
      { id: passwords.id, status: 'acknowledged', status_note: 'Seen.' },
      { id: exporting.id, status: 'acknowledged', status_note: 'Seen.' },
    ])
    for (const id of wanted.issue_ids) {
      const { items } = await get(service, `/audit?subject=${id}`)
      expect(items[0]).toMatchObject({ action: 'issue.changed', facts: { was: { status: 'open' } } })
    }
  })

  it('changes none when one of them cannot be changed', async () => {
    const wanted = { issue_ids: [lone.id, UNKNOWN], status: 'ignored' }

    const { status } = await act(service, 'POST', '/issues/bulk', wanted)

    expect(status).toBe(404)
    expect((await get(service, `/issues/${lone.id}`)).status).toBe('open')
  })

  it.each([{ issue_ids: [] }, { issue_ids: Array(101).fill(UNKNOWN) }])(
    'takes 1 to 100: %#',
    async (some) => {
      const { status } = await act(service, 'POST', '/issues/bulk', { status: 'open', ...some })

      expect(status).toBe(400)
    },
  )
})
