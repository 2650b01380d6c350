// A page of another site cannot act with a visitor's cookie.
import { beforeAll, describe, expect, it } from 'vitest'
import {
  ADMIN_TOKEN,
  PASSWORD,
  type Person,
  send,
  signIn,
  startService,
  type TestService,
} from '../service.ts'

describe('accounts: changes with a cookie', () => {
  let service: TestService
  let owner: Person
  beforeAll(async () => {
    service = await startService({ baseUrl: () => 'https://notes.example' })
    owner = await signIn(service)
  })

  const create = (headers: Record<string, string>) =>
    send(
      `${service.url}/api/projects/${service.projectId}/tags`,
      'POST',
      { label: `t${Math.random()}` },
      headers,
    )
  const cookie = () => ({ Cookie: owner.headers.Cookie })

  it.each([
    ['the public address', () => ({ Origin: 'https://notes.example' })],
    ['the address that was called', () => ({ Origin: service.url })],
    ['the same origin, as the browser vouches', () => ({ 'Sec-Fetch-Site': 'same-origin' })],
  ])('pass from %s', async (_, headers) => {
    const { status } = await create({ ...cookie(), ...headers() })

    expect(status).toBe(201)
  })

  it.each([
    ['nowhere', () => ({})],
    ['another site', () => ({ Origin: 'https://evil.example' })],
    ['another site on this port', () => ({ Origin: service.url.replace('127.0.0.1', 'localhost') })],
    ['a sandboxed page', () => ({ Origin: 'null' })],
    ['a page of a sibling', () => ({ 'Sec-Fetch-Site': 'same-site' })],
    [
      'another site that claims more',
      () => ({ Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' }),
    ],
  ])('are refused from %s', async (_, headers) => {
    const before = await service.count('tag')

    const { status, body } = await create({ ...cookie(), ...headers() })

    expect([status, body]).toEqual([403, { detail: expect.stringContaining('Origin') }])
    expect(await service.count('tag')).toBe(before)
  })

  it('are asked for nothing of the kind with a token', async () => {
    const { status } = await create({ Authorization: `Bearer ${ADMIN_TOKEN}`, Origin: 'https://any.example' })

    expect(status).toBe(201)
  })

  it('reading needs no origin', async () => {
    const { status } = await send(`${service.url}/api/projects`, 'GET', undefined, cookie())

    expect(status).toBe(200)
  })

  it.each([
    '/api/auth/sign-in/email',
    '/api/auth/sign-out',
    '/api/setup',
    '/api/invites/accept',
    '/api/password-reset',
  ])('POST %s is refused from another site, with and without a cookie', async (path) => {
    const body = { email: owner.account.email, password: PASSWORD }
    const foreign = { Origin: 'https://evil.example' }

    const answers = [
      await send(service.url + path, 'POST', body, foreign),
      await send(service.url + path, 'POST', body, { ...foreign, ...cookie() }),
    ]

    expect(answers.map(({ status }) => status)).toEqual([403, 403])
    expect((await send(`${service.url}/api/session`, 'GET', undefined, cookie())).body.account).not.toBeNull()
  })
})
