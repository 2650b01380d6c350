// What the README and the pages tell people to type: run as it stands, against a service.
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeIssue } from './issues.ts'
import { connectV1 } from './mcp/clients.ts'
import { ADMIN_TOKEN, makeStudy, startService, type TestService } from './service.ts'
import { quickFolder } from './setup/quick-folder.ts'

const REPOSITORY = resolve(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(REPOSITORY, path), 'utf8')
const blocksOf = (path: string, language: string): string[] =>
  [...read(path).matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(
    ([, text = '']) => text,
  )

let service: TestService
let environment: Record<string, string>
beforeAll(async () => {
  service = await startService()
  const { id } = await makeStudy(service, { question: 'Why do you export?', state: 'active' })
  environment = {
    PATH: process.env.PATH ?? '',
    BASE: service.url,
    PROJECT: service.projectId,
    KEY: service.key,
    STUDY: id,
    ADMIN_TOKEN,
    API: `${service.url}/api/projects/${service.projectId}`,
    AUTH: `Authorization: Bearer ${ADMIN_TOKEN}`,
  }
})

/** Curl ends with an error where the answer is one. */
async function typeIn(commands: string, cwd = REPOSITORY): Promise<string> {
  const script = commands.replaceAll(/^curl /gm, 'curl --silent --show-error --fail-with-body ')
  const { stdout } = await promisify(execFile)('bash', ['-euc', script], { cwd, env: environment })
  return stdout
}

const CALLS = ['docs/start/quickstart.md', 'docs/build/rest.md', 'docs/build/mcp.md'].flatMap((page) =>
  blocksOf(page, 'sh')
    .filter((block) => block.startsWith('curl '))
    .map((block, at) => ({ page, at: at + 1, block })),
)

describe('the calls of an agent', () => {
  it('are found', () => {
    expect(CALLS).toHaveLength(9)
  })

  it.each(CALLS)('$page, number $at, is answered', async ({ block }) => {
    const answer = JSON.parse(await typeIn(block))

    expect(answer.error ?? answer.result?.isError ?? answer.detail).toBeUndefined()
  })

  it('leave what they say: observations, and an answer to the study', async () => {
    const { rows } = await service.db.query(
      'SELECT DISTINCT title FROM observation WHERE project_id = $1 ORDER BY title',
      [service.projectId],
    )
    const answers = await service.db.query('SELECT FROM answer WHERE project_id = $1', [service.projectId])

    expect(rows.map(({ title }) => title)).toEqual([
      'CSV export stops at 10,000 rows without saying so',
      'Exported CSV file is cut off after 10,000 rows',
      'Wants dark mode',
    ])
    expect(answers.rowCount).toBe(1)
  })
})

const SCRIPTS = ['admin', 'webhooks', 'import']
  .map((page) => `docs/build/${page}.md`)
  .concat('docs/use/guidelines.md')

describe('a script', () => {
  it.each(SCRIPTS)('of %s is answered', async (page) => {
    const { id } = await makeIssue(service, 'Exports lose rows')
    const blocks = blocksOf(page, 'sh').filter((block) => /^curl /m.test(block))
    const folder = quickFolder('fieldnote-commands-')
    writeFileSync(join(folder, 'tickets.csv'), 'subject,customer\nExport stops,c-1\n')

    await typeIn(blocks.join('').replace('ISSUE=142', `ISSUE=${id}`), folder)

    rmSync(folder, { recursive: true })
    expect(blocks.length).toBeGreaterThan(0)
  })
})

describe('the README', () => {
  const commands = blocksOf('README.md', 'sh').join('')

  it('names the repository, commands of the package and of the program, and the image that it builds', () => {
    const { repository, scripts } = JSON.parse(read('package.json'))

    expect(commands).toContain(`git clone --depth 1 ${repository.url.replace('git+', '')}\ncd fieldnote\n`)
    expect(commands).toContain('npm ci && npm start\n')
    expect(commands).toContain('npm ci && npm test\n')
    expect(scripts).toMatchObject({ start: expect.any(String), test: expect.any(String) })
    expect(commands).toContain('docker build -t fieldnote .\n')
    expect(existsSync(join(REPOSITORY, 'Dockerfile'))).toBe(true)
  })

  it('connects an agent by the block for MCP clients', async () => {
    const [block = ''] = blocksOf('README.md', 'json')
    const filled = block
      .replace('http://127.0.0.1:4000', service.url)
      .replace('<project id>', service.projectId)
      .replace('<api key>', service.key)
    const { url, headers } = JSON.parse(filled).mcpServers.fieldnote

    const client = await connectV1(url, headers)
    const tools = await client.toolNames()
    await client.close()

    expect(tools.sort()).toEqual([
      'get_active_studies',
      'get_service_guidelines',
      'post_observations',
      'post_research_answer',
    ])
  })
})
