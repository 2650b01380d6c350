// Personal access tokens: for scripts, with the roles of their account.
import { beforeAll, describe, expect, it } from 'vitest'
import {
  PASSWORD,
  type Person,
  send,
  signIn,
  startApp,
  startService,
  type TestService,
} from '../../service.ts'

describe('access tokens', () => {
  let service: TestService
  let editor: Person
  beforeAll(async () => {
    service = await startService()
    editor = await signIn(service, { role: 'editor', email: 'ada@example.com' })
  })

  const create = async (body: object = { name: 'Report' }) =>
    (await editor.call('POST', '/tokens', body)).body
  const as = (token: string, method: string, path: string, body?: unknown, url = service.url) =>
    send(`${url}/api${path}`, method, body, { Authorization: `Bearer ${token}` })
  const tags = () => `/projects/${service.projectId}/tags` as const

  it('are shown once and stored as a hash', async () => {
    const { status, body } = await editor.call('POST', '/tokens', { name: 'Report' })

    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(String),
      name: 'Report',
      prefix: body.token.slice(0, 10),
      created_at: '2026-03-14T09:30:00.000Z',
      expires_at: null,
      last_used_at: null,
      token: expect.stringMatching(/^fnp_[\w-]{43}$/),
    })
    const { token, ...listed } = body
    expect((await editor.call('GET', '/tokens')).body.items).toContainEqual(listed)
    const { rows } = await service.db.query('SELECT row_to_json(access_token)::text AS row FROM access_token')
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('act for their account, and the audit log names both', async () => {
    const { token } = await create({ name: 'Nightly' })

    const { status, body } = await as(token, 'PUT', `/projects/${service.projectId}/guidelines`, {
      observations: '# Ours',
    })

    expect(status).toBe(200)
    expect(body.observations).toBe('# Ours')
    const { body: own } = await as(token, 'GET', '/projects')
    expect(own.items).toEqual([expect.objectContaining({ role: 'editor' })])
    const owner = await signIn(service)
    const { token: other } = (await owner.call('POST', '/tokens', { name: 'Keys' })).body
    await as(other, 'POST', `/projects/${service.projectId}/keys`, { name: 'By script' })
    const { body: log } = await owner.call('GET', `/projects/${service.projectId}/audit?limit=1`)
    expect(log.items[0]).toMatchObject({
      actor: `token Keys of ${owner.account.email}`,
      action: 'key.created',
    })
  })

  it('tell when they were last used, to the minute', async () => {
    const { id, token } = await create()
    const lastUsed = async () =>
      (await editor.call('GET', '/tokens')).body.items.find((one: { id: string }) => one.id === id)
        ?.last_used_at
    await as(token, 'GET', tags())
    const first = await lastUsed()
    const start = service.clock.now.getTime()

    service.clock.now = new Date(start + 59_000)
    await as(token, 'GET', tags())
    const within = await lastUsed()
    service.clock.now = new Date(start + 60_000)
    await as(token, 'GET', tags())

    expect([first, within]).toEqual([new Date(start).toISOString(), first])
    expect(await lastUsed()).toBe(new Date(start + 60_000).toISOString())
  })

  it('stop when they are revoked, on every process, and when they expire', async () => {
    const other = await startApp(service.db)
    const revoked = await create()
    const expiring = await create({ name: 'Short', expires_at: '2026-03-14T10:30:00Z' })
    expect((await as(expiring.token, 'GET', tags())).status).toBe(200)

    const { status } = await editor.call('DELETE', `/tokens/${revoked.id}`)
    service.clock.now = new Date('2026-03-14T10:30:00Z')

    expect(status).toBe(204)
    const answers = [
      await as(revoked.token, 'GET', tags()),
      await as(revoked.token, 'GET', tags(), undefined, other.url),
      await as(expiring.token, 'GET', tags()),
    ]
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401])
  })

  it('are not made to end at a time that has passed', async () => {
    service.clock.now = new Date('2026-03-14T10:30:00Z')
    const { status, body } = await editor.call('POST', '/tokens', {
      name: 'Late',
      expires_at: '2026-03-14T11:30:00+01:00',
    })

    expect(status).toBe(400)
    expect(body.detail).toMatchObject([
      {
        loc: ['body', 'expires_at'],
        msg: 'must be in the future, not 2026-03-14T11:30:00+01:00: such a token would open nothing',
      },
    ])
  })

  it('cannot make tokens, change the password or end sessions', async () => {
    const { token } = await create()
    const headers = { Authorization: `Bearer ${token}` }

    const made = await as(token, 'POST', '/tokens', { name: 'More' })
    const changed = await send(
      `${service.url}/api/auth/change-password`,
      'POST',
      { currentPassword: PASSWORD, newPassword: 'another horse' },
      headers,
    )
    const ended = await send(`${service.url}/api/auth/revoke-sessions`, 'POST', {}, headers)

    expect([made.status, changed.status, ended.status]).toEqual([403, 401, 401])
  })

  it("are nobody else's to see or to revoke", async () => {
    const { id, token } = await create()
    const other = await signIn(service)

    const { status } = await other.call('DELETE', `/tokens/${id}`)

    expect(status).toBe(404)
    expect((await other.call('GET', '/tokens')).body.items).toEqual([])
    expect((await as(token, 'GET', tags())).status).toBe(200)
  })

  it('never open the public interface', async () => {
    const { token } = await create()

    const url = `${service.url}/v1/project/${service.projectId}/service-guidelines/`
    const { status } = await send(url, 'GET', undefined, { Authorization: `Bearer ${token}` })

    expect(status).toBe(401)
  })
})
