// What a token opens, and everything that closes it again: at once, on every process, with nothing done.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  anotherProject,
  batch,
  type Loose,
  type Person,
  send,
  signIn,
  startApp,
  startService,
  type TestService,
} from '../../service.ts'
import { callMcp, connect, refresh } from './flow.ts'

let service: TestService
let second: string
let person: Person
beforeAll(async () => {
  service = await startService()
  second = (await startApp(service.db, { baseUrl: () => service.url })).url
})
beforeEach(async () => {
  person = await signIn(service, { role: 'editor' })
})

const CALL = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'post_observations', arguments: batch() },
}

/** The answer of both processes, and what a call that must not count has stored. */
async function attempt(token: string, url = service.mcpUrl) {
  const before = await service.count('observation')
  const other = url.replace(service.url, second)
  const answers = [await callMcp(service, token, url, CALL), await callMcp(service, token, other, CALL)]
  const stored = (await service.count('observation')) - before
  return { statuses: answers.map(({ status }) => status), stored, answer: answers[0] as Loose }
}

const CLOSED = { statuses: [401, 401], stored: 0 }

const unsigned = (claims: object): string => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'none', typ: 'at+jwt' })}.${part(claims)}.`
}

it('opens the agents’ endpoint of its project', async () => {
  const { access_token } = await connect(service, person)

  expect(await attempt(access_token)).toMatchObject({ statuses: [200, 200], stored: 2 })
})

describe('a token that does not count', () => {
  it.each([
    ['malformed', () => 'fno_'],
    ['unknown', () => `fno_${'x'.repeat(32)}`],
    ['without its prefix', ({ access_token }: Loose) => access_token.slice(4)],
    ['cut short', ({ access_token }: Loose) => access_token.slice(0, -1)],
    ['a refresh token', ({ refresh_token }: Loose) => refresh_token],
    ['unsigned', () => unsigned({ sub: person.account.id, aud: service.mcpUrl, scope: 'agent', exp: 4e9 })],
  ])('%s: 401, and nothing is done', async (_, made) => {
    const token = made(await connect(service, person))

    expect(await attempt(token)).toMatchObject(CLOSED)
  })

  it('of another project: the same 401, and it still opens its own', async () => {
    const { projectId } = await anotherProject(service)
    const { access_token } = await connect(service, person)
    const elsewhere = service.mcpUrl.replace(service.projectId, projectId)

    const closed = await attempt(access_token, elsewhere)
    const unknown = await attempt(`fno_${'x'.repeat(32)}`, elsewhere)

    expect(closed).toMatchObject(CLOSED)
    expect(closed.answer.body).toEqual(unknown.answer.body)
    expect((await attempt(access_token)).statuses).toEqual([200, 200])
  })

  it('says in its 401 where to get another', async () => {
    const { answer } = await attempt('fno_unknown')

    const metadata = service.mcpUrl.replace('/mcp/', '/.well-known/oauth-protected-resource/mcp/')
    expect(answer.headers.get('www-authenticate')).toBe(
      `Bearer error="invalid_token", resource_metadata="${metadata}", scope="agent"`,
    )
    expect(Object.keys(answer.body)).toEqual(['detail'])
  })

  it('is none for REST, the admin API or a session', async () => {
    const { access_token } = await connect(service, person)
    const headers = { Authorization: `Bearer ${access_token}` }

    const rest = await send(
      `${service.url}/v1/project/${service.projectId}/observations/`,
      'POST',
      batch(),
      headers,
    )
    const admin = await send(`${service.url}/api/projects`, 'GET', undefined, headers)

    expect([rest.status, rest.body]).toEqual([401, { detail: 'missing or invalid API key' }])
    expect(rest.headers.get('www-authenticate')).toBe('ApiKey')
    expect(admin.status).toBe(401)
  })
})

describe('a token stops when', () => {
  it('it expires', async () => {
    const { access_token } = await connect(service, person)
    await service.db.query("UPDATE oauth_access_token SET expires_at = '2026-03-14T09:29:59Z'")

    expect(await attempt(access_token)).toMatchObject(CLOSED)
  })

  it('the member disconnects the application, within a second', async () => {
    const got = await connect(service, person)
    const { body: before } = await person.call('GET', '/grants')
    await attempt(got.access_token)

    const { status } = await person.call('DELETE', `/grants/${before.items[0].id}`)

    const since = performance.now()
    expect(status).toBe(204)
    expect(await attempt(got.access_token)).toMatchObject(CLOSED)
    expect(performance.now() - since).toBeLessThan(1000)
    expect((await refresh(service, got)).body.error).toBe('invalid_grant')
    expect((await person.call('GET', '/grants')).body.items).toEqual([])
  })

  it('the member is removed from the project, and stays stopped when they come back', async () => {
    const { access_token } = await connect(service, person)
    const { account } = person
    const path = `/projects/${service.projectId}`
    await service.admin('DELETE', `${path}/members/${account.id}`)

    const removed = await attempt(access_token)
    const { body } = await service.admin('POST', `${path}/invites`, { role: 'editor' })
    await person.call('POST', '/invites/accept', { token: new URL(body.url).hash.slice(1) })

    expect(removed).toMatchObject(CLOSED)
    expect(await attempt(access_token)).toMatchObject(CLOSED)
  })

  it('the member may do no more than look: 403', async () => {
    const { access_token } = await connect(service, person)

    await service.admin('PATCH', `/projects/${service.projectId}/members/${person.account.id}`, {
      role: 'viewer',
    })

    expect(await attempt(access_token)).toMatchObject({ statuses: [403, 403], stored: 0 })
  })

  it('its project is deleted', async () => {
    const { projectId } = await anotherProject(service)
    const member = await signIn(service, { projectId })
    const url = service.mcpUrl.replace(service.projectId, projectId)
    const { access_token } = await connect(service, member, { resource: url })
    expect((await callMcp(service, access_token, url)).status).toBe(200)

    await service.admin('DELETE', `/projects/${projectId}`, { name: 'Another project' })

    expect(await attempt(access_token, url)).toMatchObject(CLOSED)
  })

  it('but not when the member signs out', async () => {
    const { access_token } = await connect(service, person)

    await person.call('POST', '/auth/sign-out', {})

    expect((await attempt(access_token)).statuses).toEqual([200, 200])
  })
})

describe('the list of grants', () => {
  it('shows one’s own alone, and when each was last used', async () => {
    const other = await signIn(service, { role: 'editor' })
    await connect(service, other)
    const { access_token, client } = await connect(service, person, { scope: 'agent team:read' })
    await callMcp(service, access_token)
    await connect(service, person, { client, scope: 'agent' })

    const { body } = await person.call('GET', '/grants')

    expect(body.items).toMatchObject([
      {
        client_name: 'Test client',
        project_name: 'Test project',
        scopes: ['agent'],
        last_used_at: service.clock.now.toISOString(),
      },
    ])
    const [theirs] = (await other.call('GET', '/grants')).body.items
    expect((await person.call('DELETE', `/grants/${theirs.id}`)).status).toBe(404)
    expect((await other.call('GET', '/grants')).body.items).toHaveLength(1)
  })

  it('is in the audit log of the project, connecting and disconnecting', async () => {
    await connect(service, person)
    const [grant] = (await person.call('GET', '/grants')).body.items
    await person.call('DELETE', `/grants/${grant.id}`)

    const { body } = await service.admin('GET', `/projects/${service.projectId}/audit?limit=2`)

    expect(body.items).toMatchObject([
      { actor: person.account.email, action: 'application.disconnected', facts: { name: 'Test client' } },
      { actor: person.account.email, action: 'application.connected', facts: { scopes: ['agent'] } },
    ])
  })
})
