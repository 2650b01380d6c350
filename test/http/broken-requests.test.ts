// Requests that break off, and whose framing is broken: on every route and method that there is, with a key and without. The process
// goes on, and what it answers afterwards is right.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ADMIN_TOKEN, batch, startService, type TestService } from '../service.ts'
import { answersIn, keysOf, type Leaving, type Route, routesOf, speak } from './raw.ts'

let service: TestService
const unhandled: unknown[] = []
const note = (error: unknown) => void unhandled.push(error)

beforeAll(async () => {
  service = await startService({ trustMs: 60_000 })
  process.on('uncaughtException', note)
})
afterAll(() => void process.off('uncaughtException', note))

const CHUNKED = ['Content-Type: application/json', 'Transfer-Encoding: chunked']
const sized = (bytes: number, type = 'application/json') => [
  `Content-Type: ${type}`,
  `Content-Length: ${bytes}`,
]
const PART =
  '--x\r\nContent-Disposition: form-data; name="file"; filename="f.csv"\r\nContent-Type: text/csv\r\n\r\n'

/** What follows the request line and the host. */
const BROKEN: [what: string, headers: string[], body: string, leaving: Leaving][] = [
  ['a size of a chunk that is none', CHUNKED, 'zz\r\n\r\n', 'stays'],
  ['a size of a chunk beyond all numbers', CHUNKED, `${'F'.repeat(20)}\r\n`, 'stays'],
  ['a chunk that goes on after its end', CHUNKED, '2\r\n{}{}\r\n0\r\n\r\n', 'stays'],
  ['a second chunk that is broken', CHUNKED, '2\r\n{}\r\nzz\r\n\r\n', 'stays'],
  ['a trailer that is none', CHUNKED, '2\r\n{}\r\n0\r\nno trailer\r\n\r\n', 'stays'],
  ['half of a chunk', CHUNKED, '5\r\n{}', 'leaves'],
  ['chunks without the last', CHUNKED, '2\r\n{}\r\n', 'ends'],
  [
    'chunks of a form without the last',
    ['Content-Type: text/csv', 'Transfer-Encoding: chunked'],
    '2\r\nab\r\n',
    'resets',
  ],
  ['half of a body', sized(4), '{}', 'ends'],
  ['half of a body, and gone', sized(4), '{}', 'resets'],
  ['a little of a large body', sized(4_000_000), '{', 'leaves'],
  ['half of a file', sized(400, 'text/csv'), 'user,text\n', 'leaves'],
  ['half of a form', sized(400, 'multipart/form-data; boundary=x'), PART, 'resets'],
  [
    'a form that is broken',
    ['Content-Type: multipart/form-data; boundary=x', 'Transfer-Encoding: chunked'],
    'zz\r\n',
    'stays',
  ],
  ['two ways of framing', [...sized(2), 'Transfer-Encoding: chunked'], '{}', 'stays'],
  ['a body that waits to be asked for', [...sized(2), 'Expect: 100-continue'], '', 'leaves'],
  ['a whole request, and gone', sized(2), '{}', 'leaves'],
  ['no body, and gone', [], '', 'resets'],
  ['garbage behind it', sized(2), '{}no request\r\n\r\n', 'stays'],
]

/** Each method of each route meets a few of them, and each of them many routes; `npm run fuzz` breaks every route in every way. */
const SHARE = 2

let turn = 0
const brokenAt = ({ path, methods }: Route, headers: string[]) =>
  [...methods, 'PROPFIND'].flatMap((method) =>
    Array.from({ length: SHARE }, () => {
      const [, framing, body, leaving] = BROKEN[turn++ % BROKEN.length] as (typeof BROKEN)[number]
      const head = [`${method} ${path} HTTP/1.1`, 'Host: localhost', ...headers, ...framing]
      return { text: `${head.join('\r\n')}\r\n\r\n${body}`, leaving }
    }),
  )

it('go no further than their connection, on every route and method', async () => {
  const routes = routesOf(service.app, { project_id: service.projectId })
  const open = () =>
    new Promise<number>((found) => service.app.server.getConnections((_, count) => found(count)))

  for (const route of routes) {
    const spoken = [...brokenAt(route, []), ...brokenAt(route, keysOf(service, ADMIN_TOKEN))]
    const heard = await Promise.all(spoken.map((one) => speak(service.url, one)))

    expect(unhandled, route.path).toEqual([])
    expect(heard.flatMap(answersIn).filter(({ status }) => status === 500)).toEqual([])
  }

  expect(routes.length).toBeGreaterThan(120)
  expect(await service.call('POST', '/observations/', batch())).toMatchObject({ status: 201 })
  await expect.poll(open).toBeLessThan(5)
})
