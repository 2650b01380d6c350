// Rows as CSV or JSON lines.

type Row = Record<string, string | number | string[] | null>

export type Table = { columns: string[]; rows: AsyncIterable<Row> }

export const TABLE_FORMATS = {
  csv: { mediaType: 'text/csv; charset=utf-8', write: writeCsv },
  jsonl: { mediaType: 'application/x-ndjson; charset=utf-8', write: writeJsonLines },
} as const

export type TableFormat = keyof typeof TABLE_FORMATS

/** The header is written with the first row or at the end, so that the source of the rows may still refuse. */
async function* writeCsv({ columns, rows }: Table): AsyncGenerator<string> {
  const header = `${columns.map(cell).join(',')}\r\n`
  let headed = false
  for await (const row of rows) {
    if (!headed) yield header
    headed = true
    yield `${columns.map((column) => cell(row[column] ?? null)).join(',')}\r\n`
  }
  if (!headed) yield header
}

async function* writeJsonLines({ rows }: Table): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`
}

/**
 * A formula may follow spaces and invisible characters, which some programs drop, and may be written in full-width
 * characters. A cell begins after any separator that a spreadsheet may be set to; one that splits at semicolons ignores
 * quotes inside a cell.
 */
const FORMULA =
  /(^|[;|\t\r\n])(?=(?:(?![;|\t\r\n])["\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}])*[=+\-@＝＋－＠])/gu

/** Spreadsheets evaluate cells that begin like a formula; a leading apostrophe makes them text. */
function cell(value: Row[string]): string {
  const text = Array.isArray(value) ? value.join('; ') : String(value ?? '')
  const safe =
    typeof value === 'number' ? text : text.replaceAll(FORMULA, "$1'").replace(/^(?=[\t\r\n])/, "'")
  return /[",;|\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
