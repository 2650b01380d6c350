import { beforeAll, describe, expect, it } from 'vitest'
import { batch, type Loose, startService, type TestService } from '../../service.ts'

const CONFIG = {
  description: 'Getting data out',
  keywords: ['export', 'download as CSV'],
  exclude: ['export control'],
  examples: ['The spreadsheet stops half way'],
  threshold: 0.75,
  color: '#2f9e44',
}

describe('admin: tags', () => {
  let service: TestService
  let tags: string
  beforeAll(async () => {
    service = await startService()
    tags = `/projects/${service.projectId}/tags` as const
  })

  const create = async (tag: object) => (await service.admin('POST', tags, tag)).body

  it('creates a tag and gives it back as it was sent', async () => {
    const { status, body } = await service.admin('POST', tags, { label: 'export', config: CONFIG })

    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(String),
      label: 'export',
      config: CONFIG,
      observation_count: 0,
      created_at: '2026-03-14T09:30:00.000Z',
      updated_at: '2026-03-14T09:30:00.000Z',
    })
    expect((await service.admin('GET', `${tags}/${body.id}`)).body).toEqual(body)
    expect((await service.admin('GET', tags)).body.items).toContainEqual(body)
  })

  it('needs no config', async () => {
    const { status, body } = await service.admin('POST', tags, { label: 'plain' })

    expect([status, body.config]).toEqual([201, {}])
  })

  it('replaces config as a whole, and leaves out what is left out', async () => {
    const tag = await create({ label: 'replaced', config: CONFIG })

    const { status, body } = await service.admin('PATCH', `${tags}/${tag.id}`, { config: { color: 'red' } })

    expect(status).toBe(200)
    expect(body).toMatchObject({ id: tag.id, label: 'replaced', config: { color: 'red' } })
    expect((await service.admin('GET', `${tags}/${tag.id}`)).body.config).toEqual({ color: 'red' })
  })

  it('refuses a second tag of the same label', async () => {
    await create({ label: 'billing' })

    const { status, body } = await service.admin('POST', tags, { label: 'billing' })

    expect(status).toBe(409)
    expect(body.detail).toContain('billing')
    const { rows } = await service.db.query("SELECT FROM tag WHERE label = 'billing'")
    expect(rows).toHaveLength(1)
  })

  it('lets one of many concurrent creations of a label through', async () => {
    const attempts = Array.from({ length: 10 }, () => service.admin('POST', tags, { label: 'raced' }))

    const statuses = (await Promise.all(attempts)).map(({ status }) => status)

    expect(statuses.sort()).toEqual([201, ...Array(9).fill(409)])
  })

  it('refuses to rename a tag to a label that is taken', async () => {
    await create({ label: 'taken' })
    const tag = await create({ label: 'free' })

    const { status, body } = await service.admin('PATCH', `${tags}/${tag.id}`, { label: 'taken' })

    expect(status).toBe(409)
    expect(body.detail).toContain('taken')
    expect((await service.admin('GET', `${tags}/${tag.id}`)).body).toEqual(tag)
  })

  it('refuses a rename by who has not seen the last one', async () => {
    const tag = await create({ label: 'first' })
    const rename = (label: string) =>
      service.admin('PATCH', `${tags}/${tag.id}`, { label, expected_label: 'first' })
    await rename('second')

    const { status, body } = await rename('third')

    expect(status).toBe(409)
    expect(body.detail).toContain('renamed to “second” in the meantime')
    expect((await service.admin('GET', `${tags}/${tag.id}`)).body.label).toBe('second')
  })

  it('lets a tag keep its own label', async () => {
    const tag = await create({ label: 'same' })

    const { status } = await service.admin('PATCH', `${tags}/${tag.id}`, { label: 'same' })

    expect(status).toBe(200)
  })

  it('allows the same label in another project', async () => {
    await create({ label: 'shared' })
    const { body: other } = await service.admin('POST', '/projects', { name: 'Other' })

    const { status } = await service.admin('POST', `/projects/${other.id}/tags`, { label: 'shared' })

    expect(status).toBe(201)
  })

  it.each([
    ['no label', {}, [['label']]],
    ['a blank label', { label: ' ' }, [['label']]],
    ['a label of 201 characters', { label: 'x'.repeat(201) }, [['label']]],
    ['config null', { label: 'x', config: null }, [['config']]],
    ['config an array', { label: 'x', config: [] }, [['config']]],
    ['keywords a string', { label: 'x', config: { keywords: 'export' } }, [['config', 'keywords']]],
    ['a blank keyword', { label: 'x', config: { keywords: ['a', ''] } }, [['config', 'keywords', 1]]],
    ['what cannot be stored, in a name of its own', { label: 'x', config: { 'x\udfff': 1 } }, [['config']]],
    ['what cannot be stored, deep inside', { label: 'x', config: { x: [{ y: 'a\0' }] } }, [['config']]],
    ['a threshold above 1', { label: 'x', config: { threshold: 1.5 } }, [['config', 'threshold']]],
    [
      'several faults',
      { label: 5, config: { exclude: [1], color: 2 } },
      [['label'], ['config', 'exclude', 0], ['config', 'color']],
    ],
  ])('refuses %s, lists every violation and stores nothing', async (_, tag, places) => {
    const before = await service.count('tag')

    const { status, body } = await service.admin('POST', tags, tag)

    expect(status).toBe(400)
    const found = body.detail.map((violation: Loose) => violation.loc)
    expect(found.sort()).toEqual(places.map((place) => ['body', ...place]).sort())
    expect(await service.count('tag')).toBe(before)
  })

  it('counts the observations that carry a tag', async () => {
    const tag = await create({ label: 'counted' })
    const { results } = (await service.call('POST', '/observations/', batch())).body
    const places = [service.projectId, results[0].id, tag.id]
    await service.db.query('INSERT INTO observation_tag VALUES ($1, $2, $3)', places)

    const { body } = await service.admin('GET', `${tags}/${tag.id}`)

    expect(body.observation_count).toBe(1)
    expect((await service.admin('GET', tags)).body.items).toContainEqual(body)
    expect((await service.admin('PATCH', `${tags}/${tag.id}`, {})).body.observation_count).toBe(1)
  })

  it('takes a deleted tag off every observation', async () => {
    const tag = await create({ label: 'short-lived' })
    const { id } = (await service.call('POST', '/observations/', batch())).body.results[0]
    await service.db.query('INSERT INTO observation_tag VALUES ($1, $2, $3)', [service.projectId, id, tag.id])
    const observation = `/projects/${service.projectId}/observations/${id}` as const
    expect((await service.admin('GET', observation)).body.tags).toEqual([
      { id: tag.id, label: 'short-lived', config: {}, placed_by: 'machine' },
    ])

    const { status } = await service.admin('DELETE', `${tags}/${tag.id}`)

    expect(status).toBe(204)
    expect((await service.admin('GET', observation)).body.tags).toEqual([])
    expect((await service.admin('GET', `${tags}/${tag.id}`)).status).toBe(404)
    expect((await service.admin('DELETE', `${tags}/${tag.id}`)).status).toBe(404)
  })

  it('keeps a tag of one project out of the reach of another', async () => {
    const tag = await create({ label: 'private' })
    const { body: other } = await service.admin('POST', '/projects', { name: 'Stranger' })
    const foreign = `/projects/${other.id}/tags` as const

    const answers = [
      await service.admin('GET', `${foreign}/${tag.id}`),
      await service.admin('PATCH', `${foreign}/${tag.id}`, { label: 'stolen' }),
      await service.admin('DELETE', `${foreign}/${tag.id}`),
    ]

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect((await service.admin('GET', foreign)).body.items).toEqual([])
    expect((await service.admin('GET', `${tags}/${tag.id}`)).body).toEqual(tag)
  })
})
