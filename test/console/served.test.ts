import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { DIST } from '../built.ts'
import { send, startService } from '../service.ts'

const ASSETS = join(DIST, 'console/assets')

const policyOf = (headers: Headers): Map<string, string[]> =>
  new Map(
    (headers.get('content-security-policy') ?? '').split(';').map((rule) => {
      const [name = '', ...sources] = rule.trim().split(/\s+/)
      return [name, sources]
    }),
  )

describe('the console, as it is served', () => {
  let url: string
  beforeAll(async () => {
    ;({ url } = await startService())
  })

  it.each(['/', '/sign-in', '/setup', '/account', '/p/any/issues', '/p/any/settings/keys'])(
    '%s is the page',
    async (path) => {
      const { status, headers, body } = await send(url + path, 'GET')

      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(body).toContain('<title>Fieldnote</title>')
    },
  )

  it.each(['/.well-known/openid-configuration', '/register', '/nothing', '/assets/nothing.js'])(
    '%s is a real 404',
    async (path) => {
      const { status, body } = await send(url + path, 'GET')

      expect(status).toBe(404)
      expect(Object.keys(body)).toEqual(['detail'])
    },
  )

  it('runs scripts of its own files only, and styles with the nonce of this answer', async () => {
    const first = await send(`${url}/`, 'GET')
    const second = await send(`${url}/`, 'GET')

    const policy = policyOf(first.headers)
    expect(policy.get('default-src')).toEqual(["'none'"])
    expect(policy.get('script-src')).toEqual(["'self'"])
    expect(policy.get('connect-src')).toEqual(["'self'"])
    expect(policy.get('frame-ancestors')).toEqual(["'none'"])
    expect([...policy.values()].flat()).not.toContain("'unsafe-inline'")
    const nonce = policy.get('style-src')?.find((source) => source.startsWith("'nonce-"))
    expect(nonce?.slice(7, -1)).toMatch(/^[\w-]{22}$/)
    expect(first.body).toContain(nonce?.slice(7, -1))
    expect(policyOf(second.headers).get('style-src')).not.toEqual(policy.get('style-src'))
  })

  it('has no script in the page itself, and names no other host', async () => {
    const { body } = await send(`${url}/`, 'GET')

    const scripts = [...body.matchAll(/<script([^>]*)>(.*?)<\/script>/gs)]
    expect(scripts.length).toBeGreaterThan(0)
    for (const [, attributes, text] of scripts) {
      expect(attributes).toMatch(/src="\//)
      expect(text).toBe('')
    }
    expect(body).not.toMatch(/https?:|\son\w+=/)
  })

  it('serves every built file, for good where its name says what is in it', async () => {
    const names = readdirSync(ASSETS).filter((name) => /\.(js|css|woff2)$/.test(name))
    expect(names.length).toBeGreaterThan(20)

    for (const name of names.slice(0, 12)) {
      const { status, headers } = await send(`${url}/assets/${name}`, 'GET')
      expect(status).toBe(200)
      expect(headers.get('cache-control')).toContain('immutable')
    }
    expect((await send(`${url}/icon.svg`, 'GET')).headers.get('cache-control')).not.toContain('immutable')
  })

  it('sends the Brotli copy to those who take it, and the plain file to others', async () => {
    const name = readdirSync(ASSETS).find((file) => file.startsWith('index-') && file.endsWith('.js')) ?? ''
    const plain = readFileSync(join(ASSETS, name))

    const small = await fetch(`${url}/assets/${name}`, { headers: { 'Accept-Encoding': 'br' } })
    const whole = await fetch(`${url}/assets/${name}`, { headers: { 'Accept-Encoding': 'identity' } })

    expect(small.headers.get('content-encoding')).toBe('br')
    expect(small.headers.get('vary')).toContain('Accept-Encoding')
    expect(whole.headers.get('content-encoding')).toBeNull()
    expect(Buffer.from(await whole.arrayBuffer()).equals(plain)).toBe(true)
    expect(brotliDecompressSync(readFileSync(join(ASSETS, `${name}.br`))).equals(plain)).toBe(true)
  })

  it.each(['', 'br'])('answers 304 to whoever has the file already (accepting %j)', async (encoding) => {
    const names = readdirSync(ASSETS).filter((file) => /\.(js|woff2)$/.test(file))
    const paths = ['/icon.svg', '/docs/swagger-ui.css', `/assets/${names[0]}`, `/assets/${names.at(-1)}`]
    // As a browser asks when a page is loaded again; fetch alone would add no-cache, which wants the file anew.
    const headers = { 'Accept-Encoding': encoding || 'identity', 'Cache-Control': 'max-age=0' }

    for (const path of paths) {
      const first = await fetch(url + path, { headers })
      const tag = first.headers.get('etag') ?? ''
      const again = await fetch(url + path, { headers: { ...headers, 'If-None-Match': tag } })
      const changed = await fetch(url + path, { headers: { ...headers, 'If-None-Match': 'W/"other"' } })

      expect([first.status, again.status, changed.status]).toEqual([200, 304, 200])
      expect(tag).toMatch(/^W\/".+"$/)
      expect(await again.text()).toBe('')
      expect(again.headers.get('cache-control')).toBe(first.headers.get('cache-control'))
      expect(again.headers.get('vary')).toBe('Accept-Encoding')
    }
  })

  it('tells a compressed file from a plain one by its ETag', async () => {
    const tagOf = async (encoding: string) =>
      (await fetch(`${url}/icon.svg`, { headers: { 'Accept-Encoding': encoding } })).headers.get('etag')

    expect(await tagOf('br')).not.toBe(await tagOf('identity'))
  })

  it('says how long a file is, and of what type, without sending it', async () => {
    const head = await fetch(`${url}/icon.svg`, {
      method: 'HEAD',
      headers: { 'Accept-Encoding': 'identity' },
    })

    expect(head.status).toBe(200)
    expect(head.headers.get('content-type')).toBe('image/svg+xml')
    expect(Number(head.headers.get('content-length'))).toBe(
      readFileSync(join(DIST, 'console/icon.svg')).length,
    )
  })

  it.each([
    'icon.svg.br',
    '..%2findex.html',
    '..%2f..%2fmain.js',
    '%2e%2e%2f%2e%2e%2fmain.js',
    '.js',
    'x%00.js',
  ])('/assets/%s is a real 404', async (file) => {
    const { status, body } = await send(`${url}/assets/${file}`, 'GET')

    expect(status).toBe(404)
    expect(Object.keys(body)).toEqual(['detail'])
  })
})
