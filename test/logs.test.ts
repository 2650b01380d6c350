// Logs: JSON lines that an operator can follow, and in which no secret and nothing a user said ever stands.
import { pino } from 'pino'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import {
  ADMIN_TOKEN,
  answer,
  batch,
  type Loose,
  makeStudy,
  send,
  startService,
  type TestService,
} from './service.ts'

const lines: string[] = []
const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
const entries = (): Loose[] => lines.map((line) => JSON.parse(line))

const USER = 'user-5d1c-private'
const THREAD = 'thread-5d1c-private'
const TITLE = 'Title that nobody may log'
const DESCRIPTION = 'Description that nobody may log'
const ANSWER = 'Answer that nobody may log'
const WRONG_KEY = 'fnk_wrong-key-that-nobody-may-log'

let service: TestService
beforeAll(async () => {
  service = await startService({ log })
})
beforeEach(() => void lines.splice(0))

const ids = { user_id: USER, interaction_id: THREAD }
const post = (overrides: object = {}) =>
  service.call('POST', '/observations/', {
    ...batch(ids),
    observations: [{ title: TITLE, description: DESCRIPTION }],
    ...overrides,
  })

function expectNothingPrivate(): void {
  const all = lines.join('')
  for (const secret of [USER, THREAD, TITLE, DESCRIPTION, ANSWER, WRONG_KEY, service.key, ADMIN_TOKEN])
    expect(all).not.toContain(secret)
  expect(all).not.toContain(service.key.slice(4, 20))
}

const logged = (): Loose[] => entries().filter(({ msg }) => msg === 'request')

it('writes one JSON line per request, with its id, route pattern, status and time', async () => {
  const { headers } = await post()

  expect(logged()).toEqual([
    expect.objectContaining({
      level: 30,
      time: expect.any(Number),
      reqId: headers.get('x-request-id'),
      method: 'POST',
      route: '/v1/project/:project_id/observations/',
      status: 201,
      ms: expect.any(Number),
    }),
  ])
  expectNothingPrivate()
})

it.each([
  ['DELETE', '/observations/', '/v1/project/:project_id/observations/', 405],
  ['GET', '/nothing/', 'unmatched', 404],
])('writes down which path it was that has no %s %s', async (method, path, route, status) => {
  await service.call(method, path)

  expect(logged()).toEqual([expect.objectContaining({ method, route, status })])
})

it('keeps a successful answer, its study and a search by an administrator to itself', async () => {
  const study = await makeStudy(service, { question: TITLE, eligibility_criteria: DESCRIPTION })

  const statuses = [
    await service.call('GET', `/research/studies/?user_id=${USER}`),
    await service.call('POST', `/research/studies/${study.id}/answers/`, answer({ ...ids, answer: ANSWER })),
    await service.admin('GET', `/projects/${service.projectId}/observations?user_id=${USER}&q=${TITLE}`),
    await service.admin('PUT', `/projects/${service.projectId}/guidelines`, { observations: TITLE }),
    await send(service.mcpUrl, 'POST', mcpCall(), { 'X-Api-Key': service.key }),
  ].map(({ status }) => status)

  expect(statuses).toEqual([200, 201, 200, 200, 200])
  expect(logged().map(({ status }) => status)).toEqual([201, ...statuses])
  expectNothingPrivate()
})

const mcpCall = () => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name: 'post_observations',
    arguments: { ...batch(ids), observations: [{ title: TITLE, description: DESCRIPTION }] },
  },
})

it('keeps what was refused to itself', async () => {
  const url = `${service.url}/v1/project/${service.projectId}/observations/`

  const statuses = [
    await post({ user_sentiment: TITLE }),
    await post({ user_id: USER.repeat(100) }),
    await send(url, 'POST', `{"user_id": "${USER}", "title": ${TITLE}`, { 'X-Api-Key': service.key }),
    await send(url, 'POST', DESCRIPTION, { 'X-Api-Key': service.key, 'Content-Type': 'text/plain' }),
    await send(url, 'POST', batch(), { Authorization: `ApiKey ${WRONG_KEY}` }),
    await send(`${service.url}/api/projects`, 'GET', undefined, { Authorization: `Bearer ${WRONG_KEY}` }),
    await send(`${service.url}/unknown/${USER}?key=${WRONG_KEY}`, 'GET'),
    await send(`${service.url}/v1/project/${USER}/%zz/?title=${TITLE}`, 'GET'),
  ].map(({ status }) => status)

  expect(statuses).toEqual([400, 400, 400, 415, 401, 401, 404, 404])
  expectNothingPrivate()
})

it('tells of a fault with its kind and place, the caller only that there was one', async () => {
  await service.db.query('ALTER TABLE observation ADD CONSTRAINT broken CHECK (false) NOT VALID')

  const { status, headers, body } = await post()
  await service.db.query('ALTER TABLE observation DROP CONSTRAINT broken')

  expect([status, body]).toEqual([500, { detail: 'internal error' }])
  const [fault] = entries().filter(({ level }) => level >= 50)
  expect(fault).toMatchObject({ reqId: headers.get('x-request-id'), err: { code: '23514' } })
  expect(JSON.stringify(fault.err)).toContain('domain/observations/group-posts')
  expectNothingPrivate()
})

it('keeps user content to itself even where the database quotes it in its message', async () => {
  await service.db.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'invalid input: "%" of %', NEW.title, NEW.user_id; END $$`)
  await service.db.query(
    'CREATE TRIGGER refuse BEFORE INSERT ON observation FOR EACH ROW EXECUTE FUNCTION refuse()',
  )

  const { status } = await post()
  await send(service.mcpUrl, 'POST', mcpCall(), { 'X-Api-Key': service.key })
  await service.db.query('DROP TRIGGER refuse ON observation')

  expect(status).toBe(500)
  expect(entries().filter(({ level }) => level >= 50)).toHaveLength(2)
  expectNothingPrivate()
})

it('does not fill the log with health checks', async () => {
  for (const path of ['/healthz', '/readyz', '/metrics']) await send(service.url + path, 'GET')

  expect(logged()).toEqual([])
})
