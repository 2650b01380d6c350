import { beforeAll, describe, expect, it } from 'vitest'
import { digestAll, startEngine } from '../../digest/digesting.ts'
import { anotherProject, batch, type Loose, startService, type TestService } from '../../service.ts'

describe('admin: observations', () => {
  let service: TestService
  let observations: string
  const made = { label: 'unlike anything said', config: { color: 'red', threshold: 1 } }
  const tag = { id: '', ...made }
  beforeAll(async () => {
    service = await startService()
    observations = `/projects/${service.projectId}/observations` as const
    const post = (title: string, fields: object) =>
      service.call(
        'POST',
        '/observations/',
        batch({ observations: [{ title, description: 'As told.' }], ...fields }),
      )
    await post('Export stops', { observed_at: '2026-03-01T00:00:00Z', user_sentiment: 'very negative' })
    await post('100% of rows_missing', { observed_at: '2026-03-02T00:00:00Z', user_id: 'ann' })
    const last = await post('Ärger mit dem Export', {
      observed_at: '2026-03-03T00:00:00Z',
      interaction_id: 'other',
    })
    tag.id = (await service.admin('POST', `/projects/${service.projectId}/tags`, made)).body.id
    const { id } = last.body.results[0]
    await digestAll(service, startEngine())
    await service.admin('PUT', `${observations}/${id}/tags/${tag.id}`, { verdict: 'confirmed' })
  })

  const makeSearchable = (projectId: string) =>
    service.db.query(
      `INSERT INTO observation_search (project_id, observation_id, document)
       SELECT project_id, id, to_tsvector('simple', description) FROM observation WHERE project_id = $1
       ON CONFLICT DO NOTHING`,
      [projectId],
    )

  async function titles(query: Record<string, string>): Promise<string[]> {
    const { status, body } = await service.admin('GET', `${observations}?${new URLSearchParams(query)}`)
    expect(status).toBe(200)
    return body.items.map((item: Loose) => item.title)
  }

  it('lists observations with their tags, the newest first', async () => {
    const { status, body } = await service.admin('GET', observations)

    expect(status).toBe(200)
    expect(body.next_cursor).toBeNull()
    expect(body.items.map((item: Loose) => item.title)).toEqual([
      'Ärger mit dem Export',
      '100% of rows_missing',
      'Export stops',
    ])
    expect(body.items[0]).toEqual({
      id: expect.any(String),
      user_id: 'user-42',
      interaction_id: 'other',
      source: 'rest',
      title: 'Ärger mit dem Export',
      description: 'As told.',
      user_sentiment: 'negative',
      observed_at: '2026-03-03T00:00:00.000Z',
      created_at: '2026-03-14T09:30:00.000Z',
      tags: [{ ...tag, placed_by: 'person' }],
      issue: {
        id: expect.any(String),
        number: expect.any(Number),
        title: expect.any(String),
        placed_by: 'machine',
      },
      quote: null,
      agent_issue: null,
      kind: expect.any(String),
      language: expect.any(String),
      digest: { state: 'done', error: null },
    })
  })

  it('reads one observation', async () => {
    const [first] = (await service.admin('GET', observations)).body.items

    const { status, body } = await service.admin('GET', `${observations}/${first.id}`)

    expect(status).toBe(200)
    expect(body).toEqual(first)
  })

  it('filters by text, sentiment, user, interaction and source', async () => {
    const found = {
      text: await titles({ q: 'EXPORT' }),
      signs: await titles({ q: '100% of' }),
      none: await titles({ q: 'rows nowhere' }),
      sentiment: await titles({ sentiment: 'very negative' }),
      user: await titles({ user_id: 'ann' }),
      interaction: await titles({ interaction_id: 'other' }),
      rest: await titles({ source: 'rest', limit: '1' }),
      mcp: await titles({ source: 'mcp' }),
    }

    expect(found).toEqual({
      text: ['Ärger mit dem Export', 'Export stops'],
      signs: ['100% of rows_missing'],
      none: [],
      sentiment: ['Export stops'],
      user: ['100% of rows_missing'],
      interaction: ['Ärger mit dem Export'],
      rest: ['Ärger mit dem Export'],
      mcp: [],
    })
  })

  it('filters by tag', async () => {
    expect(await titles({ tag: tag.id })).toEqual(['Ärger mit dem Export'])
    expect(await titles({ tag: service.projectId })).toEqual([])
  })

  it('filters by time: from is included, to is not', async () => {
    const from = '2026-03-02T00:00:00Z'
    const to = '2026-03-03T01:00:00+01:00'

    expect(await titles({ from, to })).toEqual(['100% of rows_missing'])
    expect(await titles({ from })).toEqual(['Ärger mit dem Export', '100% of rows_missing'])
    expect(await titles({ to })).toEqual(['100% of rows_missing', 'Export stops'])
  })

  it('pages through a period by when its observations were stored, not by when they were made', async () => {
    const { projectId, call } = await anotherProject(service)
    const days = ['05', '03', '09', '04', '01', '04', '03']
    for (const [at, day] of days.entries())
      await call(
        'POST',
        '/observations/',
        batch({
          observed_at: `2026-03-${day}T10:00:00Z`,
          observations: [{ title: `${at}`, description: 'As told.' }],
        }),
      )
    const read = async (query: string) => {
      const pages: string[][] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const after: string = cursor === '' ? '' : `&cursor=${cursor}`
        const path = `/projects/${projectId}/observations?limit=2&${query}${after}` as const
        const { body } = await service.admin('GET', path)
        pages.push(body.items.map(({ title }) => title))
        cursor = body.next_cursor
      }
      return pages
    }

    const expectPages = async (others: string) => {
      expect(await read(`from=2026-03-03T00:00:00Z&to=2026-03-05T10:00:00Z${others}`)).toEqual([
        ['6', '5'],
        ['3', '1'],
      ])
      expect(await read(`to=2026-03-04T00:00:00Z${others}`)).toEqual([['6', '4'], ['1']])
      expect(await read(`from=2026-03-10T00:00:00Z&to=2026-03-11T00:00:00Z${others}`)).toEqual([[]])
      // Of more days than a page has rows.
      expect(await read(`from=2026-01-01T00:00:00Z&to=2026-03-06T00:00:00Z${others}`)).toEqual([
        ['6', '5'],
        ['4', '3'],
        ['1', '0'],
      ])
    }

    await expectPages('')
    expect(await read('from=2026-03-04T10:00:01Z')).toEqual([['2', '0']])
    expect(await read('from=2026-03-10T00:00:00Z')).toEqual([[]])
    expect(await read('to=2026-03-04T00:00:00Z&sentiment=positive')).toEqual([[]])
    await makeSearchable(projectId)
    await expectPages('&q=told')
    await expectPages('&q=told&sentiment=negative')
    await service.db.query(
      `INSERT INTO observation (project_id, id, user_id, interaction_id, source, title, description, user_sentiment,
         observed_at, created_at)
       SELECT $1, gen_random_uuid(), 'u', 'i', 'rest', 'Later', 'As told.', 'neutral', '2026-04-01', '2026-04-01'
       FROM generate_series(1, $2)`,
      [projectId, 300],
    )
    await makeSearchable(projectId)
    await expectPages('&q=told')
  })

  it('combines filters', async () => {
    expect(await titles({ q: 'export', user_id: 'user-42', to: '2026-03-02T00:00:00Z' })).toEqual([
      'Export stops',
    ])
  })

  it.each([
    ['sentiment', 'angry'],
    ['source', 'fax'],
    ['tag', 'export'],
    ['from', '2026-03-01'],
    ['to', 'yesterday'],
    ['q', ' '],
  ])('refuses %s=%s and names it', async (name, value) => {
    const { status, body } = await service.admin(
      'GET',
      `${observations}?${new URLSearchParams({ [name]: value })}`,
    )

    expect(status).toBe(400)
    expect(body.detail.map((violation: Loose) => violation.loc)).toEqual([['query', name]])
  })

  it('refuses a filter that is given twice', async () => {
    const { status, body } = await service.admin('GET', `${observations}?user_id=ann&user_id=bob`)

    expect(status).toBe(400)
    expect(body.detail[0].loc).toEqual(['query', 'user_id'])
  })

  it('keeps observations of one project out of the reach of another', async () => {
    const [first] = (await service.admin('GET', observations)).body.items
    const { body: other } = await service.admin('POST', '/projects', { name: 'Stranger' })
    const foreign = `/projects/${other.id}/observations` as const

    const { status } = await service.admin('GET', `${foreign}/${first.id}`)

    expect(status).toBe(404)
    expect((await service.admin('GET', foreign)).body.items).toEqual([])
    expect((await service.admin('GET', `${foreign}?tag=${tag.id}`)).body.items).toEqual([])
  })
})
