// OAuth from registration to tokens, as a client and a member's browser go through it.
import { beforeAll, describe, expect, it } from 'vitest'
import { anotherProject, type Person, send, signIn, startService, type TestService } from '../../service.ts'
import {
  authorize,
  CALLBACK,
  callMcp,
  connect,
  decide,
  pkce,
  post,
  refresh,
  register,
  token,
} from './flow.ts'

let service: TestService
let person: Person
beforeAll(async () => {
  service = await startService()
  person = await signIn(service, { role: 'editor' })
})

const SOME = { redirect_uri: CALLBACK, code_challenge: pkce().challenge }

describe('a client that registers', () => {
  it('gets a token for one project and calls its tools', async () => {
    const got = await connect(service, person)

    expect(got).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'agent offline_access' })
    expect(got.access_token).toMatch(/^fno_/)
    expect(got.refresh_token).toMatch(/^fnr_/)
    expect(got.redirect.searchParams.get('state')).toBe('xyz')
    expect(got.redirect.searchParams.get('iss')).toBe(service.url)
    const { status, body } = await callMcp(service, got.access_token)
    expect(status).toBe(200)
    expect(body.result.tools).toHaveLength(4)
  })

  it.each(['client_secret_basic', 'client_secret_post'])('proves itself by %s', async (method) => {
    const client = await register(service, { token_endpoint_auth_method: method })
    const { verifier, challenge } = pkce()
    const page = await authorize(
      service,
      { ...SOME, client_id: client.client_id, code_challenge: challenge, resource: service.mcpUrl },
      person,
    )
    const { body } = await decide(person, page)
    const form = {
      grant_type: 'authorization_code',
      redirect_uri: CALLBACK,
      code: new URL(body.redirect_to).searchParams.get('code') ?? '',
      code_verifier: verifier,
    }
    const basic = Buffer.from(`${client.client_id}:${client.client_secret}`).toString('base64')

    const got =
      method === 'client_secret_basic'
        ? await token(service, form, { Authorization: `Basic ${basic}` })
        : await token(service, { ...form, client_id: client.client_id, client_secret: client.client_secret })

    expect(client.client_secret).toMatch(/^fns_/)
    expect(got.status).toBe(200)
    expect((await callMcp(service, got.body.access_token)).status).toBe(200)
    const { rows } = await service.db.query('SELECT client_secret FROM oauth_client WHERE client_id = $1', [
      client.client_id,
    ])
    expect(rows[0].client_secret).not.toContain(client.client_secret.slice(4))
  })

  it('is refused a secret that is wrong', async () => {
    const client = await register(service, { token_endpoint_auth_method: 'client_secret_post' })

    const { status, body } = await token(service, {
      grant_type: 'refresh_token',
      refresh_token: 'fnr_unknown',
      client_id: client.client_id,
      client_secret: 'fns_wrong',
    })

    expect([status, body.error]).toEqual([400, 'invalid_grant'])
  })
})

