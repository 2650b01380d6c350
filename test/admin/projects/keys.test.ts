import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { batch, type Loose, send, startApp, startService, type TestService } from '../../service.ts'

describe('admin: keys', () => {
  let service: TestService
  let keys: string
  beforeAll(async () => {
    service = await startService()
    keys = `/projects/${service.projectId}/keys` as const
  })

  const create = async (wanted: object = { name: 'Support agent' }) =>
    (await service.admin('POST', keys, wanted)).body
  const post = (key: string, url = service.url) =>
    send(`${url}/v1/project/${service.projectId}/observations/`, 'POST', batch(), { 'X-Api-Key': key })

  it('shows a new key of 32 random bytes with a recognizable prefix, and it works', async () => {
    const { status, body } = await service.admin('POST', keys, { name: 'Support agent' })

    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(String),
      name: 'Support agent',
      prefix: body.key.slice(0, 10),
      created_at: '2026-03-14T09:30:00.000Z',
      expires_at: null,
      revoked_at: null,
      last_used_at: null,
      replaced_by: null,
      key: expect.stringMatching(/^fnk_[A-Za-z0-9_-]{43}$/),
    })
    expect(Buffer.from(body.key.slice(4), 'base64url')).toHaveLength(32)
    expect((await post(body.key)).status).toBe(201)
  })

  it('rotates a key: both work for the overlap, then the new one alone', async () => {
    const began = service.clock.now
    const old = await create({ name: 'Rotated' })

    const { status, body } = await service.admin('POST', `${keys}/${old.id}/rotate`, { overlap_hours: 24 })

    expect([status, body.name, body.expires_at]).toEqual([201, 'Rotated', null])
    expect([(await post(old.key)).status, (await post(body.key)).status]).toEqual([201, 201])
    const { body: listed } = await service.admin('GET', keys)
    expect(listed.items.find(({ id }: Loose) => id === old.id)).toMatchObject({
      replaced_by: body.id,
      expires_at: '2026-03-15T09:30:00.000Z',
      revoked_at: null,
    })
    service.clock.now = new Date('2026-03-15T09:30:00Z')
    expect([(await post(old.key)).status, (await post(body.key)).status]).toEqual([401, 201])
    service.clock.now = began
  })

  it('rotates at once without an overlap, and gives the new key the life that the old one had', async () => {
    const old = await create({ name: 'For a month', expires_at: '2026-04-13T09:30:00Z' })

    const { body } = await service.admin('POST', `${keys}/${old.id}/rotate`, { overlap_hours: 0 })

    expect(body.expires_at).toBe('2026-04-13T09:30:00.000Z')
    expect((await post(old.key)).status).toBe(401)
  })

  it('rotates only a key that works and was not replaced, and says so in the audit log', async () => {
    const [replaced, revoked] = [await create({ name: 'Replaced' }), await create()]
    const rotate = ({ id }: Loose, overlap_hours = 1) =>
      service.admin('POST', `${keys}/${id}/rotate`, { overlap_hours })
    const first = await rotate(replaced)
    await service.admin('DELETE', `${keys}/${revoked.id}`)

    const refused = [await rotate(replaced), await rotate(revoked), await rotate(first.body, 721)]

    expect(refused.map(({ status }) => status)).toEqual([409, 409, 400])
    const { body: log } = await service.admin('GET', `/projects/${service.projectId}/audit`)
    expect(log.items.find(({ action }) => action === 'key.rotated')).toMatchObject({
      subject_id: replaced.id,
      facts: { name: 'Replaced', overlap_hours: 1, new_prefix: first.body.prefix },
    })
  })

  it('shows a key once: no list carries it', async () => {
    const created = await create()

    const { body } = await service.admin('GET', keys)

    const { key, ...shown } = created
    expect(body.items.find((item: Loose) => item.id === created.id)).toEqual(shown)
    expect(JSON.stringify(body)).not.toContain(key)
  })

  it('stores the SHA-256 of a key and nothing that gives the key away', async () => {
    const { id, key } = await create()

    const { rows } = await service.db.query('SELECT * FROM api_key WHERE id = $1', [id])

    expect(rows[0].hash).toEqual(createHash('sha256').update(key).digest())
    const { hash: _, ...rest } = rows[0]
    expect(JSON.stringify(rest)).not.toContain(key.slice(0, 12))
  })

  it('lets a key work until its expires_at and not from then on', async () => {
    const { key, expires_at } = await create({ name: 'Short', expires_at: '2026-03-14T11:00:00+01:00' })
    expect(expires_at).toBe('2026-03-14T10:00:00.000Z')

    service.clock.now = new Date('2026-03-14T09:59:59.999Z')
    const before = await post(key)
    service.clock.now = new Date('2026-03-14T10:00:00.000Z')
    const after = await post(key)
    service.clock.now = new Date('2026-03-14T09:30:00.000Z')

    expect([before.status, after.status]).toEqual([201, 401])
    expect(after.body).toEqual((await post('fnk_unknown')).body)
  })

  it('revokes a key at once, also for another process', async () => {
    const other = await startApp(service.db)
    const { id, key } = await create()
    expect((await post(key, other.url)).status).toBe(201)

    const { status, body } = await service.admin('DELETE', `${keys}/${id}`)

    expect([status, body]).toEqual([204, ''])
    expect((await post(key)).status).toBe(401)
    expect((await post(key, other.url)).status).toBe(401)
  })

  it('keeps the first moment of revocation when a key is revoked again', async () => {
    const { id } = await create()
    await service.admin('DELETE', `${keys}/${id}`)
    service.clock.now = new Date('2026-03-15T00:00:00.000Z')

    const { status } = await service.admin('DELETE', `${keys}/${id}`)
    service.clock.now = new Date('2026-03-14T09:30:00.000Z')

    expect(status).toBe(204)
    const { items } = (await service.admin('GET', keys)).body
    expect(items.find((item: Loose) => item.id === id).revoked_at).toBe('2026-03-14T09:30:00.000Z')
  })

  it('tells when a key was last used', async () => {
    const { id, key } = await create()
    await post(key)

    await service.keyUses.flush(service.db)

    const { items } = (await service.admin('GET', keys)).body
    expect(items.find((item: Loose) => item.id === id).last_used_at).toBe('2026-03-14T09:30:00.000Z')
  })

  it.each([
    ['no name', {}, ['body', 'name']],
    ['a date without a time', { name: 'x', expires_at: '2027-01-01' }, ['body', 'expires_at']],
    ['an impossible date', { name: 'x', expires_at: '2027-02-30T00:00:00Z' }, ['body', 'expires_at']],
    ['an end that has passed', { name: 'x', expires_at: '2026-03-14T09:30:00Z' }, ['body', 'expires_at']],
    ['a number as a date', { name: 'x', expires_at: 1 }, ['body', 'expires_at']],
  ])('refuses a key with %s and stores nothing', async (_, wanted, place) => {
    const before = await service.count('api_key')

    const { status, body } = await service.admin('POST', keys, wanted)

    expect(status).toBe(400)
    expect(body.detail.map((violation: Loose) => violation.loc)).toEqual([place])
    expect(await service.count('api_key')).toBe(before)
  })

  it('does not revoke the key of another project', async () => {
    const { id, key } = await create()
    const { body: stranger } = await service.admin('POST', '/projects', { name: 'Stranger' })

    const { status } = await service.admin('DELETE', `/projects/${stranger.id}/keys/${id}`)

    expect(status).toBe(404)
    expect((await post(key)).status).toBe(201)
    expect((await service.admin('GET', `/projects/${stranger.id}/keys`)).body.items).toEqual([])
  })
})
