// One request by both ways through the service: the short one in front of the framework, and the framework's own.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { request } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { expect } from 'vitest'
import { atEnd } from '../../closings.ts'
import { eventually } from '../../eventually.ts'
import { type Loose, type Overrides, startService } from '../../service.ts'

/** What the service keeps is trusted, as in earnest: only who is known takes the short way. */
export const TRUST_MS = 60_000
/** Makes a request take the framework's way, and changes nothing else. */
const LONG_WAY = { 'X-Forwarded-For': '192.0.2.1' }

export type Asked = {
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array
}

export type Answered = {
  way: 'short' | 'long'
  status: number | undefined
  /** As they came, in their order. */
  headers: string[]
  body: string
  /** All that was logged of it. */
  logged: Loose[]
}

export async function startBothWays(overrides: Overrides = {}) {
  const seen = watchFramework()
  let lines: Loose[] = []
  const write = (line: string) => void lines.push(JSON.parse(line))
  const service = await startService({
    trustMs: TRUST_MS,
    log: pino({ level: 'info', base: null }, { write }),
    ...overrides,
  })

  const ask = async (asked: Asked): Promise<Answered> => {
    const { id, ...answered } = await exchange(service.url, {
      ...asked,
      headers: { Authorization: `ApiKey ${service.key}`, ...asked.headers },
    })
    const linesOf = () => lines.filter(({ reqId }) => reqId === id)
    await eventually(async () => expect(linesOf().at(-1)?.msg).toBe('request'))
    const logged = linesOf().map(withoutItsOwn)
    lines = []
    return { way: seen.delete(id) ? 'long' : 'short', ...answered, logged }
  }
  const long = (asked: Asked) => ask({ ...asked, headers: { ...asked.headers, ...LONG_WAY } })
  /** Makes the service know the key and the project, as they are by now. */
  const meet = () => long({ path: `/v1/project/${service.projectId}/service-guidelines/` })

  return {
    ...service,
    ask,
    /** In the form in which it takes the short way, if it may, and then in the other. */
    async bothWays(asked: Asked) {
      await meet()
      return { short: await ask(asked), long: await long(asked) }
    },
  }
}

export type BothWays = Awaited<ReturnType<typeof startBothWays>>

/** The same in every byte and in the log, and taken by the short way. */
export function expectShort({ short, long }: { short: Answered; long: Answered }): void {
  expect(short).toEqual({ ...long, way: 'short' })
  expect(long.way).toBe('long')
}

/** The ids of all requests that the framework saw. */
function watchFramework(): Set<string> {
  const seen = new Set<string>()
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRequest', async ({ id }) => void seen.add(id))
  }
  subscribe('fastify.initialization', watch)
  atEnd(async () => void unsubscribe('fastify.initialization', watch))
  return seen
}

/** Of a fault, the places that it came through differ, too. */
const withoutItsOwn = ({ err, ...line }: Loose): Loose => ({
  ...line,
  ...(err && { err: { ...err, at: err.at.length > 0 } }),
  reqId: 'its own',
  time: 0,
  ms: 0,
})

const OWN_ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** Every byte of the answer, but for the time, the request's own id, and those of what it stored. */
function exchange(url: string, { path, method = 'GET', headers, body }: Asked) {
  type Exchanged = Pick<Answered, 'status' | 'headers' | 'body'> & { id: string }
  return new Promise<Exchanged>((done, failed) => {
    const sent = request(url + path, { method, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (piece) => {
        text += piece
      })
      response.on('end', () => {
        const isOwn = (at: number) => /^(date|x-request-id)$/i.test(response.rawHeaders[at - 1] ?? '')
        done({
          id: response.headers['x-request-id'] as string,
          status: response.statusCode,
          headers: response.rawHeaders.map((value, at) => (at % 2 === 1 && isOwn(at) ? 'its own' : value)),
          body: text.replace(OWN_ID, 'an id'),
        })
      })
    })
    sent.on('error', failed).end(body)
  })
}
