// Upgrades: from every earlier schema with data, beside processes of the version before, and undone when they fail.
import type pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { MigrationError, migrate } from '../../src/db/migrate.ts'
import { migrationOf, readMigrations } from '../../src/db/migration-files.ts'
import type { Database } from '../../src/db/pool.ts'
import { eventually } from '../eventually.ts'
import { batch, startService, type TestService, testDatabase } from '../service.ts'
import { fillEveryTable } from './one-row-each.ts'
import { schemaOf } from './schema-of.ts'

const KNOWN = readMigrations()

describe('from every earlier schema', () => {
  /** Migrated step by step; each copy of it is an installation of that age. */
  let oldest: { db: Database; connection: pg.ClientConfig }
  let fresh: unknown
  beforeAll(async () => {
    oldest = await testDatabase('template0')
    fresh = await schemaOf((await testDatabase()).db)
  })

  /** What a later migration takes out on purpose: it said so. */
  const REMOVED: Record<string, string> = { sample_month: 'sample data has projects of its own since 0011' }

  it.each(KNOWN.map(({ name }, at) => [name, at] as const))('with data, after %s', async (_, at) => {
    await migrate(oldest.db, KNOWN.slice(0, at + 1))
    await disconnect(oldest.db)
    const { db } = await testDatabase(oldest.connection.database)
    const tables = await onOneConnection(db, fillEveryTable)

    const applied = await migrate(db)

    expect(applied).toEqual(KNOWN.slice(at + 1).map(({ name }) => name))
    expect(await schemaOf(db)).toEqual(fresh)
    expect(await emptyTables(db, tables)).toEqual(
      tables.filter((table) => table in REMOVED && at < indexOf(11)),
    )
  })

  const indexOf = (version: number) => KNOWN.findIndex((migration) => migration.version === version)
})

/** A database can be copied only while nobody is connected to it. */
async function disconnect(db: Database): Promise<void> {
  await eventually(async () => {
    await db.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    )
    if (db.totalCount > 1) throw new Error('still connected')
  })
  const client = await db.connect()
  client.release(new Error('closed, so that the database can be copied'))
}

async function onOneConnection<T>(db: Database, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await db.connect()
  return work(client).finally(() => client.release())
}

/** One after the other: at once they open all connections of the pool, which stay for ten seconds, and so do those of others. */
async function emptyTables(db: Database, tables: string[]): Promise<string[]> {
  const empty: string[] = []
  for (const table of tables)
    if ((await db.query(`SELECT FROM ${table} LIMIT 1`)).rowCount === 0) empty.push(table)
  return empty
}

