// A PgBouncer of the test's own, in transaction mode, in front of one database.
import { spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findPgbouncer } from '../../scripts/pgbouncer.mjs'
import { atEnd } from '../closings.ts'
import { eventually } from '../eventually.ts'
import { lineTo } from '../outage.ts'

/** Far fewer than clients have, so that these share them all the time. */
const SERVER_CONNECTIONS = 6
const PORT = 6432 // names a socket in a folder of its own
const NOBODY = 65_534 // it refuses to run as root

/** The address of the database behind it. `settings` are lines of its configuration. */
export async function startPgbouncer(behind: pg.ClientConfig, settings: string): Promise<string> {
  const program = findPgbouncer()
  if (!program) throw new Error('no PgBouncer: node scripts/pgbouncer.mjs')
  const folder = mkdtempSync(join(tmpdir(), 'fieldnote-pgbouncer-'))
  // It may not enter the folder of a server that a test of root's started.
  const { host, port, user, password, database } = (await lineTo(behind)).connection
  const target = { host, port, user, ...(password ? { password } : {}), dbname: database }
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, configuration(target, folder, settings))
  const asRoot = process.getuid?.() === 0
  if (asRoot) chownSync(folder, NOBODY, NOBODY)
  const child = spawn(program, [...(asRoot ? ['-u', 'nobody'] : []), file], { stdio: 'ignore' })
  atEnd(async () => {
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await gone
    rmSync(folder, { recursive: true, force: true })
  })
  const address = `postgres://${user}@localhost:${PORT}/behind?host=${encodeURIComponent(folder)}`
  await eventually(() => answers(address))
  return address
}

const configuration = (target: object, folder: string, settings: string): string =>
  `[databases]
behind = ${Object.entries(target)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')} pool_size=${SERVER_CONNECTIONS}
[pgbouncer]
listen_port = ${PORT}
unix_socket_dir = ${folder}
auth_type = any
pool_mode = transaction
${settings}
`

async function answers(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('SELECT 1')
  } finally {
    await client.end().catch(() => {})
  }
}
