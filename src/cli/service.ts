// Runs the service or a worker in the foreground: opens its parts, announces it, and closes them in an order that loses
// nothing.
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { type Clock, followDatabaseClock } from '../db/database-clock.ts'
import { countDigestFault, selectDigestFaults } from '../db/digest/fault-counts.ts'
import { openIngestPool } from '../db/ingest-pool.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import type { Database } from '../db/pool.ts'
import type { Connection } from '../db/pooler.ts'
import { openExportPool } from '../db/projects/project-archives.ts'
import { listenForProjectChanges } from '../db/projects/project-versions.ts'
import { prepareSetUp } from '../domain/accounts/set-up.ts'
import { agentDeps } from '../domain/agent-deps.ts'
import { readBackupAge } from '../domain/backups/scheduled-backups.ts'
import { getBacklog } from '../domain/digest/manage-digest.ts'
import { createKeyUses } from '../domain/projects/authenticate-key.ts'
import { bootstrap } from '../domain/projects/bootstrap.ts'
import { endConnectionsOnError } from '../http/connections/last-resort.ts'
import { logged } from '../http/errors.ts'
import { createMetrics } from '../http/metrics/metrics.ts'
import { openMailer } from '../outbound/mailer.ts'
import { newId, VERSION } from '../process-facts.ts'
import { StartError } from '../start-error.ts'
import type { DigestWorker } from '../worker/digest-worker.ts'
import { startBackingUp, startHousekeeping } from '../worker/housekeeping.ts'
import { runDigestThread } from '../worker/run-digest-thread.ts'
import { setUpLink } from './account-commands.ts'
import { addressOf } from './address.ts'
import { announce } from './announce.ts'
import { openLog } from './log.ts'

const FOLDERS = {
  docsFolder: fileURLToPath(new URL('../docs/', import.meta.url)),
  consoleFolder: fileURLToPath(new URL('../console/', import.meta.url)),
}

export type Service = { close(): Promise<void> }

/** Most of the code of a start, loaded while the database starts. */
const loadApp = () => import('../app.ts')

export async function startService(config: Config): Promise<Service> {
  await requireFreePort(config)
  return startWithDatabase(config, loadApp, async ({ db, connection, clock, log, closeDatabase }) => {
    const metrics = createMetrics(db, {
      readBacklog: () => getBacklog(db),
      readFaults: () => selectDigestFaults(db),
    })
    const ingest = openIngestPool(connection)
    const exports = openExportPool(connection)
    ingest.query('SELECT').catch(() => {}) // opens a connection while the application is built, so that the first call does not wait for one
    let digest: DigestWorker | undefined
    const hooks = { meter: metrics, wakeDigest: () => digest?.wake() }
    const deps = agentDeps({ db, now: clock.now, newId, ...hooks }, { ingest, exports })
    metrics.watchIngest(ingest, deps.posts.status)
    metrics.watchBackups(() => readBackupAge(db, deps.now()), config.backups?.everyHours ?? null)
    const made = await bootstrap(deps, config.bootstrap)
    const keyUses = createKeyUses()
    const baseUrl = () => addressOf(config, portOf(app))
    const mailer = openMailer(config.mail)
    const parts = { deps, keyUses, metrics, log, version: VERSION, ...FOLDERS, baseUrl, mailer }
    const { buildApp } = await loadApp()
    const app: FastifyInstance = await buildApp({ ...config, ...parts })
    endConnectionsOnError(log, metrics.unhandledError)
    await listen(app, config)
    digest = runDigestThread({ config, connection, baseUrl: baseUrl() }, onDigestFault(db, log))
    const chores = startHousekeeping(deps, keyUses, (chore, fault) => {
      metrics.choreDone(chore, fault === undefined)
      if (fault !== undefined) log.warn({ chore, err: logged(fault) }, 'housekeeping failed')
    })
    const backups =
      config.backups &&
      startBackingUp(
        db,
        { connection, program: VERSION, now: deps.now },
        config.backups,
        warn(log, 'backup failed'),
      )
    const changes = listenForProjectChanges(connection, deps.cache.invalidate)
    const token = await prepareSetUp(deps)
    announce({ baseUrl: baseUrl(), made, setUpLink: token && setUpLink(baseUrl(), token) })
    return {
      // Each part is closed before what it needs: calls first, so that nothing new arrives, and the database last.
      async close() {
        await app.close()
        await digest?.stop()
        await chores.stop() // also writes counts that are still in memory
        await backups?.stop()
        await changes.close()
        await ingest.end()
        await exports.end()
        await closeDatabase()
      },
    }
  })
}

/** Runs only the digest, imports and outgoing messages. Any number of workers and services can share a database. */
export async function startWorker(config: Config): Promise<Service> {
  if (config.digestThreads === 0) throw new StartError('DIGEST_THREADS is 0: a worker needs at least 1.')
  const nothing = async () => {}
  return startWithDatabase(config, nothing, async ({ db, connection, log, closeDatabase }) => {
    const task = { config, connection, baseUrl: addressOf(config) }
    const digest = runDigestThread(task, onDigestFault(db, log))
    process.stdout.write('Fieldnote worker is running\n')
    return {
      async close() {
        await digest.stop()
        await closeDatabase()
      },
    }
  })
}

type OpenParts = {
  db: Database
  connection: Connection
  clock: Clock
  log: Logger
  closeDatabase(): Promise<void>
}

async function startWithDatabase(
  config: Config,
  meanwhile: () => Promise<unknown>,
  start: (parts: OpenParts) => Promise<Service>,
): Promise<Service> {
  const log = openLog(config.logLevel)
  const { db, connection, close } = await openDatabase(
    config,
    (line) => log.info({ part: 'database' }, line),
    () => void meanwhile().catch(() => {}), // a later import repeats it and gets the error
  )
  let clock: Clock | undefined
  const closeDatabase = () => {
    clock?.stop()
    return close()
  }
  try {
    await migrate(db)
    clock = await followDatabaseClock(db)
    return await start({ db, connection, clock, log, closeDatabase })
  } catch (error) {
    await closeDatabase()
    throw error
  }
}

/** If the fault cannot be counted, the database is unreachable, which has its own alerts. */
const onDigestFault = (db: Database, log: Logger) => (fault: object) => {
  log.warn({ fault }, 'digest failed')
  countDigestFault(db).catch(() => {})
}

const warn = (log: Logger, message: string) => (error: unknown) => log.warn({ err: logged(error) }, message)

/** Checked first: a first start that fails later would have created a key that nobody gets to see. */
async function requireFreePort({ host, port }: Config): Promise<void> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(listenError(error, host, port)))
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw listenError(error as Error, host, port)
  }
}

function listenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE')
    return new StartError(
      `Port ${port} on ${host} is in use: stop what runs there, or set PORT to another (0 picks one).`,
    )
  if (error.code === 'EACCES')
    return new StartError(`Port ${port} needs privileges: set PORT to 1024 or higher.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new StartError(
      `HOST ${host} is not an address of this machine: use 127.0.0.1, or 0.0.0.0 for all.`,
    )
  return error
}

function portOf({ server }: FastifyInstance): number {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