describe('beside a running service', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService()
  })
  const post = async () => (await service.call('POST', '/observations/', batch())).status
  const listed = async () =>
    (await service.db.query('SELECT version, needs FROM schema_migration WHERE version > 9000')).rows

  it('a migration that fails leaves everything as it was', async () => {
    const works = migrationOf('9001_first.sql', 'ALTER TABLE observation ADD COLUMN mood text;')
    const fails = migrationOf('9002_second.sql', 'ALTER TABLE observation DROP COLUMN title; SELECT 1 / 0;')

    const refused = await migrate(service.db, [...KNOWN, works, fails]).catch((error: unknown) => error)

    expect(refused).toBeInstanceOf(MigrationError)
    expect((refused as Error).message).toMatch(/^The migration 9002_second failed: division by zero\..*$/)
    expect(await listed()).toEqual([])
    expect(
      (await service.db.query('SELECT * FROM observation')).fields.map(({ name }) => name),
    ).not.toContain('mood')
    expect(await post()).toBe(201)
  })

  it('a migration that would wait for somebody who waits for it is tried again', async () => {
    const change = migrationOf('9001_cross.sql', 'LOCK TABLE digest_job; LOCK TABLE observation;')
    const reader = await service.db.connect()
    await reader.query("BEGIN; SET LOCAL deadlock_timeout = '1h'; SELECT FROM observation") // the migration finds out first

    const migrating = migrate(service.db, [...KNOWN, change])
    await eventually(async () => {
      const { rowCount } = await service.db.query(
        "SELECT FROM pg_locks WHERE NOT granted AND relation = 'observation'::regclass",
      )
      if (rowCount === 0) throw new Error('it does not wait yet')
    })
    await reader.query('SELECT FROM digest_job')
    await reader.query('COMMIT')
    reader.release()

    expect(await migrating).toEqual(['9001_cross'])
    await service.db.query('DELETE FROM schema_migration WHERE version = 9001')
  })

  it('a migration that waits for a table lets others pass, and comes through in the end', async () => {
    const change = migrationOf('9001_wait.sql', 'ALTER TABLE observation ADD COLUMN mood text;')
    const reader = await service.db.connect()
    await reader.query('BEGIN; SELECT FROM observation')

    const migrating = migrate(service.db, [...KNOWN, change])
    await eventually(async () => {
      const { rowCount } = await service.db.query(
        "SELECT FROM pg_locks WHERE NOT granted AND locktype = 'relation'",
      )
      if (rowCount === 0) throw new Error('it does not wait yet')
    })

    expect(await post()).toBe(201) // queued behind the migration, which gives up its place
    await reader.query('COMMIT')
    reader.release()
    expect(await migrating).toEqual(['9001_wait'])
  })

  it('lets the version before go on and start, until a migration says that it needs a newer one', async () => {
    const contracts = migrationOf('9003_gone.sql', '-- needs: 9001, which stopped using it.\nSELECT 1;')

    expect(await migrate(service.db)).toEqual([]) // knows nothing of 9001
    expect(await post()).toBe(201)
    const expanded = migrationOf('9001_wait.sql', 'ALTER TABLE observation ADD COLUMN mood text;')
    await migrate(service.db, [...KNOWN, expanded, contracts])

    expect(await listed()).toEqual([
      { version: 9001, needs: 0 },
      { version: 9003, needs: 9001 },
    ])
    await expect(migrate(service.db)).rejects.toThrow(/schema version 9003, newer than this Fieldnote/)
    expect(await migrate(service.db, [...KNOWN, expanded])).toEqual([])
  })
})

describe('a migration that ran', () => {
  it('may not change afterwards', async () => {
    const { db } = await testDatabase()
    const [first, ...others] = KNOWN
    const changed = migrationOf(`${first?.name}.sql`, `${first?.sql}\nSELECT 1;`)

    const refused = await migrate(db, [changed, ...others]).catch((error: unknown) => error)

    expect(refused).toBeInstanceOf(MigrationError)
    expect((refused as Error).message).toMatch(/^The migration 0001_core is not the one that ran.*$/)
  })

  it('is the same with the line ends of another system', () => {
    expect(migrationOf('0001_a.sql', 'SELECT 1;\r\n').checksum).toBe(
      migrationOf('0001_a.sql', 'SELECT 1;\n').checksum,
    )
  })

  it('gets its checksum where it ran before there were any', async () => {
    const { db } = await testDatabase()
    const select = 'SELECT version, checksum, needs FROM schema_migration ORDER BY version'
    const before = (await db.query(select)).rows
    await db.query('ALTER TABLE schema_migration DROP COLUMN checksum, DROP COLUMN needs')

    expect(await migrate(db)).toEqual([])

    expect((await db.query(select)).rows).toEqual(before)
    expect(before.map(({ checksum }) => checksum)).toEqual(KNOWN.map(({ checksum }) => checksum))
  })
})

