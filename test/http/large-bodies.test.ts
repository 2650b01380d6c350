// Many large bodies at once, with a small heap: they are worked on a few at a time, and others do not wait for them.
import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { readJsonBodies } from '../../src/http/bodies/json-body.ts'
import { cleanUp, newFolder, rowsIn, start } from '../cli/program.ts'
import { atEnd } from '../closings.ts'
import { batch, send } from '../service.ts'
import { migrated } from '../setup/migrated-folder.ts'

const PROJECT = '5f2b6c1e-3d0a-4a77-9c55-8f1f2e3d4c5b'
const KEY = 'chosen-key'
const AT_ONCE = 10

/** As large as a batch can be: four bytes for every character. */
const LARGEST = batch({
  observations: Array.from({ length: 50 }, (_, at) => ({ title: `${at}`, description: '😀'.repeat(32_768) })),
})
const CALL = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'post_observations', arguments: LARGEST },
}

describe('a service with a heap of 256 MB', () => {
  afterAll(cleanUp)

  it('takes ten of the largest bodies at once', async () => {
    const dataDir = await migrated(newFolder())
    const service = await start({
      DATA_DIR: dataDir,
      DIGEST_THREADS: '0',
      BOOTSTRAP_PROJECT_ID: PROJECT,
      BOOTSTRAP_API_KEY: KEY,
      NODE_OPTIONS: '--max-old-space-size=256',
    })
    const [largest, call] = [JSON.stringify(LARGEST), JSON.stringify(CALL)]
    const headers = { 'X-Api-Key': KEY }
    const posts = Array.from({ length: AT_ONCE }, (_, at) =>
      at % 2 === 0
        ? send(`${service.url}/v1/project/${PROJECT}/observations/`, 'POST', largest, headers)
        : send(`${service.url}/mcp/v1/project/${PROJECT}/`, 'POST', call, headers),
    )

    const answers = await Promise.all(posts)

    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => ![200, 201, 503].includes(status))).toEqual([])
    const stored = statuses.filter((status) => status !== 503).length
    expect(stored).toBeGreaterThan(AT_ONCE / 2)
    expect(await rowsIn(dataDir, 'SELECT count(*)::int FROM observation')).toEqual([{ count: stored * 50 }])
    expect((await service.stop()).code).toBe(0)
  })
})

describe('a large body', () => {
  it('lets others be served between scanning and parsing, and between parsing and checking', async () => {
    const app = Fastify({ bodyLimit: 16 * 1024 * 1024 })
    readJsonBodies(app)
    const happened: string[] = []
    const note = (what: string) => {
      happened.push(what)
      setImmediate(() => happened.push(`others after it was ${what}`))
    }
    const { parse } = JSON
    const parsing = vi.spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
      if (text.length > 1_000_000) note('parsed')
      return parse(text, reviver)
    })
    app.addHook('preParsing', async () => note('received'))
    app.post('/', async () => note('checked'))

    const { statusCode } = await app.inject({ method: 'POST', url: '/', payload: LARGEST })
    parsing.mockRestore()

    expect(statusCode).toBe(200)
    const inOrder = [
      'received',
      'others after it was received',
      'parsed',
      'others after it was parsed',
      'checked',
    ]
    expect(happened.filter((what) => inOrder.includes(what))).toEqual(inOrder)
  })
})

describe('bodies that come in many pieces', () => {
  it('are followed by one listener each, and leave room for others once they are answered', async () => {
    const app = Fastify({ bodyLimit: 8 * 1024 * 1024 })
    readJsonBodies(app)
    let listeners = 0
    app.post('/', async (_, reply) => {
      listeners = reply.raw.listenerCount('close')
      return 'Received.'
    })
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    atEnd(() => app.close())
    const inPieces = async () => {
      const pieces = ['"', ...Array(100).fill('x'.repeat(40_000)), '"']
      const body = Readable.from(pieces, { objectMode: false })
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body, duplex: 'half' }
      return (await fetch(url, init as unknown as RequestInit)).status
    }

    // Together more than is received at once: each is forgotten when it was answered.
    for (let sent = 0; sent < 20; sent++) expect(await inPieces()).toBe(200)

    expect(listeners).toBeLessThan(10)
  })
})
