import { beforeAll, describe, expect, it } from 'vitest'
import { act, get, inNewProject } from '../../digest/digesting.ts'
import { type Loose, startService, type TestService } from '../../service.ts'

const VIEW = { page: 'observations', name: 'Angry', query: 'q=export&sentiment=negative' }

describe('admin: saved views', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService()
  })

  it('saves a view under a name, with who saved it', async () => {
    const project = await inNewProject(service)

    const { status, body } = await act(project, 'POST', '/views', VIEW)

    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(String),
      ...VIEW,
      created_by: 'admin token',
      created_at: '2026-03-14T09:30:00.000Z',
    })
    expect(await get(project, '/views')).toEqual({ items: [body], next_cursor: null })
    const { items } = await get(project, `/audit?subject=${body.id}`)
    expect(items).toMatchObject([{ action: 'view.saved', facts: { page: 'observations', name: 'Angry' } }])
  })

  it('lists the views of one page, the newest first', async () => {
    const project = await inNewProject(service)
    for (const [page, name] of [
      ['issues', 'A'],
      ['observations', 'B'],
      ['issues', 'C'],
    ])
      await act(project, 'POST', '/views', { ...VIEW, page, name })

    const { items } = await get(project, '/views?page=issues')

    expect(items.map(({ name }) => name)).toEqual(['C', 'A'])
  })

  it('keeps names apart on each page, not across pages or projects', async () => {
    const [project, other] = [await inNewProject(service), await inNewProject(service)]
    await act(project, 'POST', '/views', VIEW)
    const { body: second } = await act(project, 'POST', '/views', { ...VIEW, name: 'Calm' })

    const statuses = [
      (await act(project, 'POST', '/views', VIEW)).status,
      (await act(project, 'PATCH', `/views/${second.id}`, { name: 'Angry' })).status,
      (await act(project, 'POST', '/views', { ...VIEW, page: 'issues' })).status,
      (await act(other, 'POST', '/views', VIEW)).status,
    ]

    expect(statuses).toEqual([409, 409, 201, 201])
  })

  it('tells who renames a view that somebody else was faster, and changes nothing', async () => {
    const project = await inNewProject(service)
    const { body: view } = await act(project, 'POST', '/views', VIEW)
    const rename = (name: string) =>
      act(project, 'PATCH', `/views/${view.id}`, { name, expected_name: 'Angry', query: `q=${name}` })
    await rename('First')

    const { status, body } = await rename('Second')

    expect(status).toBe(409)
    expect(body.detail).toContain('renamed to “First” in the meantime')
    const [now] = (await get(project, '/views')).items
    expect([now?.name, now?.query]).toEqual(['First', 'q=First'])
  })

  it('tells whoever comes second with other filters, and keeps those of the first', async () => {
    const project = await inNewProject(service)
    const { body: view } = await act(project, 'POST', '/views', VIEW)
    const change = (query: string) =>
      act(project, 'PATCH', `/views/${view.id}`, { query, expected_query: view.query })
    await change('q=first')

    const { status, body } = await change('q=second')

    expect([status, body.detail]).toEqual([
      409,
      'the filters of this view were changed in the meantime; nothing was changed',
    ])
    expect((await get(project, '/views')).items).toEqual([{ ...view, query: 'q=first' }])
  })

  it('renames a view and changes its filters', async () => {
    const project = await inNewProject(service)
    const { body: view } = await act(project, 'POST', '/views', VIEW)

    const renamed = await act(project, 'PATCH', `/views/${view.id}`, { name: 'Furious' })
    const widened = await act(project, 'PATCH', `/views/${view.id}`, { query: '' })

    expect(renamed.body).toEqual({ ...view, name: 'Furious' })
    expect(widened.body).toEqual({ ...view, name: 'Furious', query: '' })
  })

  it('gives a deleted view back, so that it can be saved again', async () => {
    const project = await inNewProject(service)
    const { body: view } = await act(project, 'POST', '/views', VIEW)

    const { status, body } = await act(project, 'DELETE', `/views/${view.id}`)
    const again = await act(project, 'POST', '/views', {
      page: body.page,
      name: body.name,
      query: body.query,
    })

    expect([status, body, again.status]).toEqual([200, view, 201])
    expect((await act(project, 'DELETE', `/views/${view.id}`)).status).toBe(404)
    const { items } = await get(project, `/audit?subject=${view.id}`)
    expect(items[0]).toMatchObject({ action: 'view.deleted', facts: { page: VIEW.page, name: 'Angry' } })
  })

  it.each([
    ['page', { page: 'users' }],
    ['name', { name: ' ' }],
    ['name', { name: 'a'.repeat(101) }],
    ['query', { query: 'a'.repeat(2001) }],
  ])('refuses a wrong %s', async (field, wrong) => {
    const { status, body } = await act(service, 'POST', '/views', { ...VIEW, ...wrong })

    expect(status).toBe(400)
    expect(body.detail.map(({ loc }: Loose) => loc)).toEqual([['body', field]])
  })
})
