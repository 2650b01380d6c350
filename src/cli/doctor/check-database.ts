// The database: that it answers and is usable, that its schema is current, that the digest keeps up, and that there are
// backups.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Config } from '../../config.ts'
import { type Backlog, selectBacklog } from '../../db/digest/digest-jobs.ts'
import { isFull } from '../../db/error-codes.ts'
import { INGEST_CONNECTIONS } from '../../db/ingest-pool.ts'
import { inspectSchema } from '../../db/migrate.ts'
import { MAKE_ROOM, openDatabase } from '../../db/open.ts'
import { createPool, type Database } from '../../db/pool.ts'
import { EXPORTS_AT_ONCE } from '../../db/projects/project-archives.ts'
import { type ServerFacts, selectServerFacts } from '../../db/server-facts.ts'
import { DIGEST_CONNECTIONS } from '../../worker/digesting.ts'
import { DELIVERY_CONNECTIONS, IMPORT_CONNECTIONS } from '../../worker/loops.ts'
import { checkBackups } from './check-backups.ts'
import { doubtful, type Finding, ok, reasonOf, wrong } from './finding.ts'

const MOST_SKEW_S = 30
const MOST_LAG_S = 300
/** Failures are retried for 25 minutes and then given up; an unreachable model makes them wait longer. */
const MOST_AGE_S = 3_600
/** Connections of a process beside the pool: for agents, for exports of projects, and one for notifications. */
const OTHER_CONNECTIONS = INGEST_CONNECTIONS + EXPORTS_AT_ONCE + 1

export async function checkDatabase(config: Config): Promise<Finding[]> {
  const isNew = config.databaseUrl === null && !existsSync(join(resolve(config.dataDir), 'postgres'))
  if (isNew) return [ok('database', 'there is none yet; the first start creates it')]
  try {
    const { db, close } = await openAtOnce(config)
    return await inspect(db, config).finally(close)
  } catch (error) {
    const checkServer =
      config.databaseUrl === null ? '' : ' Check DATABASE_URL and that the server is running.'
    const advice = isFull(error) ? ` ${MAKE_ROOM}` : checkServer
    return [wrong('database', `It cannot be used: ${reasonOf(error).replace(/\.$/, '')}.${advice}`)]
  }
}

/** Unlike a start, this does not wait for a database that is starting: somebody is waiting for an answer. */
async function openAtOnce(config: Config): Promise<{ db: Database; close(): Promise<void> }> {
  if (config.databaseUrl === null) return openDatabase(config, () => {})
  const target = {
    connectionString: config.databaseUrl,
    connectionTimeoutMillis: config.connectSeconds * 1_000,
  }
  const db = createPool(target, 1)
  return { db, close: () => db.end() }
}

async function inspect(db: Database, config: Config): Promise<Finding[]> {
  const facts = await selectServerFacts(db)
  const pending = await inspectSchema(db)
  const general = [
    ok('database', `PostgreSQL ${facts.version} answers`),
    checkSchema(pending, facts),
    checkWritable(facts),
    checkConnections(config, facts),
    checkTimeouts(facts),
    checkClock(Date.now() / 1000 - facts.epoch),
  ]
  if (pending.length > 0) return general
  const digest = checkDigest(await selectBacklog(db), config)
  return [...general, ...digest, await checkBackups(db, config, new Date(facts.epoch * 1_000))]
}

function checkSchema(pending: string[], { may_create }: ServerFacts): Finding {
  if (pending.length === 0) return ok('schema', 'up to date')
  const says = `${pending.length} migrations are pending; the next start applies them`
  if (may_create) return ok('schema', says)
  return wrong(
    'schema',
    `${says}, but the role lacks the right: GRANT it CREATE on the schema and the database.`,
  )
}

function checkWritable({ read_only }: ServerFacts): Finding {
  if (!read_only) return ok('writing', 'the database accepts changes')
  return wrong(
    'writing',
    'The database is read-only: it is a standby, or default_transaction_read_only is on.',
  )
}

function checkConnections({ poolSize, digestThreads }: Config, { connections }: ServerFacts): Finding {
  const digest =
    digestThreads > 0 ? digestThreads * DIGEST_CONNECTIONS + DELIVERY_CONNECTIONS + IMPORT_CONNECTIONS : 0
  const wanted = poolSize + OTHER_CONNECTIONS + digest
  const says = `a process opens up to ${wanted} connections, and the server allows ${connections}`
  if (wanted <= connections / 2) return ok('connections', says)
  const advice = 'lower DATABASE_POOL_SIZE, raise max_connections, or use a pooler'
  return wanted <= connections
    ? doubtful('connections', `There are too few for two processes: ${says}. For more, ${advice}.`)
    : wrong('connections', `There are too few: ${says}. For more, ${advice}.`)
}

/** Each connection sets them when it opens; a pooler may ignore that. */
export function checkTimeouts(facts: Pick<ServerFacts, 'lock_timeout' | 'statement_timeout'>): Finding {
  const settings = [
    { name: 'lock_timeout', value: facts.lock_timeout, usual: '3s' },
    { name: 'statement_timeout', value: facts.statement_timeout, usual: '30s' },
  ]
  const missing = settings.filter(({ value }) => value === 0)
  if (missing.length === 0) return ok('time limits', 'statements and lock waits have one')
  const names = missing.map(({ name }) => name).join(' and ')
  const orders = missing.map(({ name, usual }) => `ALTER DATABASE … SET ${name} TO '${usual}';`).join(' ')
  return doubtful(
    'time limits',
    `${names} is 0 on the server: a pooler drops what a process sets for its connections. Set it for the database: ${orders}`,
  )
}

export function checkClock(aheadS: number): Finding {
  const seconds = Math.round(Math.abs(aheadS))
  if (seconds <= MOST_SKEW_S) return ok('clock', `within ${Math.max(1, seconds)} s of the database's`)
  const way = aheadS > 0 ? 'ahead of' : 'behind'
  return doubtful(
    'clock',
    `This machine is ${seconds} s ${way} the database. Due times follow the database's clock; sessions and certificates follow this one. Turn on time synchronization (NTP) on both.`,
  )
}

function checkDigest(backlog: Backlog, { digestThreads }: Config): Finding[] {
  const { pending, failed, lag_seconds, oldest_seconds } = backlog
  const age = Math.round(Math.max(lag_seconds, oldest_seconds))
  const isLate = lag_seconds > MOST_LAG_S || oldest_seconds > MOST_AGE_S
  const late = `observations and answers waiting: ${pending}, the oldest for ${age} s`
  const advice =
    digestThreads === 0
      ? 'DIGEST_THREADS is 0 here, so a worker must run: start `fieldnote worker`, and check its log.'
      : 'check the log for "digest failed", and start more workers if there is none.'
  return [
    isLate ? wrong('digest', `It does not keep up (${late}): ${advice}`) : ok('digest', late),
    ...(failed > 0
      ? [
          doubtful(
            'digest',
            `Observations and answers given up after the last attempt: ${failed}. The console shows each with its error and can retry them.`,
          ),
        ]
      : []),
  ]
}
