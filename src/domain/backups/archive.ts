// What a backup holds, as lines of text: a header, the rows of each table as COPY writes them, and at the end what they must
// add up to. This is what gets compressed and encrypted.
import type { Partition, Sequence, Table } from '../../db/backups/catalog.ts'
import { createRowDigest, type TableSum, wholeLines } from './row-digest.ts'

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

/** Its message is one line for the person who wants the backup. */
export class BackupError extends Error {}

/** COPY writes no row that looks like this. */
export const END_OF_TABLE = '\\.\n'
const END_AFTER_ROW = Buffer.from(`\n${END_OF_TABLE}`)

/** Reads to the end, and throws where something is missing or different from what was written. */
export async function* readArchive(pieces: AsyncIterable<Buffer>): AsyncGenerator<ArchivePart> {
  const sums: Record<string, TableSum> = {}
  let open: { name: string; digest: ReturnType<typeof createRowDigest> } | undefined
  let ended = false
  for await (const lines of wholeLines(pieces))
    for (let rest = lines; rest.length > 0; ) {
      if (ended) throw damaged('something follows its end')
      if (!open) {
        const part = readControlLine(rest)
        if ('table' in part) open = { name: part.table, digest: createRowDigest() }
        if ('end' in part) {
          compareSums(sums, part.end.sums)
          ended = true
        }
        yield part
        rest = rest.subarray(rest.indexOf('\n') + 1)
        continue
      }
      const { rows, after } = splitTable(rest)
      if (rows.length > 0) {
        open.digest.add(rows)
        yield { rows }
      }
      rest = after ?? rest.subarray(rest.length)
      if (after) {
        sums[open.name] = open.digest.sum()
        open = undefined
      }
    }
  if (!ended) throw damaged('it ends too early')
}

/** `after` is what follows the end of the table, where that is reached. */
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

export function compareSums(
  found: Record<string, TableSum>,
  expected: Record<string, TableSum>,
  complain: (how: string) => BackupError = damaged,
): void {
  for (const name of new Set([...Object.keys(found), ...Object.keys(expected)])) {
    const [is, should] = [found[name], expected[name]]
    if (is?.rows !== should?.rows)
      throw complain(`the table ${name} has ${is?.rows ?? 0} rows and should have ${should?.rows ?? 0}`)
    if (is?.digest !== should?.digest) throw complain(`rows of the table ${name} are not what was backed up`)
  }
}

export const rowsOf = ({ sums }: ArchiveEnd): number =>
  Object.values(sums).reduce((total, { rows }) => total + rows, 0)

export const damaged = (how: string): BackupError => new BackupError(`The backup is damaged: ${how}.`)
