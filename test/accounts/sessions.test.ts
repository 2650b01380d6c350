// Signing in and out, by the few endpoints of better-auth that are reachable.
import { createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import { v7 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { takeGuess } from '../../src/domain/accounts/limit-guesses.ts'
import { offerReset } from '../../src/domain/accounts/reset-password.ts'
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
    service = await startService({ trustedProxies: ['loopback'] })
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

  it('signs in with email and password, whatever the case of the email', async () => {
    const { status, cookie } = await enter('ADA@Example.com')

    expect(status).toBe(200)
    expect((await session(cookie)).body.account.email).toBe('ada@example.com')
  })

  it.each([
    ['a wrong password', 'ada@example.com', 'wrong password'],
    ['an unknown email', 'nobody@example.com', PASSWORD],
  ])('refuses %s in the same words', async (_, email, password) => {
    const { status, body, headers } = await enter(email, password)

    expect([status, body]).toEqual([401, { detail: 'the email or the password is wrong' }])
    expect(headers.getSetCookie()).toEqual([])
  })

  it.each([
    ['no body', undefined],
    ['no email', { password: PASSWORD }],
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
    const { id } = shown.session
    const end = (headers: Record<string, string>) =>
      send(`${service.url}/api/sessions/${id}`, 'DELETE', undefined, headers)

    const byOther = await end(eve.headers)
    const before = await session(there.cookie)
    const byOneself = await end(here.cookie)

    expect([byOther.status, byOneself.status]).toEqual([404, 204])
    expect((await listed(here.cookie)).map((known) => known.id)).not.toContain(id)
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
    const more = { image: 'https://tracker.example/x.png', email: 'other@example.com' }

    const refused = await auth('/update-user', { name: 'Curt', ...more }, person.headers)
    const { status } = await auth('/update-user', { name: 'Kurt' }, person.headers)

    expect([refused.status, status]).toEqual([400, 200])
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
    const other = await startApp(service.db, { trustedProxies: ['loopback'] })
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

  /** No email address, so that no password has to be hashed: what counts is the attempt. */
  const sprayFrom = async (
    url: string,
    addressOf: () => Record<string, string>,
    emailOf: (n: number) => unknown = (n) => `name-${n}`,
  ) => {
    const attempts = Array.from({ length: 22 }, (_, n) =>
      send(`${url}/api/auth/sign-in/email`, 'POST', { email: emailOf(n), password: 'guess' }, addressOf()),
    )
    return (await Promise.all(attempts)).map(({ status }) => status)
  }

  it.each([
    ['many accounts', undefined],
    ['what names no account', () => 7],
  ])('limits one address over %s', async (_, emailOf) => {
    const address = newAddress()

    const statuses = await sprayFrom(service.url, () => address, emailOf)

    expect(statuses.filter((status) => status === 400)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(2)
  })

  it('believes nobody who says where a call comes from, unless told to', async () => {
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
    const alone = await startApp(service.db, { log })

    const [believed, ignored] = [
      await sprayFrom(service.url, newAddress),
      await sprayFrom(alone.url, newAddress),
    ]

    expect(believed).not.toContain(429)
    expect(ignored).toContain(429)
    const notices = lines.filter((line) => line.includes('TRUSTED_PROXIES'))
    expect(notices).toHaveLength(1)
  })

  it('lets the owner in while others guess, from elsewhere at first and then in a known browser alone', async () => {
    const email = 'guessed@example.com'
    await signIn(service, { email })
    const known = { Cookie: cookieOf(await enter(email)), Origin: service.url }
    const one = newAddress()
    const right = { email, password: PASSWORD }
    const guess = () => auth('/sign-in/email', { email: email.toUpperCase(), password: 'a guess' }, one)
    const guessFrom = (address: string, knownBrowser: string | null = null) =>
      takeGuess(service.deps, { email, address, knownBrowser })

    const fromOne = await Promise.all(Array.from({ length: 12 }, guess))
    const elsewhere = await enter(email)
    const fromMany = await Promise.allSettled(Array.from({ length: 33 }, (_, n) => guessFrom(`host ${n}`)))
    const unknown = await enter(email)
    const owner = await auth('/sign-in/email', right, { ...newAddress(), ...known })
    const sprayed = await sprayFrom(service.url, () => one)
    const sameAddress = await auth('/sign-in/email', right, { ...one, ...known })
    const forged = known.Cookie.replace(/(known_\w+=)[^.]+/, '$1AAAAAAAAAAAAAAAAAAAAAA')
    const forgedBrowser = await auth('/sign-in/email', right, { ...newAddress(), ...known, Cookie: forged })
    const inKnown = await Promise.allSettled(Array.from({ length: 12 }, () => guessFrom('any', 'known')))

    expect(fromOne.map(({ status }) => status).sort()).toEqual([...Array(10).fill(401), 429, 429])
    expect(elsewhere.status).toBe(200)
    expect(sprayed).toContain(429)
    expect(fromMany.filter(({ status }) => status === 'fulfilled')).toHaveLength(30)
    expect([unknown.status, unknown.body]).toEqual([429, { detail: expect.stringContaining('too many') }])
    expect(unknown.headers.get('retry-after')).toBe('60')
    expect([owner.status, sameAddress.status, forgedBrowser.status]).toEqual([200, 200, 429])
    expect(inKnown.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    service.clock.now = new Date(service.clock.now.getTime() + 60_000)
    expect((await enter(email)).status).toBe(200)
  })

  it('stores no token, so that no cookie can be made from the database', async () => {
    const { cookie } = await enter()
    const [token = ''] = decodeURIComponent(/session_token=([^;]+)/.exec(cookie.Cookie)?.[1] ?? '').split('.')
    const { rows: secrets } = await service.db.query('SELECT value FROM service_secret')
    const { rows: sessions } = await service.db.query('SELECT token FROM account_session')
    const forge = (stored: string) => {
      const signature = createHmac('sha256', secrets[0].value).update(stored).digest('base64')
      return { Cookie: `fieldnote.session_token=${encodeURIComponent(`${stored}.${signature}`)}` }
    }

    const answers = await Promise.all(sessions.map((row) => session(forge(row.token))))

    expect((await session(forge(token))).body.account.email).toBe('ada@example.com') // the signature is right
    expect(sessions.length).toBeGreaterThan(3)
    expect(answers.map(({ body }) => body.account)).toEqual(sessions.map(() => null))
    expect(sessions.map((row) => row.token)).not.toContain(token)
  })

  it('keeps those signed in whose sessions were stored in clear', async () => {
    const { cookie } = await enter()
    const [token = ''] = decodeURIComponent(/session_token=([^;]+)/.exec(cookie.Cookie)?.[1] ?? '').split('.')
    const hash = createHash('sha256').update(token).digest('hex')
    const { rowCount } = await service.db.query('UPDATE account_session SET token = $1 WHERE token = $2', [
      token,
      hash,
    ])
    const { rows: others } = await service.db.query(
      'SELECT id, token FROM account_session WHERE token <> $1',
      [token],
    )

    await service.db.query(readFileSync('src/db/migrations/0050-0079/0065_hashed_sessions.sql', 'utf8'))
    for (const { id, token: before } of others)
      await service.db.query('UPDATE account_session SET token = $2 WHERE id = $1', [id, before])

    expect(rowCount).toBe(1)
    expect((await session(cookie)).body.account.email).toBe('ada@example.com')
  })

  it('answers no token, because no script needs one', async () => {
    const { body, cookie } = await enter()
    const read = (path: string) => send(`${service.url}/api/auth${path}`, 'GET', undefined, cookie)

    const answers = [body, (await read('/get-session')).body, (await read('/list-sessions')).body]

    expect(JSON.stringify(answers)).not.toContain('"token"')
    expect(answers[1].session.userId).toBe(ada.account.id)
  })

  it('ends access tokens and connected apps with a password reset, unless asked to keep them', async () => {
    const person = await signIn(service, { email: 'reset@example.com' })
    const clientId = v7()
    await service.db.query(
      "INSERT INTO oauth_client (id, client_id, name, redirect_uris, created_at) VALUES ($1, $1::uuid::text, 'Lens', '[]', now())",
      [clientId],
    )
    const grant = () =>
      service.db.query(
        `INSERT INTO oauth_consent (id, client_id, user_id, reference_id, scopes, created_at, updated_at)
         VALUES ($1, $2, $3, $4, '["agent"]', now(), now())`,
        [v7(), clientId, person.account.id, service.projectId],
      )
    await grant()
    const { body: made } = await person.call('POST', '/tokens', { name: 'Weekly report' })
    const token = { Authorization: `Bearer ${made.token}` }
    const uses = () => send(`${service.url}/api/projects`, 'GET', undefined, token)
    const reset = async (choice: object) =>
      send(`${service.url}/api/password-reset`, 'POST', {
        token: await offerReset(service.deps, 'reset@example.com'),
        password: PASSWORD,
        ...choice,
      })

    const kept = await reset({ keep_access: true })
    const [usedThen, grantsThen] = [await uses(), await service.count('oauth_consent')]
    const ended = await reset({})

    expect([kept.status, usedThen.status, grantsThen]).toEqual([204, 200, 1])
    expect([ended.status, (await uses()).status, await service.count('oauth_consent')]).toEqual([204, 401, 0])
    const { body: log } = await service.admin('GET', `/projects/${service.projectId}/audit`)
    expect(log.items[0]).toMatchObject({
      actor: 'reset@example.com',
      action: 'application.disconnected',
      facts: { name: 'Lens' },
    })
    expect(cookieOf(ended)).toContain('fieldnote.known_') // the owner's way in while others guess
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
    const secure = await startApp(service.db, {
      baseUrl: () => 'https://notes.example',
      trustedProxies: ['loopback'],
    })
    const body = { email: 'ada@example.com', password: PASSWORD }

    const plain = (await auth('/sign-in/email', body)).headers.getSetCookie().sort().reverse()
    const https = (await send(`${secure.url}/api/auth/sign-in/email`, 'POST', body, newAddress())).headers
      .getSetCookie()
      .sort()

    expect(plain).toEqual([expect.stringContaining('session'), expect.stringContaining('known')])
    expect(plain[0]).toMatch(/^fieldnote\.session_token=/)
    expect(https[0]).toMatch(/^__Secure-fieldnote\.session_token=/)
    for (const cookie of [...plain, ...https])
      expect(cookie).toMatch(/; Path=\/(api\/auth)?; HttpOnly;( Secure;)? SameSite=Lax/)
    expect([...plain, ...https].map((cookie) => cookie.includes('; Secure'))).toEqual([
      false,
      false,
      true,
      true,
    ])
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
