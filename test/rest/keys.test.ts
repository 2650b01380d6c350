import { beforeAll, describe, expect, it } from 'vitest'
import { COMMAND_LINE } from '../../src/domain/audit/audit.ts'
import { createKey } from '../../src/domain/projects/manage-keys.ts'
import { anotherProject, send, startApp, startService, type TestService } from '../service.ts'

describe('API keys', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService()
  })
  const get = (headers: Record<string, string>, url = service.url) =>
    send(`${url}/v1/project/${service.projectId}/service-guidelines/`, 'GET', undefined, headers)
  const newKey = (expires_at: string | null = null) =>
    createKey(service.deps, COMMAND_LINE, service.projectId, { name: 'Another', expires_at })
  const expiredKey = async () => {
    const made = await newKey()
    await service.db.query("UPDATE api_key SET expires_at = '2026-03-14T09:30:00Z' WHERE id = $1", [made.id])
    return made
  }
  const revoke = (id: string) => service.admin('DELETE', `/projects/${service.projectId}/keys/${id}`)
  const lastUsed = async (id: string) =>
    (await service.db.query('SELECT last_used_at FROM api_key WHERE id = $1', [id])).rows[0].last_used_at

  it.each([
    ['Authorization: ApiKey', (key: string) => ({ Authorization: `ApiKey ${key}` })],
    ['Authorization: Bearer', (key: string) => ({ Authorization: `Bearer ${key}` })],
    ['X-Api-Key', (key: string) => ({ 'X-Api-Key': key })],
    ['a scheme word in small letters', (key: string) => ({ Authorization: `apikey ${key}` })],
    ['a scheme word in capitals', (key: string) => ({ Authorization: `BEARER ${key}` })],
    ['X-Api-Key beside a Basic login', (key: string) => ({ Authorization: 'Basic dTpw', 'X-Api-Key': key })],
    [
      'X-Api-Key beside a scheme of its own',
      (key: string) => ({ Authorization: 'Key none', 'X-Api-Key': key }),
    ],
  ])('open the project as %s', async (_, headers) => {
    const { status } = await get(headers(service.key))

    expect(status).toBe(200)
  })

  it.each([
    ['another scheme', (key: string) => ({ Authorization: `Basic ${key}` })],
    ['no scheme', (key: string) => ({ Authorization: key })],
    ['a scheme glued to the key', (key: string) => ({ Authorization: `ApiKey${key}` })],
    ['quotes', (key: string) => ({ Authorization: `ApiKey "${key}"` })],
    ['a scheme in X-Api-Key', (key: string) => ({ 'X-Api-Key': `ApiKey ${key}` })],
    ['a character missing', (key: string) => ({ 'X-Api-Key': key.slice(0, -1) })],
    ['other capitals', (key: string) => ({ 'X-Api-Key': key.toUpperCase() })],
    ['the prefix that lists show', (key: string) => ({ 'X-Api-Key': key.slice(0, 10) })],
    [
      'a wrong key in Authorization first',
      (key: string) => ({ Authorization: 'ApiKey x', 'X-Api-Key': key }),
    ],
  ])('open nothing with %s', async (_, headers) => {
    const { status } = await get(headers(service.key))

    expect(status).toBe(401)
  })

  it('read the same when missing, unknown, revoked and expired', async () => {
    const revoked = await newKey()
    await revoke(revoked.id)
    const expired = await expiredKey()

    const answers = await Promise.all(
      [undefined, 'fnk_unknown', revoked.key, expired.key].map((key) => get(key ? { 'X-Api-Key': key } : {})),
    )

    for (const { status, headers, body } of answers)
      expect([status, headers.get('www-authenticate'), body]).toEqual([
        401,
        'ApiKey',
        { detail: 'missing or invalid API key' },
      ])
  })

  it('stop at the moment they expire, and not before', async () => {
    const { key } = await newKey('2026-03-14T10:00:00Z')
    const started = service.clock.now

    service.clock.now = new Date('2026-03-14T09:59:59.999Z')
    const before = await get({ 'X-Api-Key': key })
    service.clock.now = new Date('2026-03-14T10:00:00.000Z')
    const after = await get({ 'X-Api-Key': key })

    service.clock.now = started
    expect([before.status, after.status]).toEqual([200, 401])
  })

  it('stop at once on every process when revoked', async () => {
    const second = await startApp(service.db)
    const { id, key } = await newKey()
    const before = await get({ 'X-Api-Key': key }, second.url)

    const revoked = await revoke(id)

    const after = await get({ 'X-Api-Key': key }, second.url)
    expect([before.status, revoked.status, after.status]).toEqual([200, 204, 401])
  })

  it('open one project only: revoked or expired ones are 401 even at a foreign project', async () => {
    const other = await anotherProject(service)
    const { id, key } = await newKey()
    const url = `${service.url}/v1/project/${other.projectId}/service-guidelines/`

    const foreign = await send(url, 'GET', undefined, { 'X-Api-Key': key })
    await revoke(id)
    const foreignAndRevoked = await send(url, 'GET', undefined, { 'X-Api-Key': key })

    expect([foreign.status, foreignAndRevoked.status]).toEqual([404, 401])
  })

  it('have their last use written by a flush, not by each request, and never backwards', async () => {
    const { id, key } = await newKey()
    await get({ 'X-Api-Key': key })
    const beforeFlush = await lastUsed(id)

    await service.keyUses.flush(service.db)

    expect(beforeFlush).toBeNull()
    expect(await lastUsed(id)).toEqual(new Date('2026-03-14T09:30:00.000Z'))
    service.keyUses.note({ projectId: service.projectId, id, at: new Date('2026-03-13T00:00:00Z') })
    await service.keyUses.flush(service.db)
    expect(await lastUsed(id)).toEqual(new Date('2026-03-14T09:30:00.000Z'))
  })

  it('do not count as used when they were refused', async () => {
    const { id, key } = await expiredKey()
    await get({ 'X-Api-Key': key })

    await service.keyUses.flush(service.db)

    expect(await lastUsed(id)).toBeNull()
  })

  it('are stored as a hash only', async () => {
    const { key } = await newKey()

    const { rows } = await service.db.query('SELECT row_to_json(api_key)::text AS row FROM api_key')

    for (const { row } of rows) expect(row).not.toContain(key)
  })
})
