// The console as tests open it: a service, an owner, and a browser that is signed in; empty, or with a month of sample.
import pg from 'pg'
import type { BrowserContextOptions } from 'playwright-core'
import { v7 } from 'uuid'
import { inject } from 'vitest'
import type { Role } from '../../src/contract/labels.ts'
import { createPool, type Database, inTransaction } from '../../src/db/pool.ts'
import { createEngine } from '../../src/digest/engine.ts'
import { COMMAND_LINE } from '../../src/domain/audit/audit.ts'
import { UNCOUNTED } from '../../src/domain/deps.ts'
import { createProject } from '../../src/domain/projects/manage-projects.ts'
import { continueSamples } from '../../src/sample/continue-sample.ts'
import { fillSampleWithin } from '../../src/sample/fill-sample.ts'
import { sampleTemplate } from '../database.setup.ts'
import { digestAll, OFFLINE } from '../digest/digesting.ts'
import {
  type Person,
  serviceOf,
  signIn,
  startApp,
  startService,
  type TestService,
  testDatabase,
} from '../service.ts'
import { type Visitor, visit } from './browser.ts'

export type Console = TestService & {
  owner: Person
  /** Opens a page below the project, as the owner unless said otherwise. */
  open(path: string, options?: BrowserContextOptions & { role?: Role }): Promise<Visitor>
  /** Opens any page, in a browser where this person is signed in. */
  openAs(person: Person, path: string, options?: BrowserContextOptions): Promise<Visitor>
}

/** A project that nothing has happened in. */
export const openEmptyConsole = async (): Promise<Console> => withPeople(await startService())

/** A project with a month of digested sample data. */
export async function openSampleConsole(): Promise<Console> {
  await makeSampleTemplate()
  const { db, connection } = await testDatabase(sampleTemplate(inject('template')))
  const { rows } = await db.query<{ id: string }>('SELECT id FROM project')
  return withPeople(await serviceOf(await startApp(db), connection, rows[0]?.id ?? ''))
}

async function withPeople(service: TestService): Promise<Console> {
  service.clock.now = new Date() // the browser's
  const owner = await signIn(service, { email: 'ada@example.com' })
  const openAs: Console['openAs'] = async (person, path, options) => {
    const visitor = await visit(service.url, options)
    await visitor.context.addCookies(cookiesOf(person, service.url))
    await visitor.page.goto(path)
    return visitor
  }
  const open: Console['open'] = async (path, { role, ...options } = {}) => {
    const person = role ? await signIn(service, { role }) : owner
    return openAs(person, `/p/${service.projectId}${path}`, options)
  }
  return { ...service, owner, open, openAs }
}

const cookiesOf = ({ headers }: Person, url: string) =>
  headers.Cookie.split('; ').map((pair) => {
    const [name = '', ...value] = pair.split('=')
    return { name, value: value.join('='), url }
  })

const LOCK = 4_711 // files that start together must not each make the template

async function makeSampleTemplate(): Promise<void> {
  const server = new pg.Client(inject('server'))
  await server.connect()
  try {
    const name = sampleTemplate(inject('template'))
    await server.query('SELECT pg_advisory_lock($1)', [LOCK])
    const { rowCount } = await server.query('SELECT FROM pg_database WHERE datname = $1', [name])
    if (rowCount === 1) return
    const unfinished = `${name}_${process.pid}`
    await server.query(`CREATE DATABASE ${unfinished} TEMPLATE ${inject('template')}`)
    await fill(createPool({ ...inject('server'), database: unfinished }, 4))
    await server.query(`ALTER DATABASE ${unfinished} RENAME TO ${name}`)
  } finally {
    await server.end()
  }
}

async function fill(db: Database): Promise<void> {
  const deps = { db, now: () => new Date(), newId: () => v7(), meter: UNCOUNTED, wakeDigest: () => {} }
  const engine = createEngine(OFFLINE)
  const { id } = await createProject(deps, COMMAND_LINE, 'Invoices', null)
  await inTransaction(db, (tx) => fillSampleWithin(tx, deps, 'sample data', id))
  await digestAll({ deps }, engine)
  await continueSamples(deps)
  await digestAll({ deps }, engine)
  await engine.close()
  await db.end()
}
