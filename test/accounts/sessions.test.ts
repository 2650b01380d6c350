// Signing in and out, by the few endpoints of better-auth that are reachable.
import { beforeAll, describe, expect, it } from 'vitest'
import {
  batch,
  cookieOf,
  type Loose,
  PASSWORD,
  type Person,
  send,
  signIn,
  startApp,
  startService,
  type TestService,
} from '../service.ts'

let hosts = 0
/** Limits go by address: each caller here has one of its own. */
const newAddress = () => ({ 'X-Forwarded-For': `203.0.113.${++hosts}` })

describe('accounts: sessions', () => {
  let service: TestService
  let ada: Person
  beforeAll(async () => {
    service = await startService()
    ada = await signIn(service, { role: 'editor', email: 'ada@example.com' })
  })

  const auth = (path: string, body: unknown = {}, headers: Record<string, string> = newAddress()) =>
    send(`${service.url}/api/auth${path}`, 'POST', body, headers)
  const enter = async (email = 'ada@example.com', password = PASSWORD) => {
    const entered = await auth('/sign-in/email', { email, password })
    return { ...entered, cookie: { Cookie: cookieOf(entered), Origin: service.url } }
  }
  const session = (headers: Record<string, string>) =>
    send(`${service.url}/api/session`, 'GET', undefined, headers)

  it('tells who is signed in and where they belong', async () => {
    const { status, body } = await session(ada.headers)

    expect(status).toBe(200)
    expect(body).toEqual({
      account: { id: ada.account.id, name: 'The editor', email: 'ada@example.com' },
      projects: [{ id: service.projectId, name: 'Test project', role: 'editor', sample_of: null }],
      setup_needed: false,
      mail: false,
      oidc: null,
    })
  })

  it('tells nobody anything', async () => {
    const { status, body } = await session({ Cookie: 'fieldnote.session_token=forged.signature' })

    expect(status).toBe(200)
    expect(body).toEqual({ account: null, projects: [], setup_needed: false, oidc: null, mail: false })
  })

  it('signs in with e-mail and password, whatever the case of the e-mail', async () => {
    const { status, cookie } = await enter('ADA@Example.com')

    expect(status).toBe(200)
    expect((await session(cookie)).body.account.email).toBe('ada@example.com')
  })

  it.each([
    ['a wrong password', 'ada@example.com', 'wrong password'],
    ['an unknown e-mail', 'nobody@example.com', PASSWORD],
  ])('refuses %s in the same words', async (_, email, password) => {
    const { status, body, headers } = await enter(email, password)

    expect([status, body]).toEqual([401, { detail: 'the e-mail or the password is wrong' }])
    expect(headers.getSetCookie()).toEqual([])
  })

  it.each([
    ['no body', undefined],
    ['no e-mail', { password: PASSWORD }],
    ['numbers', { email: 5, password: 5 }],
    ['a list', []],
  ])('answers %s with one detail, never a fault', async (_, body) => {
    const answered = await auth('/sign-in/email', body)

    expect(answered.status).toBe(400)
    expect(answered.body).toEqual({ detail: expect.stringMatching(/\S/) })
  })

  it('signs out this session only', async () => {
    const [one, other] = [await enter(), await enter()]

    const { status } = await auth('/sign-out', {}, one.cookie)

    expect(status).toBe(200)
    expect((await session(one.cookie)).body.account).toBeNull()
    expect((await session(other.cookie)).body.account).not.toBeNull()
  })

  it('signs out everywhere', async () => {
    const grace = await signIn(service, { email: 'grace@example.com' })
    const other = await enter('grace@example.com')

    const { status } = await auth('/revoke-sessions', {}, other.cookie)

    expect(status).toBe(200)
    const sessions = [await session(grace.headers), await session(other.cookie)]
    expect(sessions.map(({ body }) => body.account)).toEqual([null, null])
    expect((await grace.call('GET', '/projects')).status).toBe(401)
  })

  it("ends one session alone, of one's own account only", async () => {
    const [here, there] = [await enter(), await enter()]
    const eve = await signIn(service, { email: 'eve@example.com' })
    const listed = async (cookie: Record<string, string>): Promise<Loose[]> =>
      (await send(`${service.url}/api/auth/list-sessions`, 'GET', undefined, cookie)).body
    const { body: shown } = await send(`${service.url}/api/auth/get-session`, 'GET', undefined, there.cookie)
    const { token } = (await listed(here.cookie)).find(({ id }) => id === shown.session.id)

    const byOther = await auth('/revoke-session', { token }, eve.headers)
    const before = await session(there.cookie)
    const byOneself = await auth('/revoke-session', { token }, here.cookie)

    expect([byOther.status, byOneself.status]).toEqual([200, 200]) // whether there is such a session is nobody else's business
    expect(before.body.account).not.toBeNull()
    expect((await session(there.cookie)).body.account).toBeNull()
    expect((await session(here.cookie)).body.account).not.toBeNull()
  })

  it('lists the sessions of the account', async () => {
    const { cookie } = await enter()

    const { status, body } = await send(`${service.url}/api/auth/list-sessions`, 'GET', undefined, cookie)

    expect(status).toBe(200)
    expect(body.length).toBeGreaterThan(1)
    expect(body[0]).toMatchObject({ userId: ada.account.id, ipAddress: expect.any(String) })
  })

  it('changes the password, given the current one, and ends the other sessions when asked', async () => {
    const alan = await signIn(service, { email: 'alan@example.com' })
    const { cookie } = await enter('alan@example.com')
    const change = (currentPassword: string) =>
      auth(
        '/change-password',
        { currentPassword, newPassword: 'another horse', revokeOtherSessions: true },
        cookie,
      )

    const [refused, changed] = [await change('wrong password'), await change(PASSWORD)]

    expect([refused.status, refused.body]).toEqual([400, { detail: 'the current password is wrong' }])
    expect(changed.status).toBe(200)
    expect((await session(alan.headers)).body.account).toBeNull()
    const attempts = [
      await enter('alan@example.com', PASSWORD),
      await enter('alan@example.com', 'another horse'),
    ]
    expect(attempts.map(({ status }) => status)).toEqual([401, 200])
  })

  it('changes the name, and nothing else', async () => {
    const person = await signIn(service, { email: 'kurt@example.com' })

    const { status } = await auth(
      '/update-user',
      { name: 'Kurt', image: 'https://tracker.example/x.png', email: 'other@example.com' },
      person.headers,
    )

    expect(status).toBe(200)
    expect((await session(person.headers)).body.account).toMatchObject({
      name: 'Kurt',
      email: 'kurt@example.com',
    })
    const { rows } = await service.db.query("SELECT image FROM account_user WHERE email = 'kurt@example.com'")
    expect(rows).toEqual([{ image: null }])
  })

  it.each([
    'sign-up/email',
    'request-password-reset',
    'reset-password',
    'delete-user',
    'change-email',
    'set-password',
    'sign-in/social',
    'callback/oidc',
    'link-social',
    'list-accounts',
    'verify-password',
    'ok',
    'error',
    'session',
    '',
  ])('has no /api/auth/%s', async (path) => {
    for (const method of ['GET', 'POST']) {
      const body =
        method === 'POST' ? { email: 'new@example.com', password: PASSWORD, name: 'New' } : undefined
      const answered = await send(`${service.url}/api/auth/${path}`, method, body, ada.headers)
      expect([answered.status, answered.body]).toEqual([404, { detail: 'not found' }])
    }
  })

  it('limits attempts by address, over all processes', async () => {
    const other = await startApp(service.db)
    const address = newAddress()
    const attempt = (url: string) =>
      send(
        `${url}/api/auth/sign-in/email`,
        'POST',
        { email: 'ada@example.com', password: 'a guess' },
        address,
      )

    const statuses: number[] = []
    for (let count = 0; count < 10; count++)
      statuses.push((await attempt(count % 2 ? service.url : other.url)).status)
    const refused = [await attempt(service.url), await attempt(other.url)]

    expect(statuses).toEqual(Array(10).fill(401))
    for (const { status, body, headers } of refused) {
      expect([status, body]).toEqual([429, { detail: expect.stringContaining('too many attempts') }])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect((await enter()).status).toBe(200)
  })

  it('limits guesses at one account from whatever addresses, and forgets them once the password was right', async () => {
    await signIn(service, { email: 'guessed@example.com' })
    const guess = (email = 'guessed@example.com') => enter(email, 'a guess')
    await Promise.all(Array.from({ length: 15 }, () => guess()))
    const right = await enter('guessed@example.com')

    const guesses = await Promise.all(
      Array.from({ length: 30 }, (_, n) => guess(n % 2 ? 'guessed@example.com' : 'Guessed@Example.COM')),
    )
    const refused = await enter('guessed@example.com')

    expect(right.status).toBe(200)
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(20)
    expect([refused.status, refused.body]).toEqual([429, { detail: expect.stringContaining('too many') }])
    expect(refused.headers.get('retry-after')).toBe('60')
    expect((await enter()).status).toBe(200)
    service.clock.now = new Date(service.clock.now.getTime() + 60_000)
    expect((await enter('guessed@example.com')).status).toBe(200)
  })

  it.each(['/auth/sign-in/email', '/setup', '/invites/read', '/invites/accept', '/password-reset'])(
    'reads no large body of anybody: %s',
    async (path) => {
      const body = { email: 'ada@example.com', password: 'x'.repeat(20_000) }

      const answered = await send(`${service.url}/api${path}`, 'POST', body, newAddress())

      expect([answered.status, answered.body]).toEqual([
        413,
        { detail: 'the body is larger than 16384 bytes' },
      ])
    },
  )

  it('keeps scripts and other sites away from the cookie, and lets https alone carry it', async () => {
    const secure = await startApp(service.db, { baseUrl: () => 'https://notes.example' })
    const body = { email: 'ada@example.com', password: PASSWORD }

    const plain = (await auth('/sign-in/email', body)).headers.getSetCookie()
    const https = (
      await send(`${secure.url}/api/auth/sign-in/email`, 'POST', body, newAddress())
    ).headers.getSetCookie()

    expect(plain).toHaveLength(1)
    expect(plain[0]).toMatch(/^fieldnote\.session_token=/)
    expect(https[0]).toMatch(/^__Secure-fieldnote\.session_token=/)
    for (const cookie of [...plain, ...https])
      expect(cookie).toMatch(/; Path=\/; HttpOnly;( Secure;)? SameSite=Lax/)
    expect([plain[0]?.includes('Secure'), https[0]?.includes('; Secure')]).toEqual([false, true])
  })

  it('survives a restart, because its secret is in the database', async () => {
    const restarted = await startApp(service.db)

    const { body } = await send(`${restarted.url}/api/session`, 'GET', undefined, ada.headers)

    expect(body.account.email).toBe('ada@example.com')
    expect(await service.count('service_secret')).toBe(1)
  })

  it('never opens the public interface', async () => {
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

    const rest = await send(
      `${service.url}/v1/project/${service.projectId}/observations/`,
      'POST',
      batch(),
      ada.headers,
    )
    const mcp = await send(service.mcpUrl, 'POST', list, ada.headers)

    expect([rest.status, mcp.status]).toEqual([401, 401])
  })
})
