// The contents of a backup as lines of text: a header, the rows of each table in COPY format, and checksums at the end.
// This text is then compressed and encrypted.
import type { Partition, Sequence, Table } from '../../db/backups/catalog.ts'
import { type TableSum, wholeLines } from './row-digest.ts'

export const ARCHIVE_FORMAT = 1

export type ArchiveHeader = {
  fieldnote_backup: typeof ARCHIVE_FORMAT
  program: string
  server: string
  taken_at: string
  migrations: { version: number; name: string; checksum: string | null }[]
  tables: Table[]
  partitions: Partition[]
}

export type ArchiveEnd = { sums: Record<string, TableSum>; sequences: Sequence[] }

export type ArchivePart =
  | { header: ArchiveHeader }
  | { table: string }
  | { rows: Buffer }
  | { end: ArchiveEnd }

/** Its message is one line for the person who runs the backup. */
export class BackupError extends Error {}

/** COPY never writes a row like this. */
export const END_OF_TABLE = '\\.\n'
const END_AFTER_ROW = Buffer.from(`\n${END_OF_TABLE}`)

/** Reads to the end and throws when anything is missing. Encryption detects changed bytes. */
export async function* readArchive(pieces: AsyncIterable<Buffer>): AsyncGenerator<ArchivePart> {
  let inTable = false
  let ended = false
  for await (const lines of wholeLines(pieces))
    for (let rest = lines; rest.length > 0; ) {
      if (ended) throw damaged('something follows its end')
      if (!inTable) {
        const part = readControlLine(rest)
        inTable = 'table' in part
        ended = 'end' in part
        yield part
        rest = rest.subarray(rest.indexOf('\n') + 1)
        continue
      }
      const { rows, after } = splitTable(rest)
      if (rows.length > 0) yield { rows }
      rest = after ?? rest.subarray(rest.length)
      inTable = after === undefined
    }
  if (!ended) throw damaged('it ends too early')
}

/** `after` is what follows the end of the table, when it is reached. */
function splitTable(lines: Buffer): { rows: Buffer; after?: Buffer } {
  if (lines.subarray(0, END_OF_TABLE.length).equals(END_AFTER_ROW.subarray(1)))
    return { rows: lines.subarray(0, 0), after: lines.subarray(END_OF_TABLE.length) }
  const end = lines.indexOf(END_AFTER_ROW)
  if (end < 0) return { rows: lines }
  return { rows: lines.subarray(0, end + 1), after: lines.subarray(end + END_AFTER_ROW.length) }
}

function readControlLine(lines: Buffer): Exclude<ArchivePart, { rows: Buffer }> {
  const line = lines.subarray(0, lines.indexOf('\n')).toString()
  try {
    const value = JSON.parse(line)
    if ('fieldnote_backup' in value) return { header: requireFormat(value) }
    if ('table' in value || 'end' in value) return value
  } catch (error) {
    if (error instanceof BackupError) throw error
  }
  throw damaged('it has a line that is none of its own')
}

function requireFormat(header: ArchiveHeader): ArchiveHeader {
  if (header.fieldnote_backup === ARCHIVE_FORMAT) return header
  throw new BackupError('This backup was made by a newer Fieldnote: restore it with that one or a later one.')
}

export const rowsOf = ({ sums }: ArchiveEnd): number =>
  Object.values(sums).reduce((total, { rows }) => total + rows, 0)

export const damaged = (how: string): BackupError => new BackupError(`The backup is damaged: ${how}.`)
