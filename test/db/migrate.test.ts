// Migrations: safe for processes that start together, refused on a newer database, all or nothing.
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { v7 } from 'uuid'
import { afterEach, expect, inject, it } from 'vitest'
import { MigrationError, migrate } from '../../src/db/migrate.ts'
import { createPool, type Database } from '../../src/db/pool.ts'
import { DIST } from '../built.ts'

const KNOWN = readdirSync(join(import.meta.dirname, '../../src/db/migrations'))
  .map((file) => file.replace(/\.sql$/, ''))
  .sort()

const made: { name: string; pools: Database[] }[] = []
afterEach(async () => {
  for (const { name, pools } of made.splice(0)) {
    await Promise.all(pools.map((pool) => pool.end()))
    await onServer(`DROP DATABASE ${name} WITH (FORCE)`)
  }
})

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client(inject('server'))
  await client.connect()
  await client.query(sql)
  await client.end()
}

async function emptyDatabase(): Promise<{ connection: pg.ClientConfig; open(): Database }> {
  const name = `m_${v7().replaceAll('-', '')}`
  await onServer(`CREATE DATABASE ${name} TEMPLATE template0`)
  const pools: Database[] = []
  made.push({ name, pools })
  const connection = { ...inject('server'), database: name }
  const open = () => {
    const pool = createPool(connection, 2)
    pools.push(pool)
    return pool
  }
  return { connection, open }
}

const applied = async (db: Database): Promise<string[]> =>
  (await db.query('SELECT name FROM schema_migration ORDER BY version')).rows.map(({ name }) => name)

async function tables(db: Database): Promise<string[]> {
  const { rows } = await db.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")
  return rows.map(({ tablename }) => tablename)
}

it('brings an empty database up to date, and a second time changes nothing', async () => {
  const db = (await emptyDatabase()).open()

  const first = await migrate(db)
  const before = (await db.query('SELECT * FROM schema_migration')).rows
  const second = await migrate(db)

  expect([first, second]).toEqual([KNOWN, []])
  expect(await applied(db)).toEqual(KNOWN)
  expect((await db.query('SELECT * FROM schema_migration')).rows).toEqual(before)
})

it('is applied once when many start together on an empty database', async () => {
  const { open } = await emptyDatabase()

  const results = await Promise.all(Array.from({ length: 8 }, () => migrate(open())))

  expect(results.flat()).toEqual(KNOWN)
  expect(await applied(open())).toEqual(KNOWN)
})

it('is applied once when several processes start together', async () => {
  const { connection, open } = await emptyDatabase()

  const results = await Promise.all(Array.from({ length: 4 }, () => migrateElsewhere(connection)))

  expect(results.map(({ error }) => error)).toEqual(['', '', '', ''])
  expect(results.flatMap(({ output }) => JSON.parse(output))).toEqual(KNOWN)
  expect(await applied(open())).toEqual(KNOWN)
})

/** A process of its own, with the built program. */
function migrateElsewhere(connection: pg.ClientConfig): Promise<{ output: string; error: string }> {
  const script = `
    const { migrate } = await import(${JSON.stringify(`${DIST}/db/migrate.js`)})
    const { createPool } = await import(${JSON.stringify(`${DIST}/db/pool.js`)})
    const db = createPool(${JSON.stringify(connection)}, 2)
    process.stdout.write(JSON.stringify(await migrate(db)))
    await db.end()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script])
  return new Promise((resolve) => {
    let [output, error] = ['', '']
    child.stdout.on('data', (data) => (output += data))
    child.stderr.on('data', (data) => (error += data))
    child.once('close', () => resolve({ output, error }))
  })
}

it('refuses a database that is newer than the code, in one line, and leaves it alone', async () => {
  const db = (await emptyDatabase()).open()
  await migrate(db)
  await db.query("INSERT INTO schema_migration (version, name) VALUES (9999, '9999_future')")

  const refused = await migrate(db).catch((error: unknown) => error)

  expect(refused).toBeInstanceOf(MigrationError)
  expect((refused as Error).message).toMatch(/^.*9999.*newer.*$/)
  expect(await applied(db)).toEqual([...KNOWN, '9999_future'])
})

it('leaves nothing behind when a migration fails, and succeeds once the cause is gone', async () => {
  const db = (await emptyDatabase()).open()
  // The last table of the first migration is in the way: everything before it has run by then.
  await db.query('CREATE TABLE idempotency_key (mine text)')

  await expect(migrate(db)).rejects.toThrow('already exists')

  expect(await tables(db)).toEqual(['idempotency_key'])
  await db.query('DROP TABLE idempotency_key')
  expect(await migrate(db)).toEqual(KNOWN)
})
