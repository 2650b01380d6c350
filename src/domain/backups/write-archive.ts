// Writes the whole database as of one moment.
import type pg from 'pg'
import { selectPartitions, selectSequences, selectTables } from '../../db/backups/catalog.ts'
import { copyOut } from '../../db/backups/copy-rows.ts'
import { selectAppliedMigrations } from '../../db/schema-migrations.ts'
import { ARCHIVE_FORMAT, type ArchiveEnd, type ArchiveHeader, END_OF_TABLE } from './archive.ts'
import { createRowDigest, wholeLines } from './row-digest.ts'

export async function describeDatabase(
  client: pg.Client,
  program: string,
  takenAt: Date,
): Promise<ArchiveHeader> {
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version')
  const applied = await selectAppliedMigrations(client)
  return {
    fieldnote_backup: ARCHIVE_FORMAT,
    program,
    server: rows[0]?.server_version ?? '',
    taken_at: takenAt.toISOString(),
    migrations: applied.map(({ version, name, checksum }) => ({ version, name, checksum })),
    tables: await selectTables(client),
    partitions: await selectPartitions(client),
  }
}

/** Runs in the transaction that read the header. */
export async function* writeArchive(client: pg.Client, header: ArchiveHeader): AsyncGenerator<Buffer> {
  const end: ArchiveEnd = { sums: {}, sequences: await selectSequences(client) }
  yield line(header)
  for (const table of header.tables) {
    const digest = createRowDigest()
    yield line({ table: table.name })
    for await (const lines of wholeLines(copyOut(client, table))) {
      digest.add(lines)
      yield lines
    }
    yield Buffer.from(END_OF_TABLE)
    end.sums[table.name] = digest.sum()
  }
  yield line({ end })
}

const line = (value: object): Buffer => Buffer.from(`${JSON.stringify(value)}\n`)