describe('the member', () => {
  it('is sent to the consent page, signed in or not, with what was asked for', async () => {
    const { client_id } = await register(service)

    const pages = await Promise.all(
      [person, undefined].map((who) =>
        authorize(service, { ...SOME, client_id, resource: service.mcpUrl }, who),
      ),
    )

    for (const page of pages) expect(page.origin + page.pathname).toBe(`${service.url}/consent`)
    const shown = await person.call('POST', '/oauth/request', { query: pages[1]?.search.slice(1) })
    expect(shown).toMatchObject({
      status: 200,
      body: {
        client_name: 'Test client',
        client_host: null,
        redirect_to: 'client.example',
        redirect_local: false,
        scopes: ['agent'],
        project_id: service.projectId,
        projects: [{ name: 'Test project', role: 'editor', scopes: ['agent'] }],
      },
    })
  })

  it('is asked again each time', async () => {
    const { client } = await connect(service, person)

    const page = await authorize(
      service,
      { ...SOME, client_id: client.client_id, resource: service.mcpUrl, prompt: 'none' },
      person,
    )

    expect(page.pathname).toBe('/consent')
  })

  it('says no, and the client hears of it', async () => {
    const { client_id } = await register(service)
    const page = await authorize(service, { ...SOME, client_id, resource: service.mcpUrl }, person)

    const { status, body } = await decide(person, page, { accept: false })

    const answer = new URL(body.redirect_to)
    expect(status).toBe(200)
    expect(answer.origin + answer.pathname).toBe(CALLBACK)
    expect(Object.fromEntries(answer.searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'xyz',
      iss: service.url,
    })
  })

  it.each([
    ['the service as a whole', () => `${service.url}/`],
    ['nothing', () => undefined],
  ])('chooses the project when the client asks for %s', async (_, resource) => {
    const { client_id } = await register(service)
    const { verifier, challenge } = pkce()
    const asking = { ...SOME, client_id, code_challenge: challenge, resource: resource() }
    const page = await authorize(service, asking, person)

    const shown = await person.call('POST', '/oauth/request', { query: page.search.slice(1) })
    const undecided = await decide(person, page)
    const decided = await decide(person, page, { project_id: service.projectId })

    expect(shown.body).toMatchObject({ project_id: null, projects: [{ id: service.projectId }] })
    expect(undecided).toMatchObject({ status: 400, body: { detail: 'choose a project' } })
    const got = await token(service, {
      grant_type: 'authorization_code',
      client_id,
      redirect_uri: CALLBACK,
      code: new URL(decided.body.redirect_to).searchParams.get('code') ?? '',
      code_verifier: verifier,
      resource: resource(),
    })
    expect(got.status).toBe(200)
    expect((await callMcp(service, got.body.access_token)).status).toBe(200)
  })

  it('allows less than was asked for', async () => {
    const got = await connect(service, person, {
      scope: 'agent team:read team:write',
      decision: { scopes: ['team:read'] },
    })

    const { status, headers } = await callMcp(service, got.access_token)

    expect(got.scope).toBe('team:read offline_access')
    expect(status).toBe(403)
    expect(headers.get('www-authenticate')).toMatch(/^Bearer error="insufficient_scope", .*scope="agent"/)
  })

  it('can allow no more than their role lets them do', async () => {
    const viewer = await signIn(service, { role: 'viewer' })
    const { client_id } = await register(service)
    const asking = { ...SOME, client_id, resource: service.mcpUrl, scope: 'agent team:read' }
    const page = await authorize(service, asking, viewer)

    const shown = await viewer.call('POST', '/oauth/request', { query: page.search.slice(1) })
    const all = await decide(viewer, page)
    const some = await decide(viewer, page, { scopes: ['team:read'] })

    expect(shown.body.projects[0]).toMatchObject({ role: 'viewer', scopes: ['team:read'] })
    expect([all.status, some.status]).toEqual([403, 200])
  })

  it('of another project learns nothing about this one', async () => {
    const { projectId } = await anotherProject(service)
    const stranger = await signIn(service, { projectId })
    const { client_id } = await register(service)
    const page = await authorize(service, { ...SOME, client_id, resource: service.mcpUrl }, stranger)

    const shown = await stranger.call('POST', '/oauth/request', { query: page.search.slice(1) })
    const decided = await decide(stranger, page)

    for (const { status, body } of [shown, decided])
      expect([status, body]).toEqual([404, { detail: 'project not found' }])
  })

  it('must decide on our own page, signed in', async () => {
    const { client_id } = await register(service)
    const page = await authorize(service, { ...SOME, client_id, resource: service.mcpUrl }, person)
    const body = { query: page.search.slice(1), accept: true }
    const url = `${service.url}/api/oauth/decision`

    const elsewhere = await send(url, 'POST', body, { ...person.headers, Origin: 'https://evil.example' })
    const nobody = await send(url, 'POST', body, { Origin: service.url })

    expect([elsewhere.status, nobody.status]).toEqual([403, 401])
  })
})

