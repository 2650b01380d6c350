// Signing in and out, by the few endpoints of better-auth that are reachable.
import { beforeAll, describe, expect, it } from 'vitest'
import { cookieOf, PASSWORD, type Person, send, signIn, startService, type TestService } from '../service.ts'

describe('accounts: sessions', () => {
  let service: TestService
  let ada: Person
  beforeAll(async () => {
    service = await startService()
    ada = await signIn(service, { role: 'editor', email: 'ada@example.com' })
  })

  const auth = (path: string, body: unknown = {}, headers: Record<string, string> = {}) =>
    send(`${service.url}/api/auth${path}`, 'POST', body, headers)
  const enter = async (email = ada.account.email, password = PASSWORD) => {
    const entered = await auth('/sign-in/email', { email, password })
    return { ...entered, headers: { Cookie: cookieOf(entered), Origin: service.url } }
  }
  const session = (headers: Record<string, string>) =>
    send(`${service.url}/api/session`, 'GET', undefined, headers)

  it('tells who is signed in and where they belong', async () => {
    const { status, body } = await session(ada.headers)

    expect(status).toBe(200)
    expect(body).toEqual({
      account: { id: ada.account.id, name: 'The editor', email: 'ada@example.com' },
      projects: [{ id: service.projectId, name: 'Test project', role: 'editor' }],
      setup_needed: false,
      oidc: null,
    })
  })

  it('tells nobody anything', async () => {
    const { status, body } = await session({ Cookie: 'fieldnote.session_token=forged.signature' })

    expect(status).toBe(200)
    expect(body).toEqual({ account: null, projects: [], setup_needed: false, oidc: null })
  })

  it('signs in with e-mail and password, whatever the case of the e-mail', async () => {
    const { status, headers } = await enter('ADA@Example.com')

    expect(status).toBe(200)
    expect((await session(headers)).body.account.email).toBe('ada@example.com')
  })
})
