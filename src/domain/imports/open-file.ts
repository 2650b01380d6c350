// A file that is being received: its columns, its first rows to recognize them by, and all of its rows.
import type { ImportFormat } from '../../contract/labels.ts'
import { LIMITS } from '../../contract/limits.ts'
import { Refusal } from '../../contract/refusal.ts'
import type { FileRow } from './file-row.ts'
import { readCsv } from './read-csv.ts'
import { readJsonLines } from './read-jsonl.ts'
import { type Bytes, readText } from './read-text.ts'

const LEARNED_FROM = 100

export type OpenedFile = { columns: string[]; first: FileRow[]; rows: AsyncIterable<FileRow> }

const READERS = { csv: readCsv, jsonl: readJsonLines }

export async function openFile(format: ImportFormat, bytes: Bytes): Promise<OpenedFile> {
  const reading = READERS[format](readText(bytes))
  const first: FileRow[] = []
  for (let next = await reading.next(); !next.done; next = await reading.next()) {
    first.push(next.value)
    if (first.length === LEARNED_FROM) break
  }
  if (first.length === 0) throw new Refusal('invalid', 'the file has no rows')
  const columns = [...new Set(first.flatMap((row) => row.columns))].slice(0, LIMITS.importColumns)
  return { columns, first, rows: joined(first, reading) }
}

async function* joined(first: FileRow[], rest: AsyncIterable<FileRow>): AsyncGenerator<FileRow> {
  yield* first
  yield* rest
}