describe('an authorization request', () => {
  it.each([
    ['an unknown client', { client_id: 'unknown' }, 'invalid_client'],
    ['an address that was not registered', { redirect_uri: 'https://evil.example/' }, 'invalid_redirect'],
  ])('with %s goes nowhere but to our own page', async (_, wrong, error) => {
    const { client_id } = await register(service)

    const page = await authorize(service, { ...SOME, client_id, resource: service.mcpUrl, ...wrong }, person)

    expect(page.origin + page.pathname).toBe(`${service.url}/consent`)
    expect(page.searchParams.get('error')).toBe(error)
  })

  it.each([
    ['without PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['with plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['for another service', { resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
    [
      'for an unknown project',
      { resource: 'urn:uuid:0199c0de-7a11-7000-8000-000000000001' },
      'invalid_target',
    ],
    ['for a fragment of an address', { resource: '/mcp' }, 'invalid_target'],
  ])('%s is answered to the client', async (_, wrong, error) => {
    const { client_id } = await register(service)
    const asking = { ...SOME, client_id, resource: service.mcpUrl, ...wrong }

    const answer = await authorize(service, asking, person)

    expect(answer.origin + answer.pathname).toBe(CALLBACK)
    expect(Object.fromEntries(answer.searchParams)).toMatchObject({ error, state: 'xyz', iss: service.url })
  })

  it('takes the address with and without its last slash, and leaves out scopes it does not know', async () => {
    const got = await connect(service, person, {
      resource: service.mcpUrl.slice(0, -1),
      scope: 'openid profile email agent',
    })

    expect(got.scope).toBe('agent offline_access')
    expect((await callMcp(service, got.access_token)).status).toBe(200)
  })
})

it('a member of more projects than a page holds can let an application into any of them', async () => {
  const { rows } = await service.db.query(
    `WITH made AS (
       INSERT INTO project (id, name, created_at)
       SELECT gen_random_uuid(), 'Project ' || n, now() FROM generate_series(1, 250) AS n RETURNING id),
     states AS (INSERT INTO digest_state (project_id) SELECT id FROM made)
     INSERT INTO project_member (project_id, account_id, role, joined_at)
     SELECT id, $1, 'editor', now() FROM made RETURNING project_id`,
    [person.account.id],
  )
  const { client_id } = await register(service)
  const shownFor = async (resource?: string) => {
    const page = await authorize(
      service,
      { ...SOME, client_id, code_challenge: pkce().challenge, resource },
      person,
    )
    return person.call('POST', '/oauth/request', { query: page.search.slice(1) })
  }
  const each = rows.map(({ project_id }) => service.mcpUrl.replace(service.projectId, project_id))

  const all = await shownFor()
  const [first, last] = [await shownFor(each[0]), await shownFor(each.at(-1))]

  expect(all.body.projects).toHaveLength(251)
  expect([first, last].map(({ body }) => body.projects)).toMatchObject([
    [{ role: 'editor' }],
    [{ role: 'editor' }],
  ])
})

describe('a code', () => {
  async function codeFor(client: { client_id: string }) {
    const { verifier, challenge } = pkce()
    const asking = {
      ...SOME,
      client_id: client.client_id,
      code_challenge: challenge,
      resource: service.mcpUrl,
    }
    const { body } = await decide(person, await authorize(service, asking, person))
    const code = new URL(body.redirect_to).searchParams.get('code') ?? ''
    const form = {
      grant_type: 'authorization_code',
      client_id: client.client_id,
      redirect_uri: CALLBACK,
      code,
    }
    return { ...form, code_verifier: verifier }
  }

  it.each([
    ['another verifier', { code_verifier: pkce().verifier }],
    ['no verifier', { code_verifier: undefined }],
    ['another address', { redirect_uri: 'https://client.example/other' }],
    ['another resource', { resource: 'https://elsewhere.example/' }],
  ])('is worth nothing with %s', async (_, wrong) => {
    const form = await codeFor(await register(service))

    const { status, body } = await token(service, { ...form, ...wrong })

    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(body.access_token).toBeUndefined()
  })

  it('is a grant that does not count where its verifier is wrong, as clients expect', async () => {
    const form = await codeFor(await register(service))

    const { status, body } = await token(service, { ...form, code_verifier: pkce().verifier })

    expect([status, body.error]).toEqual([400, 'invalid_grant'])
  })

  it('is worth nothing to another client', async () => {
    const form = await codeFor(await register(service))
    const { client_id } = await register(service)

    expect(await token(service, { ...form, client_id })).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    })
  })

  it('works once; used again, what it gave stops working', async () => {
    const form = await codeFor(await register(service))

    const first = await token(service, form)
    const second = await token(service, form)

    expect([first.status, second.status]).toEqual([200, 400])
    expect((await callMcp(service, first.body.access_token)).status).toBe(401)
  })

  it('is worth nothing once the member took the consent back', async () => {
    const form = await codeFor(await register(service))
    const { body } = await person.call('GET', '/grants')
    await person.call('DELETE', `/grants/${body.items[0]?.id}`)

    const { status, body: answer } = await token(service, form)

    expect([status, answer.error]).toEqual([400, 'invalid_grant'])
  })
})

describe('a refresh token', () => {
  it('is exchanged for a new one, again and again, with or without a scope', async () => {
    const first = await connect(service, person)

    const second = await refresh(service, first)
    const third = await refresh(service, { ...first, ...second.body }, { scope: 'agent' })
    const fourth = await refresh(service, { ...first, ...third.body }, { resource: service.mcpUrl })

    const all = [first, second.body, third.body, fourth.body]
    expect([second.status, third.status, fourth.status]).toEqual([200, 200, 200])
    expect(new Set(all.map((each) => each.refresh_token)).size).toBe(4)
    expect((await callMcp(service, fourth.body.access_token)).status).toBe(200)
  })

  it('sent again because the answer got lost, answers the same', async () => {
    const first = await connect(service, person)

    const [one, two] = [await refresh(service, first), await refresh(service, first)]

    expect(two.body.refresh_token).toBe(one.body.refresh_token)
  })

  it('sent twice at once, answers the same to both', async () => {
    const first = await connect(service, person)

    const answers = await Promise.all(Array.from({ length: 6 }, () => refresh(service, first)))

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1)
    expect((await callMcp(service, answers[5]?.body.access_token)).status).toBe(200)
  })

  it('that comes back late is taken for stolen: all that came of it ends', async () => {
    const first = await connect(service, person)
    const second = await refresh(service, first)
    await service.db.query(
      "UPDATE oauth_refresh_token SET rotation_replay_expires_at = now() - interval '1 minute' WHERE rotated_at IS NOT NULL",
    )

    const late = await refresh(service, first)

    expect([late.status, late.body.error]).toEqual([400, 'invalid_grant'])
    expect((await refresh(service, { ...first, ...second.body })).status).toBe(400)
    expect((await callMcp(service, second.body.access_token)).status).toBe(401)
  })

  it.each([
    ['another client', async () => ({ client_id: (await register(service)).client_id })],
    ['another project', async () => ({ resource: 'https://elsewhere.example/' })],
    ['more than was allowed', async () => ({ scope: 'agent team:write' })],
  ])('is refused for %s', async (_, wrong) => {
    const first = await connect(service, person)

    const { status, body } = await refresh(service, first, await wrong())

    expect([status, body.access_token]).toEqual([400, undefined])
  })
})

describe('a client that revokes', () => {
  it.each(['access_token', 'refresh_token'])('its %s ends it', async (kind) => {
    const got = await connect(service, person)
    const form = { token: got[kind], client_id: got.client.client_id }

    const { status } = await post(service, '/oauth2/revoke', form)

    expect(status).toBe(200)
    expect((await callMcp(service, got.access_token)).status).toBe(401)
  })

  it('answers 200 to a token that it does not know', async () => {
    const { client_id } = await register(service)

    expect((await post(service, '/oauth2/revoke', { token: 'fno_unknown', client_id })).status).toBe(200)
  })
})
