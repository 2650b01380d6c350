// Rows as CSV or JSON lines.

export type Row = Record<string, string | number | string[] | null>

export const TABLE_FORMATS = {
  csv: { mediaType: 'text/csv; charset=utf-8', write: writeCsv },
  jsonl: { mediaType: 'application/x-ndjson; charset=utf-8', write: writeJsonLines },
} as const

export type TableFormat = keyof typeof TABLE_FORMATS

async function* writeCsv(rows: AsyncIterable<Row>): AsyncGenerator<string> {
  let headed = false
  for await (const row of rows) {
    if (!headed) yield `${Object.keys(row).map(cell).join(',')}\r\n`
    headed = true
    yield `${Object.values(row).map(cell).join(',')}\r\n`
  }
}

async function* writeJsonLines(rows: AsyncIterable<Row>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`
}

/** Also after spaces and what nobody sees, which some programs drop, and in the full width of East Asian keyboards. */
const LIKE_A_FORMULA = /^[\t\r\n]|^[\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠]/u

/** Spreadsheets run cells that begin like a formula; a leading apostrophe makes them text. */
function cell(value: Row[string]): string {
  const text = Array.isArray(value) ? value.join('; ') : String(value ?? '')
  const safe = typeof value === 'number' || !LIKE_A_FORMULA.test(text) ? text : `'${text}`
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
