// A built service with an owner, an empty project and a sample project, and a browser to look at them.
import { chromium } from 'playwright-core'
import { openBench } from '../bench.mjs'
import { PROJECT, until } from '../program.ts'
import { FLAGS, findChromium } from './chromium.mjs'

const OWNER = { name: 'Ada Field', email: 'ada@example.com', password: 'correct horse battery staple' }

export async function openConsole({ sample = true } = {}) {
  const bench = await openBench()
  const service = await bench.start('serve', { BASE_URL: '', HOST: '127.0.0.1' })
  const browser = await chromium.launch({ executablePath: findChromium(), args: FLAGS })
  const owner = await browser.newContext({ baseURL: service.url })
  const call = async (method, path, data) => {
    const answer = await owner.request.fetch(path, { method, data, headers: { Origin: service.url } })
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
    return answer.status() === 204 ? null : answer.json()
  }
  await call('POST', '/api/setup', { token: service.setupToken, ...OWNER })
  const empty = await call('POST', '/api/projects', { name: 'Nothing yet' })
  const full = sample ? await openSample(call) : PROJECT
  return {
    bench,
    url: service.url,
    empty: empty.id,
    full,
    get: (path) => call('GET', path),
    /** A visitor of its own, signed in as the owner unless `anonymous`. */
    async visit({ anonymous = false, ...options } = {}) {
      const storageState = anonymous ? undefined : await owner.storageState()
      return browser.newContext({ baseURL: service.url, storageState, ...options })
    },
    async close() {
      await browser.close()
      await bench.close()
    },
  }
}

async function openSample(call) {
  const { project_id: id } = await call('POST', `/api/projects/${PROJECT}/sample`, {})
  const isWhole = async () => (await call('GET', `/api/projects/${id}`)).sample?.complete === true
  const isDigested = async () => (await call('GET', `/api/projects/${id}/digest`)).pending === 0
  await until(
    async () => (await isWhole()) && (await isDigested()),
    () => 'the sample is digested',
    {
      patienceMs: 300_000,
    },
  )
  return id
}
