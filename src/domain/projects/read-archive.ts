// Reads an archive as it arrives, verifying it line by line and as a whole at its end.
import { createHash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { LIMITS } from '../../contract/limits.ts'
import { invalid, Refusal } from '../../contract/refusal.ts'
import { isUuid } from '../../contract/validate.ts'
import { inMebibytes } from '../../contract/wording.ts'
import { ARCHIVED, type ArchivedTable } from '../../db/projects/project-archives.ts'
import { PROJECT_FORMAT, type ProjectEnd, type ProjectHead } from './export-project.ts'

/** All observations that one merge moved are one line. */
const LINE_LENGTH = 64 * 1024 * 1024
const ROWS_AT_ONCE = 500
const CHARACTERS_AT_ONCE = 4_000_000

export type ProjectPart = { head: ProjectHead } | { table: ArchivedTable; lines: string[] }

/** The header, then chunks of rows of a table. Throws on any damage, at its end at the latest. */
export async function* readProjectArchive(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ProjectPart> {
  const lines = linesOf(bytes)
  const check = createCheck()
  const { value: first = '' } = await lines.next()
  yield { head: headOf(first) }
  check.line(first)
  let batch: Batch | undefined
  for await (const line of lines) {
    const { table, end } = markIn(line)
    if (table !== undefined || end || (batch && isFull(batch))) {
      if (batch && batch.lines.length > 0) yield batch
      batch = batch && newBatch(batch.table)
    }
    if (end) check.end(end)
    else check.line(line)
    if (table !== undefined) batch = newBatch(check.begin(table))
    else if (!end) addTo(batch, check.row(line))
  }
  if (!check.isEnded()) throw damaged('its end is missing')
}

type Batch = { table: ArchivedTable; lines: string[]; characters: number }

const newBatch = (table: ArchivedTable): Batch => ({ table, lines: [], characters: 0 })

const isFull = ({ lines, characters }: Batch): boolean =>
  lines.length === ROWS_AT_ONCE || characters > CHARACTERS_AT_ONCE

function addTo(batch: Batch | undefined, line: string): void {
  batch?.lines.push(line)
  if (batch) batch.characters += line.length
}

/** A line that begins a table, or the last line; any other is a row. */
function markIn(line: string): { table?: string; end?: ProjectEnd } {
  return /^\{"(table|end)":/.test(line) ? parsed(line) : {}
}

/** Counts and hashes what was read, to compare with the end of the archive. */
function createCheck() {
  const hash = createHash('sha256')
  const rows: ProjectEnd['rows'] = {}
  let table: ArchivedTable | undefined
  let ended = false
  return {
    isEnded: () => ended,
    line(line: string): void {
      if (ended) throw damaged('something follows its end')
      hash.update(`${line}\n`)
    },
    begin(name: string): ArchivedTable {
      table = tableOf(name)
      rows[table] = 0
      return table
    },
    row(line: string): string {
      if (!table) throw damaged('a row belongs to no table')
      rows[table] = (rows[table] ?? 0) + 1
      return line
    },
    end(said: ProjectEnd): void {
      if (ended) throw damaged('something follows its end')
      const names = Object.keys(ARCHIVED)
      if (names.some((name) => said.rows?.[name] !== rows[name])) throw damaged('rows are missing')
      if (hash.digest('hex') !== said.sha256) throw damaged('its checksum does not match')
      ended = true
    },
  }
}

async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const text = pipeline(Readable.from(bounded(bytes)), createGunzip(), () => {}).setEncoding('utf8')
  let rest = ''
  try {
    for await (const piece of text) {
      const [begun = '', ...others] = (piece as string).split('\n')
      rest += begun
      if (rest.length > LINE_LENGTH) throw damaged('a line is too long')
      for (const next of others) {
        yield rest
        rest = next
      }
    }
  } catch (error) {
    throw isOfZlib(error) ? damaged('it is not valid gzip, or it is cut off') : error
  }
  if (rest !== '') throw damaged('it is cut off')
}

async function* bounded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let received = 0
  for await (const piece of bytes) {
    received += piece.length
    if (received > LIMITS.archiveBytes)
      throw new Refusal('too_large', `the archive is larger than ${inMebibytes(LIMITS.archiveBytes)}`)
    yield piece
  }
}

const isOfZlib = (error: unknown): boolean => String((error as { code?: unknown }).code).startsWith('Z_')

function headOf(line: string): ProjectHead {
  const head = parsed<ProjectHead | null>(line)
  const isKnown = head?.fieldnote_project === PROJECT_FORMAT && Array.isArray(head.schema)
  if (isKnown && isUuid(String(head.project?.id))) return head
  throw new Refusal('invalid', 'this is not a Fieldnote project archive that this version can read')
}

function tableOf(name: string): ArchivedTable {
  if (Object.hasOwn(ARCHIVED, name)) return name as ArchivedTable
  throw damaged('it has an unknown table')
}

function parsed<T>(line: string): T {
  try {
    return JSON.parse(line) as T
  } catch {
    throw damaged('a line is not JSON')
  }
}

const damaged = (how: string): Refusal => new Refusal('invalid', `the archive is damaged: ${how}`)

/** A row that the tables reject. */
export const doesNotFit = (table: string): Refusal =>
  invalid([{ loc: ['body', table], msg: 'has a row that cannot be stored', type: 'row' }])
