// What a token opens, and everything that closes it again: at once, on every process, with nothing done.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { teamUrl } from '../../mcp/team/asking.ts'
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
import { callMcp, connect as connectOnce, refresh } from './flow.ts'

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

const calling = (name: string, args: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
})
const POST = calling('post_observations', batch())
const CREATE = calling('create_study', { question: 'Why do you export?' })

/** The answers of both processes at both endpoints, and what calls that must not count have stored. */
async function attempt(token: string, projectId = service.projectId) {
  const stored = async () => (await service.count('observation')) + (await service.count('study'))
  const before = await stored()
  const call = async (url: string, body: object) => {
    const address = url.replace(service.projectId, projectId)
    const other = address.replace(service.url, second)
    return [await callMcp(service, token, address, body), await callMcp(service, token, other, body)]
  }
  const agents = await call(service.mcpUrl, POST)
  const team = await call(teamUrl(service), CREATE)
  return {
    statuses: { agents: agents.map(({ status }) => status), team: team.map(({ status }) => status) },
    stored: (await stored()) - before,
    answers: { agents: agents[0] as Loose, team: team[0] as Loose },
  }
}

const OPEN = { statuses: { agents: [200, 200], team: [200, 200] } }
const CLOSED = { statuses: { agents: [401, 401], team: [401, 401] }, stored: 0 }

/** A token that opens both endpoints. */
const connect = (of: TestService, by: Person, wanted: Parameters<typeof connectOnce>[2] = {}) =>
  connectOnce(of, by, { scope: 'agent team:read team:write', ...wanted })

const unsigned = (claims: object): string => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'none', typ: 'at+jwt' })}.${part(claims)}.`
}

it('opens both endpoints of its project, and each by its own scope alone', async () => {
  const { access_token } = await connect(service, person)
  const agent = await connect(service, person, { scope: 'agent' })
  const team = await connect(service, person, { scope: 'team:read team:write' })

  expect(await attempt(access_token)).toMatchObject({ ...OPEN, stored: 4 })
  expect(await attempt(agent.access_token)).toMatchObject({
    statuses: { agents: [200, 200], team: [403, 403] },
    stored: 2,
  })
  expect(await attempt(team.access_token)).toMatchObject({
    statuses: { agents: [403, 403], team: [200, 200] },
    stored: 2,
  })
})

describe('a token that does not count', () => {
  it.each([
    ['malformed', () => 'fno_'],
    ['unknown', () => `fno_${'x'.repeat(32)}`],
    ['without its prefix', ({ access_token }: Loose) => access_token.slice(4)],
    ['cut short', ({ access_token }: Loose) => access_token.slice(0, -1)],
    ['a refresh token', ({ refresh_token }: Loose) => refresh_token],
    ['unsigned', () => unsigned({ sub: person.account.id, aud: service.mcpUrl, scope: 'agent', exp: 4e9 })],
    ['unsigned, for the team', () => unsigned({ sub: person.account.id, aud: teamUrl(service), exp: 4e9 })],
    ['for another service', () => unsigned({ aud: 'https://elsewhere.example/', scope: 'team:read' })],
  ])('%s: 401, and nothing is done', async (_, made) => {
    const token = made(await connect(service, person))

    expect(await attempt(token)).toMatchObject(CLOSED)
  })

  it('of another project: the same 401, and it still opens its own', async () => {
    const { projectId } = await anotherProject(service)
    const { access_token } = await connect(service, person)

    const closed = await attempt(access_token, projectId)
    const unknown = await attempt(`fno_${'x'.repeat(32)}`, projectId)

    expect(closed).toMatchObject(CLOSED)
    for (const at of ['agents', 'team'] as const)
      expect(closed.answers[at].body).toEqual(unknown.answers[at].body)
    expect(await attempt(access_token)).toMatchObject(OPEN)
  })

  it('says in its 401 where to get another', async () => {
    const { answers } = await attempt('fno_unknown')

    const metadata = (url: string) => url.replace('/mcp/', '/.well-known/oauth-protected-resource/mcp/')
    expect(answers.agents.headers.get('www-authenticate')).toBe(
      `Bearer error="invalid_token", resource_metadata="${metadata(service.mcpUrl)}", scope="agent"`,
    )
    expect(answers.team.headers.get('www-authenticate')).toBe(
      `Bearer error="invalid_token", resource_metadata="${metadata(teamUrl(service))}", scope="team:read team:write"`,
    )
    for (const { body } of Object.values(answers)) expect(Object.keys(body)).toEqual(['detail'])
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

  it('the member disconnects the application, at once', async () => {
    const got = await connect(service, person)
    const { body: before } = await person.call('GET', '/grants')
    await attempt(got.access_token)

    const { status } = await person.call('DELETE', `/grants/${before.items[0]?.id}`)

    expect(status).toBe(204)
    expect(await attempt(got.access_token)).toMatchObject(CLOSED)
    expect((await refresh(service, got)).body.error).toBe('invalid_grant')
    expect((await person.call('GET', '/grants')).body.items).toEqual([])
  })

  it('the member is removed from the project, and stays stopped when they come back', async () => {
    const { access_token } = await connect(service, person)
    const { account } = person
    const path = `/projects/${service.projectId}` as const
    await service.admin('DELETE', `${path}/members/${account.id}`)

    const removed = await attempt(access_token)
    const { body } = await service.admin('POST', `${path}/invites`, { role: 'editor' })
    await person.call('POST', '/invites/accept', { token: new URL(body.url).hash.slice(1) })

    expect(removed).toMatchObject(CLOSED)
    expect(await attempt(access_token)).toMatchObject(CLOSED)
  })

  it('the member may do no more than look: agents’ tools 403, the team’s read only', async () => {
    const { access_token } = await connect(service, person)

    await service.admin('PATCH', `/projects/${service.projectId}/members/${person.account.id}`, {
      role: 'viewer',
    })

    const { answers, ...rest } = await attempt(access_token)
    expect(rest).toEqual({ statuses: { agents: [403, 403], team: [200, 200] }, stored: 0 })
    expect(answers.team.body.result).toMatchObject({ isError: true })
  })

  it('its project is deleted', async () => {
    const { projectId } = await anotherProject(service)
    const member = await signIn(service, { projectId })
    const url = service.mcpUrl.replace(service.projectId, projectId)
    const { access_token } = await connect(service, member, { resource: url })
    expect((await callMcp(service, access_token, url)).status).toBe(200)

    await service.admin('DELETE', `/projects/${projectId}`, { name: 'Another project' })

    expect(await attempt(access_token, projectId)).toMatchObject(CLOSED)
  })

  it('but not when the member signs out', async () => {
    const { access_token } = await connect(service, person)

    await person.call('POST', '/auth/sign-out', {})

    expect(await attempt(access_token)).toMatchObject(OPEN)
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
    expect((await person.call('DELETE', `/grants/${theirs?.id}`)).status).toBe(404)
    expect((await other.call('GET', '/grants')).body.items).toHaveLength(1)
  })

  it('is in the audit log of the project, connecting and disconnecting', async () => {
    await connect(service, person, { scope: 'agent' })
    const [grant] = (await person.call('GET', '/grants')).body.items
    await person.call('DELETE', `/grants/${grant?.id}`)

    const { body } = await service.admin('GET', `/projects/${service.projectId}/audit?limit=2`)

    expect(body.items).toMatchObject([
      { actor: person.account.email, action: 'application.disconnected', facts: { name: 'Test client' } },
      { actor: person.account.email, action: 'application.connected', facts: { scopes: ['agent'] } },
    ])
  })
})
