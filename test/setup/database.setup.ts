// Before all test files: one PostgreSQL, and in it a migrated database that each file copies for itself; and a folder for
// what they make for each other: the vectors of the texts that they digest, and a database for programs.
// TEST_DATABASE_URL names an external server (its user must be allowed to create databases).
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openEmbeddedServer } from '../../src/db/embedded/server.ts'
import { migrate } from '../../src/db/migrate.ts'
import { createPool } from '../../src/db/pool.ts'
import { EVIDENCE_FOLDER } from '../evidence.ts'
import { quickFolder } from './quick-folder.ts'

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with the library's own
  export interface ProvidedContext {
    server: pg.ClientConfig
    template: string
    vectors: string
    /** The first file that needs it makes it: see migrated-folder.ts. */
    migrated: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  rmSync(EVIDENCE_FOLDER, { recursive: true, force: true }) // of the run before
  const server = process.env.TEST_DATABASE_URL
    ? externalServer(process.env.TEST_DATABASE_URL)
    : await ownServer()
  const template = `fieldnote_template_${process.pid}`
  await command(server.connection, `CREATE DATABASE ${template}`)
  const db = createPool({ ...server.connection, database: template }, 2)
  await migrate(db)
  await db.end()
  project.provide('server', server.connection)
  project.provide('template', template)
  const shared = quickFolder('fieldnote-shared-')
  const vectors = join(shared, 'vectors')
  mkdirSync(vectors)
  project.provide('vectors', vectors)
  project.provide('migrated', join(shared, 'migrated'))
  return async () => {
    await command(server.connection, `DROP DATABASE ${template}`)
    await command(server.connection, `DROP DATABASE IF EXISTS ${sampleTemplate(template)}`)
    await server.stop()
    rmSync(shared, { recursive: true })
  }
}

/** A copy of the template with a month of sample data in it; made by the first file that needs it. */
export const sampleTemplate = (template: string): string => `${template}_sample`

type TestServer = { connection: pg.ClientConfig; stop(): Promise<void> }

async function ownServer(): Promise<TestServer> {
  const dataDir = quickFolder('fieldnote-test-')
  const open = () => openEmbeddedServer({ dataDir, log: () => {} })
  const unset = await open()
  // No test here cuts the power. Each file drops its database, which syncs whatever the others have written: 1.7 s.
  await command(unset.connection, 'ALTER SYSTEM SET fsync = off')
  await command(unset.connection, 'ALTER SYSTEM SET full_page_writes = off')
  // A file may start a dozen services, each with the connections of a whole one.
  await command(unset.connection, 'ALTER SYSTEM SET max_connections = 500')
  await unset.release()
  const server = await open()
  const stop = async () => {
    await server.release()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { connection: server.connection, stop }
}

function externalServer(address: string): TestServer {
  const { hostname, port, username, password, pathname, searchParams } = new URL(address)
  const connection = {
    host: searchParams.get('host') ?? hostname,
    port: Number(port || 5432),
    user: decodeURIComponent(username),
    ...(password && { password: decodeURIComponent(password) }),
    database: pathname.slice(1) || 'postgres',
  }
  return { connection, stop: async () => {} }
}

async function command(connection: pg.ClientConfig, sql: string): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(sql)
  await client.end()
}
