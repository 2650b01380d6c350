import { beforeAll, describe, expect, it } from 'vitest'
import { ADMIN_OPERATIONS } from '../../src/admin/routes.ts'
import { makeIssue } from '../issues.ts'
import { ADMIN_TOKEN, batch, makeStudy, send, startApp, startService, type TestService } from '../service.ts'

const UNKNOWN = '00000000-0000-7000-8000-000000000000'
const ROUTES = ADMIN_OPERATIONS.map(({ method, path }) => [method, path] as const)
const OF_A_PROJECT = ROUTES.filter(([, path]) => path.includes('{project_id}'))
const OF_A_RESOURCE = OF_A_PROJECT.filter(
  // Erasing somebody who is not there is no fault: an erasure that was cut short can be repeated.
  ([method, path]) => path.split('{').length > 2 && !(method === 'DELETE' && path.endsWith('{user_id}')),
)

/** Each route is asked for one of these, the next one for the next. */
const inTurn = (values: string[], at: number): string => values[at % values.length] ?? ''
const placeOf = (method: string, path: string): number =>
  ROUTES.findIndex(([one, other]) => one === method && other === path)

async function anImport({ url, projectId }: TestService): Promise<string> {
  const headers = { Authorization: `Bearer ${ADMIN_TOKEN}`, 'Content-Type': 'text/csv' }
  const body = 'user,text\nann,Fine\n'
  const response = await fetch(`${url}/api/projects/${projectId}/imports`, { method: 'POST', headers, body })
  return ((await response.json()) as { id: string }).id
}

