// npm run dev — the service, restarted when src changes, behind the console with hot reload. One terminal; Ctrl-C ends
// both. Data is kept in .dev/data: on the first start an account to sign in with, and a month of sample data.
// Settings of the service apply; PORT is the service's, the console takes the first free port from 5173 on.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLogger, createServer } from 'vite'
import { copyAssets } from './build/copy-assets.mjs'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const OUT = '.dev' // at the depth of dist, so that the program finds package.json and its packages
const PORT = process.env.PORT ?? '4000'
const SERVICE = `http://127.0.0.1:${PORT}`
const PROJECT = '0de0de00-0000-4000-8000-000000000001'
const KEY = 'dev-key'
const OWNER = { name: 'Dev', email: 'dev@example.com', password: 'fieldnote-dev' }
const SETTLE_MS = 100 // an editor or a git checkout writes many files at once

process.chdir(ROOT)
let vite
let service
let ending = false
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, end)

await compile()
vite = await serveConsole()
const consoleUrl = `http://127.0.0.1:${vite.httpServer.address().port}`
service = startService()
await ready(service)
console.log(`
  Console  ${consoleUrl}  (${OWNER.email}, password ${OWNER.password})
  API      ${SERVICE}/docs  (project ${PROJECT}, key ${KEY})
  Ctrl-C ends both.
`)
restartOnChange()

/** Writes JavaScript even where types are wrong: those are printed, and the change can be looked at all the same. */
async function compile() {
  mkdirSync(OUT, { recursive: true })
  const options = ['--outDir', OUT, '--incremental', '--tsBuildInfoFile', join(OUT, 'tsconfig.tsbuildinfo')]
  const tsc = spawn('node_modules/.bin/tsc', ['-p', 'tsconfig.build.json', ...options], { stdio: 'inherit' })
  await once(tsc, 'exit')
  copyAssets(OUT)
}

async function serveConsole() {
  const proxy = Object.fromEntries(
    ['/api', '/v1', '/mcp', '/docs', '/llms.txt', '/openapi.json'].map((path) => [path, SERVICE]),
  )
  const server = await createServer({
    configFile: 'console/vite.config.ts',
    customLogger: quietLogger(),
    clearScreen: false, // the service's log is on it too
    server: { host: '127.0.0.1', proxy },
  })
  return server.listen()
}

/** While the service starts again, the open page cannot reach it: the page says so, a stack for each call need not. */
function quietLogger() {
  const logger = createLogger('warn', { allowClearScreen: false })
  const { error } = logger
  logger.error = (text, options) => {
    if (!text.includes('proxy error')) error(text, options)
  }
  return logger
}

function startService() {
  const env = {
    ...process.env,
    PORT,
    DATA_DIR: process.env.DATA_DIR ?? join(OUT, 'data'),
    BASE_URL: consoleUrl, // changes are accepted from the service's own address only
    BOOTSTRAP_PROJECT_ID: PROJECT,
    BOOTSTRAP_API_KEY: KEY,
  }
  return spawn(process.execPath, ['--enable-source-maps', join(OUT, 'main.js'), 'serve'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** Waits until the service is ready; the first time it offers a link for the first account, which is taken here. */
async function ready(child) {
  let said = ''
  child.stdout.setEncoding('utf8')
  const exit = once(child, 'exit').then(() => false)
  const isReady = new Promise((done) => {
    child.stdout.on('data', (text) => {
      said += text
      if (said.includes(' is ready at ')) done(true)
    })
  })
  if (!(await Promise.race([isReady, exit]))) {
    if (!ending) process.exit(1)
    return
  }
  const [, token] = /\/setup#(\S+)/.exec(said) ?? []
  if (token) await makeOwner(token).then(openSample)
}

async function makeOwner(token) {
  const answer = await call('/api/setup', { token, ...OWNER }, {})
  return answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
}

async function openSample(cookies) {
  await call(`/api/projects/${PROJECT}/sample`, {}, { Cookie: cookies.join('; ') })
}

async function call(path, body, headers) {
  const answer = await fetch(SERVICE + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: consoleUrl, ...headers },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`)
  return answer
}

function restartOnChange() {
  const source = resolve('src')
  let timer
  let restarting = Promise.resolve()
  vite.watcher.add(source)
  vite.watcher.on('all', (_event, path) => {
    if (!path.startsWith(source)) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      restarting = restarting.then(restart)
    }, SETTLE_MS)
  })
}

async function restart() {
  if (ending) return
  const begun = performance.now()
  await compile()
  await stop()
  if (ending) return
  service = startService()
  const child = service
  child.stdout.resume()
  child.once('exit', (code) => {
    if (code && child === service && !ending)
      console.log('The service ended: save a change to start it again.')
  })
  console.log(`src changed: the service starts again (after ${Math.round(performance.now() - begun)} ms)`)
}

async function stop() {
  if (!service || service.exitCode !== null || service.signalCode !== null) return
  const gone = once(service, 'exit')
  service.kill('SIGTERM')
  await gone
}

/** The terminal sends Ctrl-C to the service as well; being asked twice within a second is one wish to it. */
async function end() {
  if (ending) return
  ending = true
  await stop()
  await vite?.close()
  process.exit(0)
}
