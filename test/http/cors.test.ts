// Pages of other origins: what their browser is told, and what a page in a real browser can then do.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FLAGS, findChromium } from '../../scripts/console/chromium.mjs'
import { forgetAll, request } from '../mcp/endpoint.ts'
import { batch, send, startService, type TestService } from '../service.ts'

/** Empty pages under every name: the browser below looks for all names on this machine. */
const pages = createServer((_, response) => void response.setHeader('Content-Type', 'text/html').end('<p>'))
pages.listen(0, '127.0.0.1')
await once(pages, 'listening')
const { port } = pages.address() as AddressInfo
const APP = `http://app.example:${port}`
const FOREIGN = `http://evil.example:${port}`
const CALL = request('tools/call', { name: 'post_observations', arguments: batch() })

let service: TestService
beforeAll(async () => {
  service = await startService({ allowedOrigins: [APP] })
})
beforeEach(() => forgetAll(service))

const addresses = () => [`${service.url}/v1/project/${service.projectId}/observations/`, service.mcpUrl]
const preflight = (url: string, Origin: string) =>
  send(url, 'OPTIONS', undefined, {
    Origin,
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'authorization,content-type,mcp-protocol-version',
  })

describe('a preflight', () => {
  it.each([APP, 'http://localhost:5173'])(
    'of %s is answered without a key, for REST and MCP',
    async (origin) => {
      for (const url of addresses()) {
        const { status, headers, body } = await preflight(url, origin)

        expect([status, body]).toEqual([204, ''])
        expect(headers.get('access-control-allow-origin')).toBe(origin)
        expect(headers.get('access-control-allow-methods')).toContain('POST')
        expect(headers.get('access-control-allow-headers')).toBe(
          'authorization,content-type,mcp-protocol-version',
        )
        expect(headers.get('access-control-allow-credentials')).toBeNull()
        expect(headers.get('vary')).toContain('Origin')
      }
    },
  )

  it('of a page that was not named is answered like any call without a key', async () => {
    for (const url of addresses()) {
      const { status, headers } = await preflight(url, FOREIGN)

      expect(status).toBe(401)
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  it('opens nothing else: not the admin API, not signing in', async () => {
    for (const path of ['/api/projects', '/api/auth/sign-in/email', '/healthz']) {
      const { headers } = await preflight(service.url + path, APP)

      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
  })
})

describe('an answer', () => {
  it('to a named page may be read, whether it is good or bad', async () => {
    const good = await service.call('POST', '/observations/', batch(), { Origin: APP })
    const bad = await service.call('POST', '/observations/', {}, { Origin: APP })
    const keyless = await send(service.mcpUrl, 'POST', CALL, { Origin: APP })

    expect([good.status, bad.status, keyless.status]).toEqual([201, 400, 401])
    for (const { headers } of [good, bad, keyless]) {
      expect(headers.get('access-control-allow-origin')).toBe(APP)
      expect(headers.get('access-control-expose-headers')).toContain('X-Request-Id')
    }
  })

  it('without an Origin has no CORS headers, and says that it depends on the Origin', async () => {
    const { headers } = await service.call('GET', '/service-guidelines/')

    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(headers.get('vary')).toBe('Origin')
  })
})

describe('a page in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    const executablePath = findChromium() ?? ''
    browser = await chromium.launch({
      executablePath,
      args: [...FLAGS, '--host-resolver-rules=MAP *.example 127.0.0.1'],
    })
  })
  afterAll(async () => {
    await browser.close()
    pages.closeAllConnections()
    pages.close()
  })

  it.each([
    [APP, 201, 200],
    [FOREIGN, 'blocked', 'blocked'],
  ])('of %s gets %s over REST and %s over MCP', async (origin, rest, mcp) => {
    const page = await browser.newPage()
    await page.goto(`${origin}/`)

    const statuses = await page.evaluate(fetchBoth, {
      key: service.key,
      calls: addresses().map((url, index) => ({ url, body: JSON.stringify([batch(), CALL][index]) })),
    })
    await page.close()

    expect(statuses).toEqual([rest, mcp])
    expect(await service.count('observation')).toBe(origin === APP ? 2 : 0)
  })
})

type Calls = { key: string; calls: { url: string; body: string }[] }

/** Runs in the page. */
function fetchBoth({ key, calls }: Calls): Promise<unknown[]> {
  const headers = { Authorization: `ApiKey ${key}`, 'Content-Type': 'application/json' }
  return Promise.all(
    calls.map(({ url, body }) =>
      fetch(url, { method: 'POST', headers, body }).then(
        ({ status }) => status,
        () => 'blocked',
      ),
    ),
  )
}
