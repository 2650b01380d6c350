// Reads the rows of a JSON Lines file: one object per line. Nested properties become columns such as `outer.inner`.
import { LIMITS } from '../../contract/limits.ts'
import { Refusal } from '../../contract/refusal.ts'
import { type FileRow, unreadable } from './file-row.ts'

export async function* readJsonLines(text: AsyncIterable<string>): AsyncGenerator<FileRow> {
  let number = 0
  for await (const line of linesOf(text)) {
    number++
    if (number === 1 && /^\s*\[/.test(line)) throw isList()
    if (line.trim() !== '') yield toRow(number, line)
  }
}

const isList = (): Refusal =>
  new Refusal(
    'invalid',
    'the file begins with a JSON array; write one object on each line instead (JSON lines)',
  )

/** Of a line that is too long, yields only enough to show that. */
async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of text) {
    const [first = '', ...others] = piece.split('\n')
    if (rest.length <= LIMITS.importRowLength) rest += first
    for (const next of others) {
      yield rest
      rest = next
    }
  }
  yield rest
}

function toRow(number: number, line: string): FileRow {
  if (line.length > LIMITS.importRowLength)
    return unreadable(number, `has more than ${LIMITS.importRowLength} characters`)
  const cells = cellsOf(line)
  if (cells === null) return unreadable(number, 'is not a JSON object')
  return { number, fault: null, columns: [...cells.keys()], cell: (column) => cells.get(column) ?? '' }
}

function cellsOf(line: string): Map<string, string> | null {
  try {
    const value = parseExactly(line)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
    const cells = new Map<string, string>()
    flatten(value as Record<string, unknown>, '', cells)
    return cells
  } catch {
    return null // not JSON, or nested too deeply to parse
  }
}

/**
 * Parses a line and keeps long whole numbers as text, because ids of that many digits lose precision as numbers. Parses
 * first, because finding strings in text that is not JSON may take long.
 */
function parseExactly(line: string): unknown {
  const value: unknown = JSON.parse(line)
  if (!/\d{16}/.test(line)) return value
  return JSON.parse(
    line.replaceAll(STRING_OR_LONG_NUMBER, (found) => (found[0] === '"' ? found : `"${found}"`)),
  )
}

const STRING_OR_LONG_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g

/** Keeps as many columns as a file may have, and leaves out deeper nesting. */
function flatten(object: Record<string, unknown>, prefix: string, cells: Map<string, string>): void {
  for (const [key, value] of Object.entries(object)) {
    if (cells.size >= LIMITS.importColumns || prefix.length > LIMITS.importColumnLength) return
    const name = prefix + key
    if (typeof value === 'string') cells.set(name, value)
    else if (Array.isArray(value)) cells.set(name, JSON.stringify(value))
    else if (typeof value === 'object' && value !== null)
      flatten(value as Record<string, unknown>, `${name}.`, cells)
    else cells.set(name, String(value ?? ''))
  }
}
