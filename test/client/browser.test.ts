// The queue in a real browser: what a page has collected is sent although the page goes.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { rolldown } from 'rolldown'
import { beforeAll, describe, expect, it } from 'vitest'
import { atEnd } from '../closings.ts'
import { visit } from '../console/browser.ts'
import { eventually } from '../eventually.ts'
import { startService, type TestService } from '../service.ts'

const CLIENT = join(import.meta.dirname, '../../packages/client/src/client.ts')

let service: TestService
let site: string
beforeAll(async () => {
  service = await startService()
  site = await startSite()
})

/** A site with the client on its page, which hands calls on to the service. */
async function startSite(): Promise<string> {
  const bundle = await rolldown({ input: CLIENT })
  const [{ code }] = (await bundle.generate({ minify: true })).output
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/v1/')) return void handOn(request, response)
    const script = request.url === '/client.js'
    response.setHeader('Content-Type', script ? 'text/javascript' : 'text/html')
    response.end(script ? code : '<!doctype html><link rel="icon" href="data:,"><title>A page</title>')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  atEnd(async () => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

async function handOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { authorization = '', 'idempotency-key': key = '' } = request.headers
  const answer = await fetch(service.url + request.url, {
    method: request.method ?? 'GET',
    headers: {
      Authorization: authorization,
      'Idempotency-Key': String(key),
      'Content-Type': 'application/json',
    },
    body: Buffer.concat(chunks),
  })
  response.writeHead(answer.status, { 'Content-Type': 'application/json' })
  response.end(await answer.text())
}

/** What cannot be sent is kept in the page's own storage. */
const collect = (page: Page, user: string, items: number, length: number): Promise<void> =>
  page.evaluate(`(async () => {
    const { Fieldnote, createObservationQueue } = await import('/client.js')
    const client = new Fieldnote({ url: location.origin, projectId: '${service.projectId}', apiKey: '${service.key}' })
    const queue = createObservationQueue(client, {
      intervalMs: 3_600_000,
      maxItems: 1_000,
      onError: (error, { observations }) => localStorage.setItem('unsent', (Number(localStorage.unsent ?? 0)) + observations.length),
    })
    for (let i = 0; i < ${items}; i++)
      queue.add({ user: '${user}', conversation: 'i', sentiment: 'neutral', title: 't' + i, description: 'x'.repeat(${length}) })
  })()`)

const storedOf = async (user: string): Promise<number> =>
  (await service.db.query('SELECT id FROM observation WHERE user_id = $1', [user])).rows.length

const openPage = async (): Promise<Page> => {
  const { page } = await visit(site)
  await page.goto(site)
  return page
}

describe('a page with a queue', () => {
  it('sends what it has when it is left', async () => {
    const page = await openPage()
    await collect(page, 'leaving', 3, 100)

    await page.goto('about:blank')

    await eventually(async () => expect(await storedOf('leaving')).toBe(3))
  })

  it('sends what it has when it is closed', async () => {
    const page = await openPage()
    await collect(page, 'closing', 2, 100)

    await page.close({ runBeforeUnload: true })

    await eventually(async () => expect(await storedOf('closing')).toBe(2))
  })

  it('sends what it has when it is out of sight', async () => {
    const page = await openPage()
    await collect(page, 'hidden', 1, 100)

    await page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'))`)

    await eventually(async () => expect(await storedOf('hidden')).toBe(1))
  })

  it('hands back what is too much for a page that goes', async () => {
    const page = await openPage()
    await collect(page, 'heavy', 60, 2_000) // a batch of 100 kB, and one of 20 kB

    await page.goto('about:blank')
    await page.goto(site)

    expect(await page.evaluate('localStorage.unsent')).toBe('50')
    await eventually(async () => expect(await storedOf('heavy')).toBe(10))
  })
})
