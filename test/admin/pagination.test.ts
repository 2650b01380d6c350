import { beforeAll, describe, expect, it } from 'vitest'
import { answer, batch, type Loose, makeStudy, startService, type TestService } from '../service.ts'

type List = { name: string; path: () => string; add: (index: number) => Promise<string> }

describe('admin: pages', () => {
  let service: TestService
  let study: Loose
  beforeAll(async () => {
    service = await startService()
    study = await makeStudy(service)
  })

  const own = (rest: string) => `/projects/${service.projectId}${rest}` as const
  const made = async (path: string, body: object, field = 'id') =>
    String((await service.admin('POST', path, body)).body[field])

  const lists: List[] = [
    { name: 'projects', path: () => '/projects', add: (n) => made('/projects', { name: `p${n}` }) },
    { name: 'keys', path: () => own('/keys'), add: (n) => made(own('/keys'), { name: `k${n}` }) },
    { name: 'tags', path: () => own('/tags'), add: (n) => made(own('/tags'), { label: `t${n}` }) },
    {
      name: 'studies',
      path: () => own('/studies'),
      add: (n) => made(own('/studies'), { question: `q${n}` }),
    },
    {
      name: 'observations',
      path: () => own('/observations'),
      add: async (n) => {
        const observations = [{ title: `o${n}`, description: 'd' }]
        return (await service.call('POST', '/observations/', batch({ observations }))).body.results[0].id
      },
    },
    {
      name: 'answers',
      path: () => own(`/studies/${study.id}/answers`),
      add: async (n) => {
        const path = `/research/studies/${study.id}/answers/`
        return (await service.call('POST', path, answer({ user_id: `u${n}` }))).body.id
      },
    },
    {
      name: 'guideline versions',
      path: () => own('/guidelines/versions'),
      add: async (n) => {
        const { body } = await service.admin('PUT', own('/guidelines'), { observations: `g${n}` })
        return String(body.version)
      },
    },
  ]
  const keyOf = (item: Loose) => String(item.id ?? item.version)

  it.each(lists)(
    '$name: pages neither repeat nor skip while rows arrive in between',
    async ({ path, add }) => {
      const there: string[] = []
      for (let n = 0; n < 7; n++) there.unshift(await add(n))

      const seen: string[] = []
      let cursor: string | null = null
      let arrived = 7
      do {
        const page: Loose = await service.admin(
          'GET',
          `${path()}?limit=3${cursor ? `&cursor=${cursor}` : ''}`,
        )
        expect(page.status).toBe(200)
        seen.push(...page.body.items.map(keyOf))
        cursor = page.body.next_cursor
        for (let n = 0; n < 4; n++) await add(arrived++)
      } while (cursor !== null)

      expect(seen.slice(0, 7)).toEqual(there)
      expect(new Set(seen).size).toBe(seen.length)
    },
  )

  it.each(lists)('$name: the last full page says that it is the last', async ({ path }) => {
    const whole = (await service.admin('GET', `${path()}?limit=200`)).body
    const count = whole.items.length
    expect(whole.next_cursor).toBeNull()

    const exact = (await service.admin('GET', `${path()}?limit=${count}`)).body
    const fewer = (await service.admin('GET', `${path()}?limit=${count - 1}`)).body

    expect([exact.items.length, exact.next_cursor]).toEqual([count, null])
    expect([fewer.items.length, typeof fewer.next_cursor]).toEqual([count - 1, 'string'])
  })

  it.each(lists)('$name: limit is 1 to 200, a whole number', async ({ path }) => {
    for (const limit of ['0', '201', '-1', '1.5', 'ten', '', '1e2', '99999999999']) {
      const { status, body } = await service.admin('GET', `${path()}?limit=${limit}`)
      expect({ limit, status }).toEqual({ limit, status: 400 })
      expect(body.detail.map((violation: Loose) => violation.loc)).toEqual([['query', 'limit']])
    }
    for (const limit of ['1', '200'])
      expect((await service.admin('GET', `${path()}?limit=${limit}`)).status).toBe(200)
  })

  it.each(lists)('$name: a cursor that is none of this list is refused', async ({ path }) => {
    for (const cursor of ['x', '', 'AAAA', '../..', '%00', "'--", 'f'.repeat(500)]) {
      const { status, body } = await service.admin('GET', `${path()}?cursor=${cursor}`)
      expect({ cursor, status }).toEqual({ cursor, status: 400 })
      expect(body.detail.map((violation: Loose) => violation.loc)).toEqual([['query', 'cursor']])
    }
  })

  it.each(lists)('$name: an unknown filter is refused and named', async ({ path }) => {
    const { status, body } = await service.admin('GET', `${path()}?limit=5&sentimant=negative`)

    expect(status).toBe(400)
    expect(body.detail).toEqual([{ loc: ['query', 'sentimant'], msg: expect.any(String), type: 'unknown' }])
  })

  it('keeps a filter across pages', async () => {
    for (let n = 0; n < 5; n++) await service.call('POST', '/observations/', batch({ user_id: 'only-me' }))
    const path = `${own('/observations')}?user_id=only-me&limit=2`

    const first = (await service.admin('GET', path)).body
    const second = (await service.admin('GET', `${path}&cursor=${first.next_cursor}`)).body
    const third = (await service.admin('GET', `${path}&cursor=${second.next_cursor}`)).body

    const items = [...first.items, ...second.items, ...third.items]
    expect(items.map((item) => item.user_id)).toEqual(Array(5).fill('only-me'))
    expect(new Set(items.map(keyOf)).size).toBe(5)
    expect(third.next_cursor).toBeNull()
  })
})
