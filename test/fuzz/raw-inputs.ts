// HTTP as no client writes it: broken framing, bodies that end anywhere, several requests at once, addresses in other forms, headers
// twice and too large; to every route, in pieces, and left at any byte.
import fc from 'fast-check'
import type { Route } from '../http/raw.ts'

/** What is written to one connection, and what the caller does then. */
export type RawInput = {
  pieces: string[]
  requests: number
  leaving: 'stays' | 'ends' | 'leaves' | 'resets'
}

const encodedLetters = (path: string): string =>
  path.replaceAll(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)

const FORMS: ((path: string) => string)[] = [
  (path) => path,
  (path) => path,
  (path) => `${path}/`,
  (path) => `${path}?a=1&a=2&__proto__=1`,
  encodedLetters,
  (path) => `http://localhost${path}`,
  (path) => `https://other.example:9${encodedLetters(path)}?q=%`,
  (path) => `${path}%`,
  (path) => `${path}%00%ff`,
  (path) => `${path}/%2e%2e/x`,
  (path) => path.replaceAll('/', '//'),
  (path) => `${path}?${'a'.repeat(15_000)}`,
  (path) => `${path}#part`,
  () => '*',
  () => 'localhost:80',
]

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'CONNECT', 'BREW']

const HEADERS = [
  'Host: other.example',
  'Content-Length: 3',
  'Content-Length: -1',
  'Content-Length: 99999999999999999999',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: chunked, identity',
  'Content-Type: text/csv',
  'Content-Type: multipart/form-data; boundary=x',
  'Content-Type: multipart/form-data',
  'Content-Encoding: gzip',
  'Expect: 100-continue',
  'Expect: more',
  'Upgrade: websocket',
  'Connection: close',
  'Connection: upgrade, keep-alive',
  'Authorization: Bearer x',
  'Authorization: Basic \xff\xfe',
  'Cookie: a=b; a=c; =; session=\xe9',
  'Origin: http://localhost:5173',
  'Origin: null',
  'Access-Control-Request-Method: POST',
  'X-Forwarded-For: 1.2.3.4, x',
  'X-Request-Id: \xe9',
  'Idempotency-Key: \xe9',
  'Accept: text/event-stream',
  'Accept-Encoding: br',
  'If-None-Match: *',
  'Range: bytes=0-1',
  `X-Long: ${'x'.repeat(9_000)}`,
  `X-Longer: ${'x'.repeat(20_000)}`,
  'no header',
  ': nameless',
  'X-Control: \x01',
  ' folded',
]

const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`
const END = '0\r\n\r\n'

/** A body with the headers that announce it, rightly or not. */
function framed(body: string, how: number): [headers: string[], body: string] {
  const [first, rest] = [body.slice(0, body.length >> 1), body.slice(body.length >> 1)]
  const chunked = ['Transfer-Encoding: chunked']
  const ways: [string[], string][] = [
    [[], ''],
    [[`Content-Length: ${body.length}`], body],
    [[`Content-Length: ${body.length + 7}`], body],
    [[`Content-Length: ${first.length}`], body],
    [[`Content-Length: ${body.length}`, `Content-Length: ${body.length}`], body],
    [['Content-Length: 5000000'], body],
    [['Content-Length: 50000000'], body],
    [chunked, chunk(first || ' ') + chunk(rest || ' ') + END],
    [chunked, `${chunk(body || ' ')}`],
    [chunked, `zz\r\n${body}`],
    [chunked, `${chunk(body || ' ')}zz\r\n\r\n`],
    [chunked, `${body.length.toString(16)}\r\n${body}no end`],
    [chunked, `5;${'x'.repeat(20_000)}\r\nhello\r\n${END}`],
    [chunked, `${chunk(body || ' ')}0\r\nX-Trailer: 1\r\n\r\n`],
    [chunked, `${chunk(body || ' ')}0\r\nno trailer\r\n\r\n`],
    [chunked, `${'F'.repeat(30)}\r\n${body}`],
    [[...chunked, `Content-Length: ${body.length}`], chunk(body || ' ') + END],
  ]
  return ways[how % ways.length] as [string[], string]
}

const PART = '--x\r\nContent-Disposition: form-data; name="file"; filename="f.csv"\r\n\r\n'
const BODIES = [
  '',
  '{}',
  '[]',
  '{"a":',
  'user,text\nann,Fine\n',
  `${PART}user,text\n`,
  `${PART}a\r\n--x--\r\n`,
  'x'.repeat(3_000),
]
const TYPES = ['application/json', 'text/csv', 'multipart/form-data; boundary=x', 'text/plain']

/** `keys` open the doors; `posts` are bodies that are stored where they arrive whole. */
export function rawInputs(routes: Route[], keys: string[], posts: string[]): fc.Arbitrary<RawInput> {
  const request = fc
    .record({
      route: fc.constantFrom(...routes),
      method: fc.oneof(
        { weight: 3, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
      ),
      own: fc.nat(),
      form: fc.oneof(
        { weight: 2, arbitrary: fc.constant(0) },
        { weight: 1, arbitrary: fc.nat(FORMS.length - 1) },
      ),
      open: fc.boolean(),
      type: fc.constantFrom(...TYPES),
      headers: fc.oneof(
        { weight: 2, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: fc.subarray(HEADERS, { maxLength: 3 }) },
      ),
      version: fc.constantFrom('1.1', '1.1', '1.1', '1.1', '1.0', '2.0', '9'),
      body: fc.constantFrom(...BODIES, ...posts),
      framing: fc.nat(16),
    })
    .map(({ route, method, own, form, open, type, headers, version, body, framing }) => {
      const [announced, sent] = framed(body, framing)
      const target = FORMS[form]?.(route.path) ?? route.path
      const named = method ?? route.methods[own % route.methods.length]
      const doors = open ? keys : []
      const head = [
        `${named} ${target} HTTP/${version}`,
        'Host: localhost',
        `Content-Type: ${type}`,
        ...doors,
        ...headers,
      ]
      return `${[...head, ...announced].join('\r\n')}\r\n\r\n${sent}`
    })
  return fc
    .record({
      requests: fc.array(request, { minLength: 1, maxLength: 3 }),
      cut: fc.oneof(fc.constant(1), fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
      splits: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }),
      leaving: fc.constantFrom('stays', 'stays', 'ends', 'leaves', 'resets'),
    })
    .map(({ requests, cut, splits, leaving }) => {
      const all = requests.join('')
      const text = all.slice(0, Math.ceil(all.length * cut))
      const places = [
        0,
        ...splits.map((part) => Math.floor(part * text.length)).sort((a, b) => a - b),
        text.length,
      ]
      const pieces = places.slice(1).map((end, at) => text.slice(places[at], end))
      return { pieces, requests: requests.length, leaving }
    })
}
