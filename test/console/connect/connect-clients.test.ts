// The set-ups that the Connect page offers: one test for each, against a running service where it can be run here.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createMCPClient } from '@ai-sdk/mcp'
import { parseAst } from 'vite'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  CLIENTS,
  canBeSignedInto,
  clientsFor,
  FIRST_CLIENTS,
} from '../../../console/src/pages/connect/clients.ts'
import {
  type Connection,
  type Snippet,
  SYSTEM_PROMPT,
  variable,
} from '../../../console/src/pages/connect/connection.ts'
import {
  TEAM_CLIENTS,
  TOKEN_PLACEHOLDER,
  teamClientsAt,
} from '../../../console/src/pages/connect/team-clients.ts'
import { connectV1 } from '../../mcp/clients.ts'
import { accessToken, teamUrl } from '../../mcp/team/asking.ts'
import { type Loose, signIn, startService, type TestService } from '../../service.ts'

const run = promisify(execFile)
const TOOLS = ['get_service_guidelines', 'get_active_studies', 'post_observations', 'post_research_answer']

let service: TestService
let connection: Connection
beforeAll(async () => {
  service = await startService()
  const { url, projectId, key, mcpUrl } = service
  connection = { projectId, key, mcpUrl, restUrl: `${url}/v1/project/${projectId}/` }
})

const clientOf = (id: string) => {
  const client = CLIENTS.find((each) => each.id === id)
  if (!client) throw new Error(`no client ${id}`)
  return client
}
const snippetOf = (id: string, place: string, changed: Partial<Connection> = {}): Snippet => {
  const found = clientOf(id)
    .snippets({ ...connection, ...changed })
    .find((snippet) => snippet.place === place)
  if (!found) throw new Error(`${id} has nothing for ${place}`)
  return found
}
const jsonOf = (id: string, place: string): Loose => JSON.parse(snippetOf(id, place).code)

/** What a host does with the address and the headers of a set-up. */
async function toolsAt(url: string, headers: Record<string, string>): Promise<string[]> {
  const client = await connectV1(url, headers)
  const names = await client.toolNames()
  await client.close()
  return names
}

/** The body between `-d '` and `'`. */
const bodyOf = (code: string): Loose => JSON.parse(/-d '([\s\S]*)'$/.exec(code)?.[1] ?? '')

/** The headers of a command line that asks for them with a flag. */
const flagHeader = (code: string): Record<string, string> => {
  const [, name = '', value = ''] = /--header "([\w-]+): ([^"]+)"/.exec(code) ?? []
  return { [name]: value }
}

const askedFor = (headers: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      value.replace(variable('input:fieldnote-key'), connection.key),
    ]),
  )

