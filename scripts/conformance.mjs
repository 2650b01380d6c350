// The official MCP conformance suite against a fresh Fieldnote: npm run conformance -- [path of main.js]
// The suite cannot send an API key, so it talks to a proxy that adds one; and it needs a person who consents to its
// own OAuth client, whom scripts/conformance-member.mjs plays. It needs Node 22, which npm has too.
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { consentTo, registerClient, signUp } from './conformance-member.mjs'
import { launch, ready } from './program.ts'

const SUITE = '@modelcontextprotocol/conformance@0.2.0-alpha.12'
const NODE = 22
const REVISIONS = ['2025-11-25', '2026-07-28']
const EXPECTED = fileURLToPath(new URL('../test/conformance/', import.meta.url))

const main = resolve(process.argv[2] ?? 'dist/main.js')
const tools = installTools()
const project = { id: randomUUID(), key: `fnk_${randomBytes(32).toString('base64url')}` }
const dataDir = mkdtempSync(join(tmpdir(), 'fieldnote-conformance-'))
const service = launch({
  args: [main, 'serve'],
  log: 'inherit',
  env: {
    PORT: '0',
    DATA_DIR: dataDir,
    BOOTSTRAP_PROJECT_ID: project.id,
    BOOTSTRAP_API_KEY: project.key,
    LOG_LEVEL: 'warn',
  },
})
let failed = false
try {
  const { url: address, output } = await ready(service)
  const [, setUpLink] = /^Open the console: (\S+)/m.exec(output.stdout)
  const proxy = await startProxy(address, project)
  for (const revision of REVISIONS) failed = (await run(revision, proxy.url)) !== 0 || failed
  proxy.server.close()
  proxy.server.closeAllConnections()
  failed = (await runAuthorization(address, setUpLink)) !== 0 || failed
} finally {
  await service.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
process.exit(failed ? 1 : 0)

/** The suite and a Node that runs it, in a folder of the user's cache: they are no dependency of the project. */
function installTools() {
  const folder = join(homedir(), '.cache', 'fieldnote-conformance', SUITE.replaceAll(/[@/]/g, '-'))
  const modules = join(folder, 'node_modules')
  const suite = join(modules, '@modelcontextprotocol', 'conformance', 'dist', 'index.js')
  const own = Number(process.versions.node.split('.')[0]) >= NODE
  const node = own ? process.execPath : join(modules, nodePackage(), 'bin', 'node')
  if (existsSync(suite) && existsSync(node)) return { suite, node }
  mkdirSync(folder, { recursive: true })
  const wanted = own ? [SUITE] : [SUITE, `${nodePackage()}@${NODE}`]
  const npm = spawnSync('npm', ['install', '--prefix', folder, ...wanted], { stdio: 'inherit' })
  if (npm.status !== 0) process.exit(npm.status ?? 1)
  return { suite, node }
}

/** The package `node` would fetch one of these in an install script; asked for directly, none has to run. */
function nodePackage() {
  const name = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  return name === 'darwin-arm64' ? `node-bin-${name}` : `node-${name}`
}

async function startProxy(address, { id, key }) {
  const target = new URL(`/mcp/v1/project/${id}/`, address)
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `ApiKey ${key}` }
    const forwarded = request(target, { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode, answer.headers)
      answer.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `http://localhost:${server.address().port}/mcp` }
}

async function run(revision, url) {
  const expected = ['--expected-failures', join(EXPECTED, `${revision}.yml`)]
  const args = [tools.suite, 'server', '--url', url, '--requirements', revision, ...expected]
  const [code] = await once(spawn(tools.node, args, { stdio: 'inherit', cwd: dataDir }), 'exit')
  return code
}

/** The suite as an OAuth client: it prints where a browser has to go, and waits to be called back. */
async function runAuthorization(address, setUpLink) {
  const member = await signUp(address, setUpLink)
  const port = await freePort()
  const clientId = await registerClient(address, `http://127.0.0.1:${port}/callback`)
  const resource = new URL(`/mcp/v1/project/${project.id}/`, address).href
  const client = ['--client-id', clientId, '--resource', resource, '--port', String(port)]
  const args = [tools.suite, 'authorization', '--url', address, ...client]
  const suite = spawn(tools.node, args, { stdio: ['ignore', 'pipe', 'inherit'], cwd: dataDir })
  const ended = once(suite, 'exit')
  for await (const line of createInterface(suite.stdout)) {
    console.log(line)
    if (line.startsWith(`${address}/oauth2/authorize?`)) await consentTo(line, member)
  }
  const [code] = await ended
  return code
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}
