// The service as tests use it: a real application on a real port, over a database of the test file's own.
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { pino } from 'pino'
import { v7 } from 'uuid'
import { inject } from 'vitest'
import type { AnswerOf, Known, Method } from '../console/src/operations.ts'
import { type AppOptions, buildApp } from '../src/app.ts'
import type { Role } from '../src/contract/labels.ts'
import { selectDigestFaults } from '../src/db/digest/fault-counts.ts'
import { openIngestPool } from '../src/db/ingest-pool.ts'
import { createPool, type Database } from '../src/db/pool.ts'
import type { Connection } from '../src/db/pooler.ts'
import { openExportPool } from '../src/db/projects/project-archives.ts'
import { agentDeps } from '../src/domain/agent-deps.ts'
import { COMMAND_LINE } from '../src/domain/audit/audit.ts'
import { readBackupAge } from '../src/domain/backups/scheduled-backups.ts'
import { getBacklog } from '../src/domain/digest/manage-digest.ts'
import { createKeyUses } from '../src/domain/projects/authenticate-key.ts'
import { createKey } from '../src/domain/projects/manage-keys.ts'
import { createProject } from '../src/domain/projects/manage-projects.ts'
import { createMetrics } from '../src/http/metrics/metrics.ts'
import { atEnd } from './closings.ts'
import { PATIENCE_MS } from './patience.ts'

export const ADMIN_TOKEN = 'admin-token-for-tests'

/** Test bodies are asserted on, not typed: any property may be looked at. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test is about
export type Loose = any

/**
 * What an operation answers, by its path below `/api`; of a refusal, only `detail` is there. Loose where the path is only known
 * when the test runs, and where the answer is not JSON.
 */
export type Answer<M extends Method, Path extends string> = [Known<M, `/api${Path}`>] extends [never]
  ? Loose
  : Read<AnswerOf<M, `/api${Path}`>>
type Answered<Body> = { status: number; headers: Headers; body: Body }

/** The same below a project. */
export type ProjectAnswer<M extends Method, Path extends string> = Path extends '' | `/${string}`
  ? Answer<M, `/projects/${string}${Path}`>
  : Loose
type Read<Answer> = [Answer] extends [object]
  ? Answer extends Response
    ? Loose
    : Answer & { detail: Loose }
  : Loose

/**
 * A database copied from the migrated template, or from another; dropped when the file is done. Its files are copied:
 * page by page through the log, which is PostgreSQL's own choice, it takes two to four times as long.
 */
export async function testDatabase(
  template = inject('template'),
): Promise<{ db: Database; connection: pg.ClientConfig }> {
  const server = inject('server')
  const database = `t_${v7().replaceAll('-', '')}`
  await onServer(`CREATE DATABASE ${database} TEMPLATE ${template} STRATEGY FILE_COPY`)
  const connection = { ...server, database }
  const db = createPool(connection, 10)
  db.options.connectionTimeoutMillis = PATIENCE_MS // who waits for a connection on a busy machine is no fault
  atEnd(async () => {
    await db.end()
    await onServer(`DROP DATABASE ${database} WITH (FORCE)`)
  })
  return { db, connection }
}

/** A statement outside of the databases of tests. */
export async function onServer(sql: string): Promise<void> {
  const client = new pg.Client(inject('server'))
  await client.connect()
  await client.query(sql)
  await client.end()
}

export type Overrides = Partial<
  Pick<
    AppOptions,
    | 'rateLimitPerMinute'
    | 'rateLimitProjectPerMinute'
    | 'rateLimitAddressPerMinute'
    | 'allowedOrigins'
    | 'trustedProxies'
    | 'log'
    | 'oidc'
    | 'adminToken'
    | 'baseUrl'
    | 'fetchPublic'
    | 'mailer'
    | 'allowPrivateTargets'
    | 'projectLimits'
  > & { trustMs: number; connection: Connection }
>