/** What each one has to do; a client that is added without a line here fails the test below. */
const CHECKS: Record<string, () => Promise<void>> = {
  async 'claude-ai'() {
    expect(snippetOf('claude-ai', 'Remote MCP server URL').code).toBe(connection.mcpUrl)
    expect(clientOf('claude-ai').steps?.(connection).join(' ')).toContain('Add custom connector')
  },
  async chatgpt() {
    expect(snippetOf('chatgpt', 'MCP server URL').code).toBe(connection.mcpUrl)
    expect(clientOf('chatgpt').steps?.(connection).join(' ')).toContain('Developer mode')
  },
  async 'claude-code'() {
    const { code } = snippetOf('claude-code', 'Terminal')
    const { fieldnote } = jsonOf('claude-code', '.mcp.json').mcpServers

    expect(code).toMatch(/^claude mcp add --transport http fieldnote http\S+ \\\n {2}--header /)
    expect(await toolsAt(code.split(' ')[6] ?? '', flagHeader(code))).toEqual(TOOLS)
    expect(fieldnote.type).toBe('http')
    expect(await toolsAt(fieldnote.url, fieldnote.headers)).toEqual(TOOLS)
  },
  async 'claude-desktop'() {
    await tryMcpRemote(jsonOf('claude-desktop', 'claude_desktop_config.json'))
  },
  async cursor() {
    const { fieldnote } = jsonOf('cursor', '.cursor/mcp.json').mcpServers
    const link = new URL(clientOf('cursor').install?.(connection).href ?? '')
    const linked = JSON.parse(atob(link.searchParams.get('config') ?? ''))

    expect(link.href).toMatch(/^cursor:\/\/anysphere\.cursor-deeplink\/mcp\/install\?name=fieldnote&config=/)
    expect(linked).toEqual(fieldnote)
    expect(await toolsAt(fieldnote.url, fieldnote.headers)).toEqual(TOOLS)
  },
  async 'vs-code'() {
    const asking = jsonOf('vs-code', '.vscode/mcp.json')
    const plain = jsonOf('vs-code', '.mcp.json').mcpServers.fieldnote
    const [scheme, query = ''] = (clientOf('vs-code').install?.(connection).href ?? '').split('?')
    const { name, inputs, ...linked } = JSON.parse(decodeURIComponent(query))

    expect([scheme, name]).toEqual(['vscode:mcp/install', 'fieldnote'])
    expect([inputs, linked]).toEqual([asking.inputs, asking.servers.fieldnote])
    expect(asking.inputs).toMatchObject([{ type: 'promptString', id: 'fieldnote-key', password: true }])
    expect(await toolsAt(linked.url, askedFor(linked.headers))).toEqual(TOOLS)
    expect(await toolsAt(plain.url, plain.headers)).toEqual(TOOLS)
  },
  async codex() {
    const { code } = snippetOf('codex', '~/.codex/config.toml')
    const [, url = ''] = /^url = "(.+)"$/m.exec(code) ?? []
    const [, value = ''] = /^http_headers = \{ "Authorization" = "(.+)" \}$/m.exec(code) ?? []

    expect(code).toMatch(/^\[mcp_servers\.fieldnote\]\n/)
    expect(await toolsAt(url, { Authorization: value })).toEqual(TOOLS)
  },
  async 'gemini-cli'() {
    const { code } = snippetOf('gemini-cli', 'Terminal')
    const { fieldnote } = jsonOf('gemini-cli', '~/.gemini/settings.json').mcpServers

    expect(code).toMatch(
      /^gemini mcp add --scope user --transport http \\\n {2}--header "[^"]+" fieldnote http/,
    )
    expect(await toolsAt(code.split(' ').at(-1) ?? '', flagHeader(code))).toEqual(TOOLS)
    expect(await toolsAt(fieldnote.url, fieldnote.headers)).toEqual(TOOLS)
  },
  async 'claude-api'() {
    const { code } = snippetOf('claude-api', 'Terminal')
    const { model, mcp_servers, tools } = bodyOf(code)
    const [{ url, name, authorization_token }] = mcp_servers

    expect(code).toContain('-H "anthropic-beta: mcp-client-2025-11-20"')
    expect(model).toMatch(/^claude-(opus|sonnet)-\d+(-\d+)?$/)
    expect(tools).toEqual([{ type: 'mcp_toolset', mcp_server_name: name }])
    expect(await toolsAt(url, { Authorization: `Bearer ${authorization_token}` })).toEqual(TOOLS)
  },
  async 'openai-responses'() {
    const { model, tools } = bodyOf(snippetOf('openai-responses', 'Terminal').code)
    const [{ type, server_url, headers, require_approval }] = tools

    expect(model).toMatch(/^gpt-\d/)
    expect([type, require_approval]).toEqual(['mcp', 'never'])
    expect(await toolsAt(server_url, headers)).toEqual(TOOLS)
  },
  async 'openai-agents'() {
    await tryPython(snippetOf('openai-agents', 'Python'))
    await tryTypeScript(snippetOf('openai-agents', 'TypeScript'), '@openai/agents')
  },
  async vercel() {
    const { code } = snippetOf('vercel', 'TypeScript')
    await tryTypeScript({ place: '', language: 'typescript', code }, '@ai-sdk/mcp')
    const [, options = ''] = /createMCPClient\(([\s\S]+?)\)\nconst tools/.exec(code) ?? []

    const client = await createMCPClient(new Function(`return ${options}`)())
    const tools = await client.tools()
    await client.close()

    expect(Object.keys(tools)).toEqual(TOOLS)
  },
  async langchain() {
    await tryPython(snippetOf('langchain', 'Python'))
    await tryTypeScript(snippetOf('langchain', 'TypeScript'), '@langchain/mcp-adapters')
  },
  async mastra() {
    await tryTypeScript(snippetOf('mastra', 'TypeScript'), '@mastra/mcp')
  },
  async 'python-sdk'() {
    await tryPython(snippetOf('python-sdk', 'Python'))
  },
  async 'mcp-remote'() {
    await tryMcpRemote(jsonOf('mcp-remote', 'Your client’s MCP settings'))
  },
  async curl() {
    const before = await service.count('observation')

    const { stdout } = await run('sh', ['-c', snippetOf('curl', 'Terminal').code])

    expect(JSON.parse(stdout).results).toHaveLength(1)
    expect(await service.count('observation')).toBe(before + 1)
  },
}

/** A program that starts mcp-remote gives it the arguments as they are, and the variable's value for its name. */
async function tryMcpRemote({ mcpServers: { fieldnote } }: Loose): Promise<void> {
  const [, program, url, flag, header] = fieldnote.args
  const [name, value] = header.replace(variable('AUTH'), fieldnote.env.AUTH).split(':')

  expect([fieldnote.command, program, flag]).toEqual(['npx', 'mcp-remote', '--header'])
  expect(fieldnote.args.filter((argument: string) => argument.includes(' '))).toEqual([])
  expect(await toolsAt(url, { [name]: value })).toEqual(TOOLS)
}

