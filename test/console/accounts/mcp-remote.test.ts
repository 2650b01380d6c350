// mcp-remote, the way many desktop apps reach remote servers: its own sign-in, through a real browser.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { atEnd } from '../../closings.ts'
import { eventually } from '../../eventually.ts'
import { openEmptyConsole } from '../console.ts'

const require = createRequire(import.meta.url)
const PROXY = join(dirname(require.resolve('mcp-remote/package.json')), 'dist/proxy.js')

/** Its messages go in and out as lines; without a PATH it finds no browser to open by itself. */
function startProxy(url: string) {
  const home = mkdtempSync(join(tmpdir(), 'fieldnote-mcp-remote-'))
  const env = { PATH: home, HOME: home, MCP_REMOTE_CONFIG_DIR: home }
  const child = spawn(process.execPath, [PROXY, url, '--allow-http'], { env })
  const said = { log: '', answers: '' }
  child.stderr.on('data', (text) => {
    said.log += text
  })
  child.stdout.on('data', (text) => {
    said.answers += text
  })
  atEnd(async () => {
    child.kill()
    rmSync(home, { recursive: true, force: true })
  })
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  return { said, send }
}

it('mcp-remote signs in by itself and lists the tools', async () => {
  const service = await openEmptyConsole()
  const { said, send } = startProxy(service.mcpUrl)
  const clientInfo = { name: 'test', version: '1.0.0' }
  send({
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
  })
  await eventually(() => expect(said.log).toMatch(/\/oauth2\/authorize\?\S+\s/))

  const [address = ''] = /http\S+\/oauth2\/authorize\?\S+/.exec(said.log) ?? []
  const { page, context } = await service.openAs(service.owner, address)
  await page.getByText(/^Connect .*MCP/).waitFor()
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await eventually(() => expect(said.answers).toContain('"serverInfo"'))
  send({ method: 'notifications/initialized' })
  send({ id: 2, method: 'tools/list' })

  await eventually(() => expect(said.answers).toContain('post_research_answer'))
  await context.close()
})
