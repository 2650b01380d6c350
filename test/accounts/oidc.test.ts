// Signing in at an OpenID Connect provider, a real one on loopback.
import { beforeAll, describe, expect, it } from 'vitest'
import { cookieOf, PASSWORD, send, signIn, startService, type TestService } from '../service.ts'
import { type Identity, type Provider, settingsFor, startProvider } from './provider.ts'

const identity = (name: string, overrides: Partial<Identity> = {}): Identity => ({
  sub: `sub-of-${name}`,
  email: `${name}@example.com`,
  email_verified: true,
  name,
  ...overrides,
})

describe('accounts: OIDC', () => {
  let service: TestService
  let provider: Provider
  beforeAll(async () => {
    provider = await startProvider(identity('nobody'))
    service = await startService({ oidc: settingsFor(provider) })
    await signIn(service, { email: 'first@example.com' })
  })

  const begin = (body: object = { callbackURL: '/p/1' }) =>
    send(`${service.url}/api/auth/sign-in/social`, 'POST', body, { Origin: service.url })

  /** The browser's way: to the provider, back to us, and where we send it then. */
  async function enter(who: Identity, body?: object) {
    provider.identity = who
    const begun = await begin(body)
    const there = await fetch(begun.body.url, { redirect: 'manual' })
    const headers = { Cookie: cookieOf(begun) }
    const back = await fetch(there.headers.get('location') ?? '', { redirect: 'manual', headers })
    const session = await send(`${service.url}/api/session`, 'GET', undefined, { Cookie: cookieOf(back) })
    return { status: back.status, location: back.headers.get('location'), session: session.body }
  }
  const invite = (email: string) =>
    service.admin('POST', `/projects/${service.projectId}/invites`, { role: 'editor', email })

  it('is offered by name', async () => {
    const { body } = await send(`${service.url}/api/session`, 'GET')

    expect(body.oidc).toEqual({ name: 'Example SSO' })
  })

  it('asks with PKCE, a state and a nonce, and comes back to our address', async () => {
    const { status, body } = await begin()

    const asked = new URL(body.url).searchParams
    expect(status).toBe(200)
    expect(Object.fromEntries(asked)).toMatchObject({
      client_id: 'fieldnote',
      response_type: 'code',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/\S/),
      state: expect.stringMatching(/\S/),
      nonce: expect.stringMatching(/\S/),
      redirect_uri: `${service.url}/api/auth/callback/oidc`,
    })
    expect(asked.get('scope')?.split(' ')).toEqual(expect.arrayContaining(['openid', 'email']))
  })

  it('lets an unknown person in when an invite names the email, and joins that project', async () => {
    await invite('Grace@example.com')

    const { status, location, session } = await enter(identity('grace'))

    expect([status, location]).toEqual([302, `${service.url}/p/1`])
    expect(session.account).toMatchObject({ email: 'grace@example.com', name: 'grace' })
    expect(session.projects).toEqual([
      { id: service.projectId, name: 'Test project', role: 'editor', sample_of: null },
    ])
    const { body } = await service.admin('GET', `/projects/${service.projectId}/audit?limit=1`)
    expect(body.items[0]).toMatchObject({ actor: 'grace@example.com', action: 'member.joined' })
    const again = await enter(identity('grace'))
    expect(again.session.account.id).toBe(session.account.id)
  })

  it.each([
    ['without an invite', identity('eve'), 'not_invited'],
    [
      'whose email the provider does not vouch for',
      identity('mallory', { email_verified: false }),
      'email_not_verified',
    ],
  ])('sends an unknown person %s back to the sign-in page', async (_, who, error) => {
    if (who.email_verified === false) await invite(who.email)

    const { status, location, session } = await enter(who)

    expect(status).toBe(302)
    expect(new URL(location ?? '').pathname).toBe('/sign-in')
    expect(new URL(location ?? '').searchParams.get('error')).toBe(error)
    expect(session.account).toBeNull()
    const { rows } = await service.db.query('SELECT id FROM account_user WHERE email = $1', [who.email])
    expect(rows).toEqual([])
  })

  it('links to the account of the same email, whose password goes on working when the invite named it', async () => {
    const { body } = await invite('alan@example.com')
    const token = new URL(body.url).hash.slice(1)
    await send(`${service.url}/api/invites/accept`, 'POST', { token, name: 'Alan', password: PASSWORD })

    const { session } = await enter(identity('alan'))

    expect(session.account).toMatchObject({ name: 'Alan', email: 'alan@example.com' })
    const login = { email: 'alan@example.com', password: PASSWORD }
    expect((await send(`${service.url}/api/auth/sign-in/email`, 'POST', login)).status).toBe(200)
  })

  it('takes an account over from whoever only claimed the email', async () => {
    const claimed = await signIn(service, { email: 'victim@example.com' })
    const { token } = (await claimed.call('POST', '/tokens', { name: 'Kept' })).body

    const { session } = await enter(identity('victim'))

    expect(session.account.id).toBe(claimed.account.id)
    const login = { email: 'victim@example.com', password: PASSWORD }
    const ways = [
      await claimed.call('GET', '/projects'),
      await send(`${service.url}/api/projects`, 'GET', undefined, { Authorization: `Bearer ${token}` }),
      await send(`${service.url}/api/auth/sign-in/email`, 'POST', login),
    ]
    expect(ways.map(({ status }) => status)).toEqual([401, 401, 401])
  })

  it('does not link an email that the provider does not vouch for', async () => {
    await signIn(service, { email: 'kurt@example.com' })

    const { location, session } = await enter(identity('kurt', { email_verified: false }))

    expect(new URL(location ?? '').searchParams.get('error')).toBe('account_not_linked')
    expect(session.account).toBeNull()
  })

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', 5])(
    'comes back to a page of ours, not to %j',
    async (callbackURL) => {
      await invite('grace@example.com')

      const { location } = await enter(identity('grace'), { callbackURL })

      expect(location).toBe(`${service.url}/`)
    },
  )

  it('refuses an answer that was not asked for', async () => {
    const url = `${service.url}/api/auth/callback/oidc?code=x&state=made-up`

    const answered = await fetch(url, { redirect: 'manual' })

    expect(answered.status).toBe(302)
    expect(answered.headers.get('location')).toMatch(new RegExp(`^${service.url}/sign-in\\?error=`))
  })

  it('asks a provider again that did not answer at first, while passwords work', async () => {
    const late = await startService({ oidc: settingsFor({ issuer: 'http://127.0.0.1:1' }) })
    const person = await signIn(late)

    const { status, body } = await send(
      `${late.url}/api/auth/sign-in/social`,
      'POST',
      {},
      { Origin: late.url },
    )

    expect([status, body.detail]).toEqual([404, expect.stringContaining('does not answer')])
    expect((await person.call('GET', '/projects')).status).toBe(200)
  })
})
