// The documents that a running service serves: all of them, as pages for people and as Markdown for agents, with its own address, and
// no dead link.
import { existsSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import '../built.ts' // for the documents themselves
import { DOCUMENTS } from '../../src/http/pages/documents.ts'
import { batch, send, startService, type TestService } from '../service.ts'

const REPOSITORY = resolve(import.meta.dirname, '../..')
const ON_GITHUB = 'https://github.com/fieldnote-dev/fieldnote/blob/main/'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
const read = (path: string) => send(service.url + path, 'GET')
/** Pages link to each other: each is read once. */
const known = new Map<string, ReturnType<typeof read>>()
const readOnce = (path: string) => {
  const answer = known.get(path) ?? read(path)
  known.set(path, answer)
  return answer
}
const linksOf = (text: string): string[] =>
  [...text.replace(/^```.*?^```/gms, '').matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)

describe('the documents at the service', () => {
  it('are all of the repository’s', () => {
    const files = readdirSync(resolve(REPOSITORY, 'docs'), { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.md') && !name.startsWith('adr/'),
    )

    expect(DOCUMENTS.map(({ file }) => file).sort()).toEqual(files.sort())
  })

  it.each(DOCUMENTS)(
    '$file is Markdown, open to all, without a link that leads nowhere',
    async ({ file }) => {
      const { status, headers, body } = await read(`/docs/${file}`)

      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8')
      expect(body).toMatch(/^# /m)
      for (const link of linksOf(body)) {
        if (link.startsWith(ON_GITHUB))
          expect(
            existsSync(resolve(REPOSITORY, link.slice(ON_GITHUB.length).split('#')[0] ?? '')),
            link,
          ).toBe(true)
        else if (!/^(https?:|#)/.test(link))
          expect((await read(new URL(link, `http://_/docs/${file}`).pathname)).status, link).toBe(200)
      }
    },
  )

  const pages = ['/docs', ...DOCUMENTS.map(({ file }) => `/docs/${file.replace('.md', '')}`)]

  it.each(pages)('%s is a page, open to all, without a link that leads nowhere', async (path) => {
    const { status, headers, body } = await read(path)

    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(body).not.toContain('fieldnote.example')
    for (const [, link = ''] of body.matchAll(/(?:href|src)="([^"]+)"/g)) {
      const { origin, pathname, hash } = new URL(link, service.url + path)
      if (origin !== service.url) continue
      const target = await readOnce(pathname)
      expect(target.status, link).toBe(200)
      if (hash) expect(target.body, link).toContain(` id="${decodeURIComponent(hash.slice(1))}"`)
    }
  })

  it('has every document and the API reference in the navigation of every page', async () => {
    const { body } = await read('/docs/run/fix')

    const [, navigation = ''] = /<nav.*?>(.*)<\/nav>/s.exec(body) ?? []
    const links = [...navigation.matchAll(/href="([^"]+)"/g)].map(([, link]) => link)
    expect(links.sort()).toEqual([...pages.slice(1), '/docs/api'].sort())
    expect(navigation).toContain('<a href="/docs/run/fix" aria-current="page">Fix</a>')
  })

  it.each(['/docs/nothing', '/docs/run/nothing', '/docs/run', '/docs/adr/0001', '/docs/run/fix.html'])(
    '%s is a real 404',
    async (path) => {
      const { status, body } = await read(path)

      expect([status, Object.keys(body)]).toEqual([404, ['detail']])
    },
  )

  it.each([
    '/openapi.json',
    '/docs',
    '/docs/',
    '/docs/api',
    '/docs/api.js',
    '/docs/site.css',
    '/docs/run/fix',
    '/docs/build/rest.md',
    '/llms.txt',
    '/',
    '/p/a/b',
  ])('%s can only be read: other methods are refused by name', async (path) => {
    const methods = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

    const answers = await Promise.all(methods.map((method) => send(service.url + path, method)))
    const head = await send(service.url + path, 'HEAD')

    expect(answers.map(({ status, headers }) => [status, headers.get('allow')])).toEqual(
      methods.map(() => [405, 'GET, HEAD']),
    )
    expect(answers[0]?.body.detail).toBe('method not allowed; use GET, HEAD')
    expect(head.status).toBe(200)
  })

  it('llms.txt lists them in the form of llmstxt.org, by addresses of this service', async () => {
    const { status, headers, body } = await read('/llms.txt')

    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(body).toMatch(/^# Fieldnote\n\n> .+/)
    const links = linksOf(body)
    expect(links).toHaveLength(DOCUMENTS.length + 1)
    for (const link of links) {
      expect(link.startsWith(`${service.url}/`)).toBe(true)
      expect((await send(link, 'GET')).status).toBe(200)
    }
  })
})

describe('the skill', () => {
  it('begins with the name and the description that agents find it by', async () => {
    const { body } = await read('/docs/SKILL.md')

    const [, head = ''] = /^---\n([\s\S]+?)\n---\n/.exec(body) ?? []
    expect(head).toMatch(/^name: fieldnote$/m)
    const [, description = ''] = /^description: (.+)$/m.exec(head) ?? []
    expect(description.length).toBeGreaterThan(100)
    expect(description.length).toBeLessThan(1_024)
    expect(body).not.toContain('fieldnote.example')
  })

  it('has a call that the service takes', async () => {
    const { body } = await read('/docs/SKILL.md')

    const [, json = ''] = /-d '(\{"user_id[\s\S]+?\})'\n```/.exec(body) ?? []
    const { status } = await service.call('POST', '/observations/', JSON.parse(json))

    expect(Object.keys(JSON.parse(json))).toEqual(Object.keys(batch()))
    expect(status).toBe(201)
  })
})
