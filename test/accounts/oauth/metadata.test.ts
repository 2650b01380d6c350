// What clients find out before anything else, and what they are told where OAuth cannot be served.
import { beforeAll, describe, expect, it } from 'vitest'
import { send, startService, type TestService } from '../../service.ts'

const RESOURCE = '/.well-known/oauth-protected-resource'
const SERVER = '/.well-known/oauth-authorization-server'

describe('metadata', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService()
  })
  const get = (path: string) => send(service.url + path, 'GET')
  const mcpPath = () => new URL(service.mcpUrl).pathname

  it('of a project names its address, with the slash or without, as it is asked for', async () => {
    for (const path of [mcpPath(), mcpPath().slice(0, -1)]) {
      const { status, headers, body } = await get(RESOURCE + path)

      expect(status).toBe(200)
      expect(headers.get('content-type')).toContain('application/json')
      expect(body).toEqual({
        resource: service.url + path,
        authorization_servers: [service.url],
        scopes_supported: ['agent'],
        bearer_methods_supported: ['header'],
        resource_name: 'Fieldnote',
      })
    }
  })

  it('at the root is of the service as a whole, where the member chooses', async () => {
    const { body } = await get(RESOURCE)

    expect(body).toMatchObject({
      resource: `${service.url}/`,
      authorization_servers: [service.url],
      scopes_supported: ['agent', 'team:read', 'team:write'],
    })
  })

  it('of the authorization server has what hosts look for', async () => {
    const { body } = await get(SERVER)

    expect(body).toMatchObject({
      issuer: service.url,
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    })
    expect(body.token_endpoint_auth_methods_supported).toEqual(
      expect.arrayContaining(['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt']),
    )
    expect(body.scopes_supported).toContain('offline_access')
    for (const name of ['authorization', 'token', 'registration', 'revocation']) {
      const { status } = await send(body[`${name}_endpoint`], 'DELETE')
      expect([name, status]).toEqual([name, 405])
    }
  })

  it('is found from the 401 alone', async () => {
    const refused = await send(service.mcpUrl, 'POST', {})
    const [, address = ''] =
      /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '') ?? []

    const { body: resource } = await send(address, 'GET')
    const { body: server } = await send(resource.authorization_servers[0] + SERVER, 'GET')

    expect(resource.resource).toBe(service.mcpUrl)
    expect(server.issuer).toBe(resource.authorization_servers[0])
  })

  it.each([RESOURCE, SERVER, '/oauth2/token', '/oauth2/register'])(
    '%s is open to pages of any site',
    async (path) => {
      const response = await fetch(service.url + path, {
        method: 'OPTIONS',
        headers: { Origin: 'https://app.example', 'Access-Control-Request-Method': 'POST' },
      })

      expect(response.status).toBe(204)
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(response.headers.get('access-control-allow-headers')).toContain('MCP-Protocol-Version')
      expect(response.headers.has('access-control-allow-credentials')).toBe(false)
    },
  )
})

describe('where BASE_URL is neither https nor loopback', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService({ baseUrl: () => 'http://notes.example' })
  })
  const MISSING = { detail: 'OAuth is not served here: set BASE_URL to the https address of this service' }

  it.each([
    ['GET', RESOURCE],
    ['GET', SERVER],
    ['GET', '/oauth2/authorize?client_id=x'],
    ['POST', '/oauth2/token'],
    ['POST', '/oauth2/register'],
  ])('%s %s says what is missing', async (method, path) => {
    const { status, body } = await send(service.url + path, method, method === 'POST' ? {} : undefined)

    expect([status, body]).toEqual([404, MISSING])
  })

  it('the MCP endpoint speaks of keys alone, and takes them', async () => {
    const url = `${service.url}/mcp/v1/project/${service.projectId}/`
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }

    const refused = await send(url, 'POST', ping, { Authorization: 'Bearer fno_token' })
    const served = await send(url, 'POST', ping, { Authorization: `Bearer ${service.key}` })

    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'ApiKey'])
    expect(refused.body).toEqual({ detail: 'missing or invalid API key' })
    expect(served.status).toBe(200)
  })
})