describe('admin: who may call', () => {
  let service: TestService
  let closed: string
  const ids: Record<string, string> = {}
  beforeAll(async () => {
    service = await startService()
    closed = (await startApp(service.db, { adminToken: null } as object)).url
    const project = `/projects/${service.projectId}`
    ids.project_id = service.projectId
    ids.user_id = batch().user_id
    ids.session_id = UNKNOWN
    ids.account_id = UNKNOWN
    ids.key_id = (await service.admin('GET', `${project}/keys`)).body.items[0].id
    ids.tag_id = (await service.admin('POST', `${project}/tags`, { label: 'kept' })).body.id
    ids.study_id = (await makeStudy(service)).id
    const issue = await makeIssue(service, 'Export stops early')
    Object.assign(ids, { issue_id: issue.id, observation_id: issue.observationId })
    await service.admin('POST', `${project}/tags/${ids.tag_id}/rematch`)
    const target = { name: 'Hook', format: 'webhook', address: 'https://hooks.example', rhythm: 'each' }
    ids.import_id = await anImport(service)
    const { id } = (await service.admin('POST', `${project}/targets`, target)).body
    Object.assign(ids, { target_id: id, webhook_id: id })
  })

  const fill = (path: string, values: Record<string, string> = ids) =>
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '') + questionOf(path)
  /** What an operation has to be asked. */
  const questionOf = (path: string) => (path.endsWith('/explain') ? '?user_id=user-42' : '')
  /** A body that the operation takes: what is refused is refused for another reason. */
  const bodyOf = (method: string, path: string) => {
    const operation = ADMIN_OPERATIONS.find((one) => one.method === method && one.path === path)
    const [, body = operation?.body?.example] =
      BODIES.find(([end, , of = method]) => of === method && path.endsWith(end)) ?? []
    return method === 'GET' ? undefined : body
  }
  const BODIES: [end: string, body: object, method?: string][] = [
    ['/merge', { into: UNKNOWN }],
    ['/keep-apart', { from: UNKNOWN }],
    ['/themes/{theme_id}/split', { answer_ids: [UNKNOWN] }],
    ['/split', { observation_ids: [UNKNOWN] }],
    ['/move', { issue_id: null }],
    ['/tags/{tag_id}', { verdict: 'removed' }, 'PUT'],
  ]

  async function everything(): Promise<unknown[]> {
    const tables = ['project', 'api_key', 'tag', 'study', 'guideline', 'observation']
    const found = tables.map((table) => service.db.query(`SELECT * FROM ${table} ORDER BY 1, 2`))
    return (await Promise.all(found)).map(({ rows }) => rows)
  }

  const callers: [who: string, headers: () => Record<string, string>][] = [
    ['no token', () => ({})],
    ['a wrong token', () => ({ Authorization: 'Bearer wrong' })],
    ['the token and more', () => ({ Authorization: `Bearer ${ADMIN_TOKEN}x` })],
    ['an empty token', () => ({ Authorization: 'Bearer ' })],
    ['the token under another scheme', () => ({ Authorization: `ApiKey ${ADMIN_TOKEN}` })],
    ['the token as an API key', () => ({ 'X-Api-Key': ADMIN_TOKEN })],
    ['an API key as the token', () => ({ Authorization: `Bearer ${service.key}` })],
    ['an API key', () => ({ 'X-Api-Key': service.key })],
  ]

  /** Nobody and a wrong token are tried on every route, each other way to call on some: one rule reads the header for all of them. */
  const routesFor = (caller: number) => ROUTES.filter((_, at) => caller < 2 || at % callers.length === caller)

  it.each(callers.map((caller, at) => [...caller, routesFor(at)] as const))(
    'refuses %s on its routes, and does nothing',
    async (_, headers, routes) => {
      const before = await everything()

      for (const [method, path] of routes) {
        const {
          status,
          body,
          headers: sent,
        } = await send(service.url + fill(path), method, bodyOf(method, path), headers())
        expect({ path, status, body }).toEqual({ path, status: 401, body: { detail: expect.any(String) } })
        expect(sent.get('www-authenticate')).toBe('Bearer')
      }

      expect(routes.length).toBeGreaterThan(10)
      expect(await everything()).toEqual(before)
    },
  )

  it('refuses every route while ADMIN_TOKEN is unset, whatever is said to be the token', async () => {
    const said = [`Bearer ${ADMIN_TOKEN}`, 'Bearer null', 'Bearer undefined', 'Bearer ', '']
    for (const [at, [method, path]] of ROUTES.entries()) {
      const headers = { Authorization: inTurn(said, at) }
      const { status } = await send(closed + fill(path), method, bodyOf(method, path), headers)
      expect({ path, status }).toEqual({ path, status: 401 })
    }
  })

  it.each(OF_A_PROJECT)('%s %s: 404 for an unknown project and for a malformed id', async (method, path) => {
    const malformed = ['x', '1', '%00', `${ids.project_id}x`, 'a'.repeat(3000)]
    for (const project_id of [UNKNOWN, inTurn(malformed, placeOf(method, path))]) {
      const url = fill(path, { ...ids, project_id }).replace('/api', '')
      const { status, body } = await service.admin(method, url, bodyOf(method, path))
      expect({ project_id, status }).toEqual({ project_id, status: 404 })
      expect(body).toEqual({ detail: 'project not found' })
    }
  })

  it.each(OF_A_RESOURCE)('%s %s: 404 for an unknown id and for a malformed one', async (method, path) => {
    for (const id of [UNKNOWN, inTurn(['x', '%00', '0'.repeat(36)], placeOf(method, path))]) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const values = {
        ...Object.fromEntries(names.map((name) => [name, id])),
        project_id: service.projectId,
      }
      const { status, body } = await service.admin(
        method,
        fill(path, values).replace('/api', ''),
        bodyOf(method, path),
      )
      expect({ id, status }).toEqual({ id, status: 404 })
      expect(Object.keys(body)).toEqual(['detail'])
    }
  })

  it('reads the scheme word in any case', async () => {
    const { status } = await send(`${service.url}/api/projects`, 'GET', undefined, {
      Authorization: `bEaReR ${ADMIN_TOKEN}`,
    })

    expect(status).toBe(200)
  })

  it('serves every route with and without the last slash', async () => {
    const lists = ADMIN_OPERATIONS.filter(
      ({ method, inPerson, success }) =>
        method === 'GET' && !inPerson && success.mediaType !== 'text/event-stream',
    )
    for (const { method, path } of lists) {
      const url = fill(path).replace('/api', '')
      const slashed = url.replace(/(?=\?|$)/, '/')
      const [without, with_] = [await service.admin(method, url), await service.admin(method, slashed)]
      expect([path, without.status, with_.status]).toEqual([path, 200, 200])
      expect(with_.body).toEqual(without.body)
    }
  })

  it('checks the token before the project, and the project before the body', async () => {
    const path = `${service.url}/api/projects/${UNKNOWN}/tags`

    const stranger = await send(path, 'POST', 'no json', {})
    const admin = await send(path, 'POST', 'no json', { Authorization: `Bearer ${ADMIN_TOKEN}` })

    expect([stranger.status, admin.status]).toEqual([401, 404])
  })
})
