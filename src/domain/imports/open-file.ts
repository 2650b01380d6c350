// A file that is being received: its columns, its first rows to recognize them by, and all of its rows.
import type { ImportFormat } from '../../contract/labels.ts'
import { LIMITS } from '../../contract/limits.ts'
import { Refusal } from '../../contract/refusal.ts'
import { inMebibytes } from '../../contract/wording.ts'
import type { FileRow } from './file-row.ts'
import { readCsv } from './read-csv.ts'
import { readJsonLines } from './read-jsonl.ts'

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

/** The bytes of an uploaded file as text, piece by piece: UTF-8, or UTF-16 where the file says so. */
export type Bytes = AsyncIterable<Uint8Array>

async function* readText(bytes: Bytes): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined
  let received = 0
  for await (const piece of bytes) {
    received += piece.length
    if (received > LIMITS.importBytes) throw tooLarge()
    decoder ??= new TextDecoder(encodingOf(piece), { fatal: true })
    yield decode(() => decoder?.decode(piece, { stream: true }))
  }
  if (decoder) yield decode(() => decoder.decode())
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** How much of the bytes are whole lines: in UTF-16 an end of line is two bytes, and either may be half of something else. */
export function lengthOfLines(bytes: Buffer): number {
  const encoding = encodingOf(bytes)
  if (encoding === 'utf-8') return bytes.lastIndexOf('\n') + 1
  const end = Buffer.from(encoding === 'utf-16le' ? [0x0a, 0] : [0, 0x0a])
  let at = bytes.lastIndexOf(end)
  while (at > 0 && at % 2 === 1) at = bytes.lastIndexOf(end, at - 1)
  return at < 0 ? 0 : at + end.length
}

function decode(read: () => string | undefined): string {
  try {
    return read() ?? ''
  } catch {
    throw new Refusal(
      'invalid',
      'the file is not UTF-8 text; save it as UTF-8 (in Excel: "CSV UTF-8") and try again',
    )
  }
}

const tooLarge = (): Refusal =>
  new Refusal('too_large', `the file is larger than ${inMebibytes(LIMITS.importBytes)}; import it in parts`)
