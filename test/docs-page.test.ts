import { beforeAll, describe, expect, it } from 'vitest'
import './built.ts' // for the files of the reference
import { send, startService } from './service.ts'

describe('the API reference at /docs/api', () => {
  let url: string
  beforeAll(async () => {
    ;({ url } = await startService())
  })

  it.each(['/docs/api', '/docs/api/'])('%s is a page, open to all', async (path) => {
    const { status, headers, body } = await send(url + path, 'GET')

    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(body).toContain('<title>')
  })

  it('takes scripts, styles and data from this service only', async () => {
    const { headers } = await send(`${url}/docs/api`, 'GET')

    const policy = new Map(
      (headers.get('content-security-policy') ?? '').split(';').map((rule) => {
        const [name = '', ...sources] = rule.trim().split(/\s+/)
        return [name, sources]
      }),
    )
    expect(policy.get('default-src')).toEqual(["'none'"])
    expect(policy.get('script-src')).toEqual(["'self'"])
    expect(policy.get('connect-src')).toEqual(["'self'"])
    for (const sources of policy.values())
      for (const source of sources) expect(["'none'", "'self'", "'unsafe-inline'", 'data:']).toContain(source)
  })

  it('names no other host, in the page, its start script or its style', async () => {
    const page = (await send(`${url}/docs/api`, 'GET')).body
    const start = (await send(`${url}/docs/api.js`, 'GET')).body
    const style = (await send(`${url}/docs/swagger-ui.css`, 'GET')).body

    for (const text of [page, start]) expect(text).not.toMatch(/https?:|["'(]\/\//)
    expect(style).not.toMatch(/@import|url\(\s*["']?(https?:|\/\/)/)
    expect(start).toContain("url: '/openapi.json'")
    // Swagger UI would otherwise send the document's address to a validator on the net.
    expect(start).toContain('validatorUrl: null')
  })

  it('has no script in the page itself, which its policy would not run', async () => {
    const { body } = await send(`${url}/docs/api`, 'GET')

    const scripts = [...body.matchAll(/<script([^>]*)>(.*?)<\/script>/gs)]
    expect(scripts.length).toBeGreaterThan(0)
    for (const [, attributes, text] of scripts) {
      expect(attributes).toMatch(/src="\/docs\//)
      expect(text).toBe('')
    }
    expect(body).not.toMatch(/\son\w+=|javascript:/)
  })

  it('serves every file that the page asks for', async () => {
    const { body } = await send(`${url}/docs/api`, 'GET')
    const wanted = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path)

    const answers = await Promise.all(wanted.map((path) => send(url + path, 'GET')))

    expect(wanted).toEqual(expect.arrayContaining(['/docs/swagger-ui.css', '/docs/swagger-ui-bundle.js']))
    expect(answers.map(({ status }) => status)).toEqual(wanted.map(() => 200))
    const types = answers.map(({ headers }) => headers.get('content-type')?.split(';')[0])
    expect(types).toEqual(wanted.map((path) => TYPES[path.split('.').at(-1) ?? '']))
  })

  const TYPES: Record<string, string> = {
    js: 'text/javascript',
    css: 'text/css',
    json: 'application/json',
    '/docs': 'text/html',
  }

  it('serves nothing else from that folder', async () => {
    const paths = ['/docs/index.html', '/docs/../package.json', '/docs/%2e%2e/main.js', '/docs/..%2fmain.js']

    const statuses = await Promise.all(paths.map(async (path) => (await send(url + path, 'GET')).status))

    expect(statuses).toEqual([404, 404, 404, 404])
  })
})
