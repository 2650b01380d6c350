// One address can be written in many ways, and the router reads all of them. What else depends on the address, such as limits and
// what caches and browsers are told, has to read it as the router does: on every route that there is.
import { expect, it } from 'vitest'
import { startService } from '../service.ts'
import { answersIn, routesOf, speak } from './raw.ts'

const PAGE = 'http://localhost:5173'

/** Letters and digits may be written as `%` and two hex digits; a proxy sends the whole address. */
const encoded = (path: string): string =>
  path.replaceAll(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
const WRITTEN: ((path: string) => string)[] = [
  (path) => path.replace(/[a-z]/, encoded),
  (path) => `http://localhost${path}`,
  (path) => `http://localhost${encoded(path)}`,
]

/** What says the same of every answer to a request: not the time, what is left, or how long it takes. */
const said = (heard: string) =>
  answersIn(heard).map(({ status, head, body }) => ({
    status,
    headers: head
      .replaceAll(
        /^(?:date|x-request-id|ratelimit|retry-after|content-length|etag|last-modified|keep-alive): .*/gim,
        (line) => line.split(':')[0] ?? '',
      )
      .split('\r\n')
      .slice(1)
      .map((line) => line.replace(/'nonce-[^']+'/, ''))
      .sort(),
    body: status >= 400 ? body : '',
  }))

it('an address is answered alike however it is written, for every route and method', async () => {
  const service = await startService({ rateLimitAddressPerMinute: 1_000_000 })
  const routes = routesOf(service.app, { project_id: service.projectId })
  const ask = async (method: string, target: string) => {
    const head = [`${method} ${target} HTTP/1.1`, 'Host: localhost', `Origin: ${PAGE}`, 'Connection: close']
    return said(await speak(service.url, { text: `${head.join('\r\n')}\r\n\r\n`, leaving: 'stays' }))
  }

  for (const [at, { path, methods }] of routes.entries()) {
    const write = WRITTEN[at % WRITTEN.length] as (typeof WRITTEN)[number]
    const all = [...methods, 'OPTIONS', 'PROPFIND'].filter((method) => method !== 'HEAD')
    const plain = await Promise.all(all.map((method) => ask(method, path)))
    const other = await Promise.all(all.map((method) => ask(method, write(path))))

    expect(other, write(path)).toEqual(plain)
  }
  expect(routes.length).toBeGreaterThan(120)
})
