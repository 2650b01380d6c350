// Fills a database from a backup, in one transaction: the backup's own schema, its rows compared with the checksums,
// then later migrations.
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import {
  createPartition,
  dropEverything,
  emptyTables,
  findUsedTable,
  selectSequences,
  selectTables,
  setSequence,
  type Table,
  withoutForeignKeys,
  withoutTriggers,
} from '../../db/backups/catalog.ts'
import { copyIn, copyOut } from '../../db/backups/copy-rows.ts'
import { countUsers, writeWholeDatabase } from '../../db/backups/whole-database.ts'
import { applyMigrations } from '../../db/migrate.ts'
import { type Migration, readMigrations } from '../../db/migration-files.ts'
import type { Connection } from '../../db/pooler.ts'
import { hasMigrationList } from '../../db/schema-migrations.ts'
import { type ArchiveEnd, type ArchiveHeader, BackupError, damaged, readArchive, rowsOf } from './archive.ts'
import { createRowDigest, type TableSum, wholeLines } from './row-digest.ts'

export type RestoreOptions = {
  /** Deletes what the database contains. */
  replace: boolean
  /** Connections of the restoring process. */
  ownConnections?: number[]
  knownMigrations?: Migration[]
}

export type Restored = { taken_at: string; tables: number; rows: number; migrated: string[] }

const POOLED =
  'A pooler answers at this address, and hides who uses the database: restore over the address of PostgreSQL itself.'

export async function restoreArchive(
  { pooled, ...connection }: Connection,
  pieces: AsyncIterable<Buffer>,
  { replace, ownConnections = [], knownMigrations = readMigrations() }: RestoreOptions,
): Promise<Restored> {
  if (pooled) throw new BackupError(POOLED)
  return writeWholeDatabase(connection, async (client) => {
    await refuseInUse(client, ownConnections)
    if (!replace) await refuseFilled(client)
    await dropEverything(client)
    const { header, end } = await load(client, readArchive(pieces), knownMigrations)
    await compareWithDatabase(client, header.tables, end)
    const migrated = await applyMigrations(client, knownMigrations)
    return { taken_at: header.taken_at, tables: header.tables.length, rows: rowsOf(end), migrated }
  })
}

async function refuseInUse(client: pg.Client, own: number[]): Promise<void> {
  const users = await countUsers(client, own)
  if (users > 0)
    throw new BackupError(
      `A service or worker uses this database (${users} connections): stop all of them, end what a pooler keeps open (RECONNECT in PgBouncer), then restore.`,
    )
}

/** A service that has started has a project; a database that was only migrated has nothing but its secret. */
async function refuseFilled(client: pg.Client): Promise<void> {
  const tables = await selectTables(client)
  const ours = await hasMigrationList(client)
  const used = ours
    ? await findUsedTable(
        client,
        tables.filter(({ name }) => name !== 'service_secret'),
      )
    : tables[0]?.name
  if (used)
    throw new BackupError(
      `The database is not empty (${ours ? 'there are rows in' : 'it has'} the table ${used}): restore into an empty one, or say --replace, and all that is in it is deleted first.`,
    )
}

type Loading = { header: ArchiveHeader; end: ArchiveEnd }

async function load(
  client: pg.Client,
  parts: ReturnType<typeof readArchive>,
  knownMigrations: Migration[],
): Promise<Loading> {
  const first = await parts.next()
  if (first.done || !('header' in first.value)) throw damaged('it has no header')
  const { header } = first.value
  const tables = await createSchema(client, header, knownMigrations)
  const end = await withoutForeignKeys(client, () =>
    withoutTriggers(client, header.tables, async () => {
      await emptyTables(client, header.tables) // a migration may have inserted rows
      return loadRows(client, parts, tables)
    }),
  )
  for (const sequence of end.sequences) await setSequence(client, sequence)
  return { header, end }
}

/** Creates the backup's schema by its own migrations. */
async function createSchema(
  client: pg.Client,
  header: ArchiveHeader,
  knownMigrations: Migration[],
): Promise<Map<string, Table>> {
  const migrations = header.migrations.map(({ version, name, checksum }) => {
    const migration = knownMigrations.find((one) => one.version === version)
    if (migration && (checksum === null || checksum === migration.checksum)) return migration
    throw new BackupError(
      `The backup has the migration ${name}, which this Fieldnote does not know: restore it with the build that made it, which calls itself ${header.program}, or with a later one.`,
    )
  })
  await applyMigrations(client, migrations)
  for (const partition of header.partitions) await createPartition(client, partition)
  const created = await selectTables(client)
  if (JSON.stringify(created) !== JSON.stringify(header.tables))
    throw new BackupError(
      `The tables of the backup are not those of its schema: ${strangers(created, header.tables).join(', ')}. Tables of others do not belong in this schema.`,
    )
  return new Map(created.map((table) => [table.name, table]))
}

function strangers(created: Table[], migrations: Table[]): string[] {
  const text = (tables: Table[]) => tables.map(({ name, columns }) => `${name} (${columns.join(', ')})`)
  const [one, other] = [text(created), text(migrations)]
  return [...one.filter((table) => !other.includes(table)), ...other.filter((table) => !one.includes(table))]
}

/** Reads to the very end, because only the end shows that nothing is missing. */
async function loadRows(
  client: pg.Client,
  parts: ReturnType<typeof readArchive>,
  tables: Map<string, Table>,
): Promise<ArchiveEnd> {
  let filling: Filling | undefined
  let end: ArchiveEnd | undefined
  for await (const part of parts) {
    if ('rows' in part) await filling?.add(part.rows)
    else await filling?.close()
    if ('table' in part) filling = fill(client, requireTable(tables, part.table))
    if ('end' in part) [filling, end] = [undefined, part.end]
  }
  if (!end) throw damaged('it has no end')
  return end
}

function requireTable(tables: Map<string, Table>, name: string): Table {
  const table = tables.get(name)
  if (table) return table
  throw damaged(`it has a table ${name} that its header does not name`)
}

type Filling = { add(rows: Buffer): Promise<void>; close(): Promise<void> }

function fill(client: pg.Client, table: Table): Filling {
  const target = copyIn(client, table)
  const done = finished(target)
  let fail: (reason: unknown) => void = () => {}
  done.catch((reason) => fail(reason))
  return {
    // No race with `done`, which would keep every write in memory until the table is complete.
    add: (rows) =>
      new Promise((resolve, reject) => {
        fail = reject
        target.write(rows, (error) => resolve(error ? done : undefined))
      }),
    async close() {
      target.end()
      await done
    },
  }
}

/** Compares row by row as the database returns them. */
async function compareWithDatabase(client: pg.Client, tables: Table[], end: ArchiveEnd): Promise<void> {
  for (const table of tables) {
    const digest = createRowDigest()
    for await (const lines of wholeLines(copyOut(client, table))) digest.add(lines)
    requireSame(table.name, digest.sum(), end.sums[table.name])
  }
  const sequences = await selectSequences(client)
  if (JSON.stringify(sequences) !== JSON.stringify(end.sequences))
    throw different('counters of the database stand elsewhere')
}

function requireSame(table: string, is: TableSum, should: TableSum = { rows: 0, digest: '' }): void {
  if (is.rows !== should.rows)
    throw different(`the table ${table} has ${is.rows} rows and should have ${should.rows}`)
  if (is.digest !== should.digest) throw different(`rows of the table ${table} are not what was backed up`)
}

const different = (how: string): BackupError =>
  new BackupError(`The rows did not come back as they were: ${how}. Nothing was restored.`)