/** Its packages are not installed here: it parses, and it names the address, the key and the package. */
async function tryTypeScript({ code }: Snippet, from: string): Promise<void> {
  expect(parseAst(code, { lang: 'ts' }).body.length).toBeGreaterThan(1)
  expect(code).toContain(`from '${from}'`)
  expect(code).toContain(`'${connection.mcpUrl}'`)
  expect(code).toContain(`{ Authorization: 'ApiKey ${connection.key}' }`)
}

async function tryPython({ code }: Snippet): Promise<void> {
  expect(code).toMatch(/^asyncio\.run\(main\(\)\)$/m)
  expect(code).toContain(`"${connection.mcpUrl}"`)
  expect(code).toContain(`{"Authorization": "ApiKey ${connection.key}"}`)
  await run('python3', ['-c', 'import ast, sys; ast.parse(sys.argv[1])', code]).catch((error) => {
    if (error.code !== 'ENOENT') throw error // a machine without Python
  })
}

describe('a set-up', () => {
  it.each(CLIENTS)('of $name works as it is pasted', async ({ id }) => {
    const check = CHECKS[id]

    expect(check, `no check for ${id}`).toBeDefined()
    await check?.()
  })

  it.each(CLIENTS)('of $name says how the key is sent, and where its maker documents it', (client) => {
    expect(client.docs).toMatch(/^https:\/\//)
    expect(client.auth === 'key' ? client.header : client.steps).toBeDefined()
    expect(client.snippets(connection).length).toBeGreaterThan(0)
  })

  it('is there for every client that agents run in', () => {
    expect(Object.keys(CHECKS).sort()).toEqual(CLIENTS.map(({ id }) => id).sort())
  })

  it.each([
    [false, ['key']],
    [true, ['key', 'sign-in']],
  ])('with signing in is offered only where the service serves it: %s', (signIn, kinds) => {
    const offered = clientsFor({ signIn })

    expect([...new Set(offered.map(({ auth }) => auth))].sort()).toEqual(kinds)
    expect(offered).toEqual(expect.arrayContaining(FIRST_CLIENTS))
  })
})

describe('a set-up for the team', () => {
  it.each(TEAM_CLIENTS)('of $name reaches the team’s endpoint', async ({ id, auth, steps, snippets }) => {
    const token = await accessToken(await signIn(service, { role: 'viewer' }))
    const made = snippets({ teamUrl: teamUrl(service) }).map(({ place, code }) => [
      place,
      code.replace(TOKEN_PLACEHOLDER, token),
    ])
    const code = Object.fromEntries(made)
    const byToken = async (url: string, headers: Record<string, string>) =>
      expect(await toolsAt(url, headers)).toContain('get_overview')

    expect(steps.length).toBeGreaterThan(1)
    for (const [, text] of made) expect(text).toContain(teamUrl(service))
    if (id === 'claude-code')
      expect(code.Terminal).toBe(`claude mcp add --transport http fieldnote-team ${teamUrl(service)}`)
    if (auth !== 'token') return
    const command = code['Terminal, for Claude Code']
    await byToken(command.split(' ')[6] ?? '', flagHeader(command))
    const { url, headers } = JSON.parse(code['Your client’s MCP settings']).mcpServers['fieldnote-team']
    await byToken(url, headers)
  })

  it.each([
    ['https://notes.example.com/mcp/', ['claude-ai', 'chatgpt', 'claude-code', 'access-token']],
    ['http://127.0.0.1:4000/mcp/', ['claude-code', 'access-token']],
    ['http://notes.internal/mcp/', ['access-token']],
  ])('is offered at %s where it works: %j', (address, ids) => {
    expect(teamClientsAt(address).map(({ id }) => id)).toEqual(ids)
  })
})

describe('mcp-remote', () => {
  it.each([
    ['https://notes.example.com/mcp/', false],
    ['http://127.0.0.1:4000/mcp/', false],
    ['http://notes.internal/mcp/', true],
  ])('is told that %s may be plain: %s', (mcpUrl, told) => {
    const { code } = snippetOf('mcp-remote', 'Your client’s MCP settings', { mcpUrl })

    expect(JSON.parse(code).mcpServers.fieldnote.args.includes('--allow-http')).toBe(told)
  })
})

describe('the line for a system prompt', () => {
  it('says when to read the guidelines, and where the ids go', () => {
    expect(SYSTEM_PROMPT).toContain('get_service_guidelines')
    expect(SYSTEM_PROMPT).toContain('{user_id}')
    expect(SYSTEM_PROMPT).toContain('{conversation_id}')
  })
})

it.each([
  ['https://fieldnote.example/mcp/v1/project/1/', true],
  ['http://127.0.0.1:4000/mcp/v1/project/1/', false],
])('signing in is offered at an address that others can reach: %s', (address, offered) => {
  expect(canBeSignedInto(address)).toBe(offered)
})