describe('the schema expands before it contracts', () => {
  /** What a program of the version before would trip over. */
  const CONTRACTIONS: [what: string, pattern: RegExp][] = [
    ['takes a column away', /\bDROP COLUMN\b/i],
    ['takes a table away', /\bDROP (TABLE|VIEW|SEQUENCE|FUNCTION)\b/i],
    ['renames', /\bRENAME\b/i],
    ['demands a value', /\bSET NOT NULL\b|\bADD COLUMN (?![^,;]*\bDEFAULT\b)[^,;]*\bNOT NULL\b/i],
    ['changes a type', /\bALTER COLUMN \w+ (SET DATA )?TYPE\b/i],
    ['takes a default away', /\bDROP DEFAULT\b/i],
    ['adds a rule to a table that is there', /\bADD (CONSTRAINT|CHECK|UNIQUE|PRIMARY KEY|FOREIGN KEY)\b/i],
    ['takes a rule or an index away', /\bDROP (INDEX|CONSTRAINT|TRIGGER)\b/i],
  ]
  /** What the rules above find in these, and why the version before is not hurt by it. */
  const ALLOWED: Record<number, { what: string[]; because: string }> = {
    70: {
      what: ['takes a rule or an index away', 'demands that rows differ'],
      because: 'the index is made anew under its name; the version before leaves the new column empty',
    },
    76: {
      what: ['demands that rows differ'],
      because: 'the version before leaves the new column empty',
    },
    79: {
      what: ['takes a rule or an index away'],
      because: 'indexes of the same migration serve the same statements',
    },
    82: {
      what: ['takes a rule or an index away'],
      because: 'the version before reads a period from another index, in less than a second a million',
    },
    83: {
      what: ['takes a rule or an index away'],
      because: 'the version before writes jobs by the same statements, and triggers remove what the rule did',
    },
    84: {
      what: ['takes a table away', 'takes a rule or an index away'],
      because:
        'two triggers and their functions, in place of which one does the same from the same moment on',
    },
    85: {
      what: [
        'takes a table away',
        'adds a rule to a table that is there',
        'takes a rule or an index away',
        'demands that rows differ',
      ],
      because:
        'rules and keys are made anew as they were, one index with the columns of both; what the version before stores for a project that is deleted within that statement stays behind, where nobody reads it',
    },
    92: {
      what: ['adds a rule to a table that is there', 'takes a rule or an index away'],
      because: 'rules are made anew that allow one value more: what the version before writes, they allow',
    },
    94: {
      what: ['takes a table away', 'adds a rule to a table that is there', 'takes a rule or an index away'],
      because:
        'the version before stores an observation with its job, in a project that it holds; functions of triggers go, and keys do what they did from the same moment on',
    },
  }
  const FIRST_RELEASE = 66 // nothing ran beside an older version before it

  const contractionsIn = ({ sql }: { sql: string }) => {
    const statements = sql.replaceAll(/--.*$/gm, '')
    const found = CONTRACTIONS.filter(([, pattern]) => pattern.test(statements)).map(([what]) => what)
    const isNew = (table = '') => new RegExp(`\\bCREATE TABLE ${table}\\b`, 'i').test(statements)
    const unique = [...statements.matchAll(/\bCREATE UNIQUE INDEX\s+\w+\s+ON\s+(\w+)/gi)]
    return unique.some(([, table]) => !isNew(table)) ? [...found, 'demands that rows differ'] : found
  }

  it.each(
    KNOWN.filter(({ version }) => version > FIRST_RELEASE).map((migration) => [migration.name, migration]),
  )(
    '%s takes nothing from the version before, or says which one stopped using it (-- needs: <number>)',
    (_, migration) => {
      const { version, needs } = migration

      expect(needs > 0 ? [] : contractionsIn(migration)).toEqual(ALLOWED[version]?.what ?? [])
      expect(needs).toBeLessThan(version)
    },
  )

  it.each([
    ['ALTER TABLE a DROP COLUMN b;', 1],
    ['ALTER TABLE a ADD COLUMN b text NOT NULL;', 1],
    ['ALTER TABLE a ADD COLUMN b text NOT NULL DEFAULT 1, ADD COLUMN c text;', 0],
    ['ALTER TABLE a ALTER COLUMN b TYPE text, ALTER COLUMN b SET NOT NULL;', 2],
    ['ALTER TABLE a RENAME TO b; DROP TABLE c;', 2],
    ['ALTER TABLE a ADD FOREIGN KEY (b) REFERENCES c; ALTER TABLE a DROP CONSTRAINT d;', 2],
    ['DROP INDEX a;', 1],
    ['DROP TRIGGER a ON b;', 1],
    ['CREATE UNIQUE INDEX a ON b (c);', 1],
    ['CREATE TABLE b (c text); CREATE UNIQUE INDEX a ON b (c);', 0],
    ['CREATE TABLE a (b text NOT NULL, CHECK (b > 1)); CREATE INDEX c ON a (b); -- no DROP TABLE', 0],
  ])('%s: %i to answer for', (sql, count) => {
    expect(contractionsIn({ sql })).toHaveLength(count)
  })
})