/** One application over a database; call it twice with one database for two "processes". */
export async function startApp(db: Database, { trustMs = 0, connection, ...overrides }: Overrides = {}) {
  const clock = { now: new Date('2026-03-14T09:30:00.000Z') }
  const metrics = createMetrics(db, {
    readBacklog: () => getBacklog(db),
    readFaults: () => selectDigestFaults(db),
  })
  const keyUses = createKeyUses()
  const place = connection ?? { ...db.options, password: db.options.password }
  const [ingest, exports] = [openIngestPool(place), openExportPool(place)]
  for (const pool of [ingest, exports])
    pool.options.connectionTimeoutMillis = db.options.connectionTimeoutMillis // as patient as the other pool
  const fixed = {
    db,
    now: () => new Date(clock.now),
    newId: () => v7(),
    meter: metrics,
    wakeDigest: () => {},
  }
  // Nothing kept is trusted unless a test is about that: tests change rows behind the application's back.
  const deps = agentDeps(fixed, { ingest, exports }, trustMs)
  metrics.watchIngest(ingest, deps.posts.status)
  metrics.watchBackups(() => readBackupAge(db, deps.now()), null)
  const app = await buildApp({
    deps,
    keyUses,
    metrics,
    log: pino({ level: 'silent' }),
    version: '0.0.0-test',
    adminToken: ADMIN_TOKEN,
    oidc: null,
    mailer: null,
    allowPrivateTargets: true, // receivers of tests are on this machine
    allowedOrigins: [],
    trustedProxies: [],
    rateLimitPerMinute: null,
    rateLimitProjectPerMinute: null,
    rateLimitAddressPerMinute: null,
    docsFolder: 'dist/docs',
    consoleFolder: 'dist/console',
    baseUrl: () => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    ...overrides,
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  atEnd(async () => {
    await app.close()
    await ingest.end()
    await exports.end()
  })
  return { app, deps, keyUses, clock, url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` }
}

/** An application with a project and a key: what most tests start from. */
export async function startService(overrides: Overrides = {}) {
  const { db, connection } = await testDatabase()
  const running = await startApp(db, overrides)
  const { id } = await createProject(running.deps, COMMAND_LINE, 'Test project', null)
  return serviceOf(running, connection, id)
}

/** What tests do with an application and one of its projects. */
export async function serviceOf(
  running: Awaited<ReturnType<typeof startApp>>,
  connection: pg.ClientConfig,
  projectId: string,
) {
  const { deps, url } = running
  const { db } = deps
  const { key } = await createKey(deps, COMMAND_LINE, projectId, { name: 'Test key' })
  const base = `/v1/project/${projectId}`
  return {
    ...running,
    db,
    connection,
    projectId,
    key,
    mcpUrl: `${url}/mcp/v1/project/${projectId}/`,
    /** A public call with the key; `path` continues after the project. */
    call: (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      send(url + base + path, method, body, { Authorization: `ApiKey ${key}`, ...headers }),
    /** An admin call; `path` continues after /api. */
    admin: <M extends Method, const Path extends string>(
      method: M,
      path: Path,
      body?: unknown,
    ): Promise<Answered<Answer<M, Path>>> =>
      send(`${url}/api${path}`, method, body, { Authorization: `Bearer ${ADMIN_TOKEN}` }),
    count: async (table: string): Promise<number> =>
      (await db.query(`SELECT count(*)::int AS count FROM ${table}`)).rows[0].count,
  }
}

export type TestService = Awaited<ReturnType<typeof serviceOf>>

/** Sends a body as JSON (a string or bytes as they are), and reads the answer whatever it is. */
export async function send(
  url: string,
  method: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answered<Loose>> {
  const raw = typeof body === 'string' || body instanceof Uint8Array
  const response = await fetch(url, {
    method,
    headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: raw ? body : JSON.stringify(body) }),
  })
  const text = await textOf(response)
  const json = response.headers.get('content-type')?.includes('application/json') && text !== ''
  return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : text }
}

/** A stream of events has no end to wait for. */
async function textOf(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text()
  await response.body?.cancel()
  return ''
}

export const PASSWORD = 'correct horse battery'

let people = 0

/** The cookie that a browser would send from now on. */
export const cookieOf = ({ headers }: { headers: Headers }): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

type Wanted = { role?: Role; email?: string; projectId?: string }

/** A new account, invited to the service's project with this role and signed in. */
export async function signIn(service: TestService, wanted: Wanted = {}) {
  const { role = 'owner', projectId = service.projectId } = wanted
  const email = wanted.email ?? `${role}-${++people}@example.com`
  const { body: invite } = await service.admin('POST', `/projects/${projectId}/invites`, { role })
  const token = new URL(invite.url).hash.slice(1)
  const accepted = await send(`${service.url}/api/invites/accept`, 'POST', {
    token,
    name: `The ${role}`,
    email,
    password: PASSWORD,
  })
  if (accepted.status !== 200)
    throw new Error(`not signed in: ${accepted.status} ${JSON.stringify(accepted.body)}`)
  const headers = { Cookie: cookieOf(accepted), Origin: service.url }
  return {
    account: accepted.body.account as { id: string; name: string; email: string },
    /** As a page of the console sends it. */
    headers,
    /** A call as this person; `path` continues after /api. */
    call: <M extends Method, const Path extends string>(
      method: M,
      path: Path,
      body?: unknown,
      others: Record<string, string> = {},
    ): Promise<Answered<Answer<M, Path>>> =>
      send(`${service.url}/api${path}`, method, body, { ...headers, ...others }),
  }
}

export type Person = Awaited<ReturnType<typeof signIn>>

/** A valid batch, to be varied. */
export const batch = (overrides: object = {}): Loose => ({
  user_id: 'user-42',
  interaction_id: 'thread-7',
  user_sentiment: 'negative',
  observations: [{ title: 'Export stops early', description: 'Only 10,000 of 14,200 rows arrived.' }],
  ...overrides,
})

/** A study as the admin API makes it; active unless said otherwise. */
export async function makeStudy(service: TestService, overrides: object = {}) {
  const study = {
    question: 'Why do you export?',
    eligibility_criteria: 'Exports often.',
    state: 'active',
    ...overrides,
  }
  const { status, body } = await service.admin('POST', `/projects/${service.projectId}/studies`, study)
  if (status !== 201) throw new Error(`study not created: ${status} ${JSON.stringify(body)}`)
  return body
}

export const answer = (overrides: object = {}): Loose => ({
  user_id: 'user-42',
  interaction_id: 'thread-7',
  answer: 'For the accountant.',
  ...overrides,
})

/** A second project in the same service, with a key of its own. */
export async function anotherProject({ deps, url }: TestService) {
  const { id: projectId } = await createProject(deps, COMMAND_LINE, 'Another project', null)
  const { key } = await createKey(deps, COMMAND_LINE, projectId, { name: 'Another key' })
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    send(`${url}/v1/project/${projectId}${path}`, method, body, {
      Authorization: `ApiKey ${key}`,
      ...headers,
    })
  return { projectId, key, call }
}
