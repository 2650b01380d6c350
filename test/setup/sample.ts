// A service whose project holds a month of digested sample data. It is made once a run, and copied for each file.
import pg from 'pg'
import { v7 } from 'uuid'
import { inject } from 'vitest'
import { createPool, type Database, inTransaction } from '../../src/db/pool.ts'
import { createEngine } from '../../src/digest/engine.ts'
import { COMMAND_LINE } from '../../src/domain/audit/audit.ts'
import { UNCOUNTED } from '../../src/domain/deps.ts'
import { createProject } from '../../src/domain/projects/manage-projects.ts'
import { continueSamples } from '../../src/sample/continue-sample.ts'
import { fillSampleWithin } from '../../src/sample/fill-sample.ts'
import { digestAll, OFFLINE } from '../digest/digesting.ts'
import { serviceOf, startApp, type TestService, testDatabase } from '../service.ts'
import { sampleTemplate } from './database.setup.ts'

/**
 * Where the month ends, a Wednesday evening: which notes fall on which day, and with that which issues are new, regressed or
 * first, depends on the weekday and the hour.
 */
const SAMPLE_END = new Date('2026-03-11T18:00:00.000Z')

/** Its clock shows the end of the month. */
export async function startSampleService(): Promise<TestService> {
  await makeSampleTemplate()
  const { db, connection } = await testDatabase(sampleTemplate(inject('template')))
  const { rows } = await db.query<{ id: string }>('SELECT id FROM project')
  const service = await serviceOf(await startApp(db), connection, rows[0]?.id ?? '')
  service.clock.now = SAMPLE_END
  return service
}

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
  const deps = { db, now: () => SAMPLE_END, newId: () => v7(), meter: UNCOUNTED, wakeDigest: () => {} }
  const engine = createEngine(OFFLINE)
  const { id } = await createProject(deps, COMMAND_LINE, 'Invoices', null)
  await inTransaction(db, (tx) => fillSampleWithin(tx, deps, 'sample data', id))
  await digestAll({ deps }, engine)
  await continueSamples(deps)
  await digestAll({ deps }, engine)
  await engine.close()
  await db.end()
}
