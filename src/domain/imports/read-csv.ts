// Reads the rows of a CSV file, separated by commas, semicolons, tabs or bars as in its first line.
import { pipeline, Readable } from 'node:stream'
import { CsvError, type Info, type Parser, parse } from 'csv-parse'
import { LIMITS } from '../../contract/limits.ts'
import { Refusal } from '../../contract/refusal.ts'
import { type FileRow, unreadable } from './file-row.ts'

const DELIMITERS = [',', ';', '\t', '|']
const HEAD_LENGTH = 64 * 1024

/** The row being read, which the package's types omit. A callback for each cell takes five times as long. */
type Reading = { readonly state: { readonly record: readonly string[] } }
type Parsed = { record: string[]; info: Info }

export async function* readCsv(text: AsyncIterable<string>): AsyncGenerator<FileRow> {
  const { head, whole } = await peek(text)
  const parser = parse({
    delimiter: delimiterOf(head),
    info: true,
    relax_column_count: true, // a row with another number of columns is refused individually
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: LIMITS.importRowLength,
  })
  pipeline(Readable.from(inColumns(whole, parser as Parser & Reading)), parser, () => {}) // errors are thrown by reading
  let columns: string[] | undefined
  let number = 1
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      number = info.records + info.empty_lines
      requireColumns(record, number)
      if (columns) yield toRow(number, columns, record)
      else columns = headOf(record)
    }
  } catch (error) {
    throw error instanceof CsvError ? explained(error, number + 1) : error
  }
}

/** Ends a row with too many columns: sixty megabytes of empty cells would be one row. */
async function* inColumns(
  text: AsyncIterable<string>,
  { state, info }: Parser & Reading,
): AsyncGenerator<string> {
  for await (const piece of text) {
    requireColumns(state.record, info.records + info.empty_lines + 1)
    yield piece
  }
}

function requireColumns({ length }: readonly string[], row: number): void {
  if (length <= LIMITS.importColumns) return
  const hint = row === 1 ? '' : '; is a quote missing?'
  throw new Refusal('invalid', `row ${row} has more than ${LIMITS.importColumns} columns${hint}`)
}

/** The first part, and the whole. */
async function peek(text: AsyncIterable<string>) {
  const pieces = text[Symbol.asyncIterator]()
  let head = ''
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
    head += next.value
    if (head.length >= HEAD_LENGTH || /\n./.test(head)) break
  }
  async function* whole(): AsyncGenerator<string> {
    yield head
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value
  }
  return { head, whole: whole() }
}

/** The separator that is most frequent in the first line, outside of quotes. */
function delimiterOf(head: string): string {
  const line = head.replaceAll(/"[^"]*"/g, '').split(/\r|\n/, 1)[0] ?? ''
  const count = (delimiter: string) => line.split(delimiter).length
  return DELIMITERS.reduce((most, delimiter) => (count(delimiter) > count(most) ? delimiter : most))
}

function headOf(record: string[]): string[] {
  const names: string[] = []
  for (const [place, cell] of record.entries()) {
    const name = [...cell.trim()].slice(0, LIMITS.importColumnLength).join('') || `column ${place + 1}`
    names.push(names.includes(name) ? `${name} (${place + 1})` : name)
  }
  return names
}

function toRow(number: number, columns: string[], record: string[]): FileRow {
  if (record.length !== columns.length)
    return unreadable(number, `has ${record.length} columns where the first line has ${columns.length}`)
  return { number, fault: null, columns, cell: (column) => record[columns.indexOf(column)] ?? '' }
}

const FAULTS: Partial<Record<CsvError['code'], string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed',
  CSV_MAX_RECORD_SIZE: `it has more than ${LIMITS.importRowLength} characters; is a quote missing?`,
}

const explained = ({ code }: CsvError, number: number): Refusal =>
  new Refusal('invalid', `row ${number} cannot be read: ${FAULTS[code] ?? 'it is not CSV'}`)
