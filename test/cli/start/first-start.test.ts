// The first start, as a newcomer sees it.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresOf, type Service } from '../../../scripts/program.ts'
import { cookieOf, send } from '../../service.ts'
import { cleanUp, DIGESTING, expectNoPostgres, newFolder, rowsIn, start, welcomeOf } from '../program.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

describe('the first start', () => {
  const dataDir = newFolder()
  let service: Service
  beforeAll(async () => {
    service = await start({ DATA_DIR: dataDir, ...DIGESTING })
  })
  afterAll(cleanUp)

  it('prints the address, a project, its key and its MCP address, each once', async () => {
    const { projectId, apiKey } = welcomeOf(service)

    expect(projectId).toMatch(UUID)
    expect(apiKey).toMatch(/^fnk_[\w-]{43}$/)
    const lines = service.output.stdout.split('\n').map((line) => line.trim())
    expect(lines).toContain(`Address      ${service.url}`)
    expect(lines).toContain(`MCP address  ${service.url}/mcp/v1/project/${projectId}/`)
    expect(lines.filter((line) => line.startsWith('API key'))).toHaveLength(1)
    expect(service.output.stderr).not.toContain(apiKey)
    const [stored, ...others] = await rowsIn(
      dataDir,
      "SELECT project_id, encode(hash, 'hex') AS hash FROM api_key",
    )
    expect(others).toEqual([])
    expect(stored).toEqual({ project_id: projectId, hash: createHash('sha256').update(apiKey).digest('hex') })
  })

  it('prints a curl line that works when pasted into a shell', async () => {
    const { curl, projectId } = welcomeOf(service)

    const { stdout } = await promisify(execFile)('sh', ['-c', `${curl} --silent`])

    expect(JSON.parse(stdout)).toEqual({ results: [expect.objectContaining({ source: 'rest', tags: [] })] })
    const stored = await rowsIn(dataDir, 'SELECT id, project_id FROM observation')
    expect(stored).toEqual([{ id: JSON.parse(stdout).results[0].id, project_id: projectId }])
  })

  it('prints an MCP address that answers with the key', async () => {
    const { projectId, apiKey } = welcomeOf(service)
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

    const { status, body } = await send(`${service.url}/mcp/v1/project/${projectId}/`, 'POST', list, {
      Authorization: `Bearer ${apiKey}`,
    })

    expect(status).toBe(200)
    expect(body.result.tools).toHaveLength(4)
  })

  it('prints a link that makes the first account, owner of the project, and signs it in', async () => {
    const { setUpLink, projectId } = welcomeOf(service)
    const token = new URL(setUpLink).hash.slice(1)
    expect(service.output.stderr).not.toContain(token)
    expect((await send(`${service.url}/api/projects`, 'GET')).status).toBe(401)

    const made = await send(`${service.url}/api/setup`, 'POST', {
      token,
      name: 'Ada',
      email: 'ada@example.com',
      password: 'correct horse battery',
    })

    expect(made.status).toBe(201)
    const { body } = await send(`${service.url}/api/projects`, 'GET', undefined, { Cookie: cookieOf(made) })
    expect(body.items).toEqual([expect.objectContaining({ id: projectId, role: 'owner' })])
  })

  it('writes nothing but JSON lines to standard error', () => {
    const lines = service.output.stderr.trim().split('\n')

    for (const line of lines)
      expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number), msg: expect.any(String) })
  })

  it('ends with code 0 on SIGTERM, and its PostgreSQL with it', async () => {
    expect(postgresOf(dataDir)).toBeGreaterThan(0)

    const { code, signal } = await service.stop()

    expect([code, signal]).toEqual([0, null])
    expectNoPostgres(dataDir)
  })
})
