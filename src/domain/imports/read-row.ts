// One row of a file as one observation, or why it cannot be one. Reasons name columns, never what stands in them.
import { ImportedRow } from '../../contract/imports/imports.ts'
import type { Sentiment } from '../../contract/labels.ts'
import { checker } from '../../contract/validate.ts'
import type { FileRow } from './file-row.ts'
import type { Mapping } from './mapping.ts'
import { readDate } from './read-date.ts'
import { plainValue } from './recognize-sentiments.ts'

export type ReadRow = { number: number; observation: ImportedRow } | { number: number; reason: string }

const TITLE_LENGTH = 120
const check = checker(ImportedRow, 'body')

/** `name` makes the interactions of rows that name none different from those of other imports. */
export function rowReader({ columns, sentiments, date_order }: Mapping, name: string) {
  const meanings = new Map(sentiments.map(({ value, sentiment }) => [value, sentiment]))
  const sentimentOf = (value: string): Sentiment | null =>
    value === '' ? 'neutral' : (meanings.get(value) ?? null)

  return (row: FileRow): ReadRow => {
    const { number } = row
    if (row.fault) return { number, reason: row.fault }
    const cell = (column: string | null) => (column === null ? '' : row.cell(column))
    const [text, said] = [cell(columns.description), cell(columns.title)]
    const external = cell(columns.external_id).trim()
    const when = cell(columns.observed_at).trim()
    const date = when === '' ? null : readDate(when, date_order)
    const sentiment = sentimentOf(plainValue(cell(columns.user_sentiment)))
    const observation: ImportedRow = {
      title: said.trim() === '' ? beginningOf(text) : said,
      description: text.trim() === '' ? said : text,
      quote: cell(columns.quote).trim() || null,
      user_id: cell(columns.user_id).trim(),
      interaction_id: cell(columns.interaction_id).trim() || external || `${name} row ${number}`,
      user_sentiment: sentiment ?? 'neutral',
      observed_at: date?.toISOString() ?? null,
      external_id: external || null,
    }
    const reasons = new Set([
      ...faultsOf(observation, columns),
      ...(when !== '' && date === null ? [`"${columns.observed_at}" is not a date that can be read`] : []),
      ...(sentiment === null ? [`"${columns.user_sentiment}" has a value that stands for no sentiment`] : []),
    ])
    return reasons.size > 0 ? { number, reason: [...reasons].join('; ') } : { number, observation }
  }
}

const faultsOf = (observation: ImportedRow, columns: Mapping['columns']): string[] =>
  check.violations(observation).map(({ loc, msg }) => {
    const field = loc[1] as keyof Mapping['columns']
    const column = columns[field] ?? columns[STANDS_IN[field] ?? field]
    return column === null ? `no column is read as ${field}` : `"${column}" ${msg}`
  })

/** What a field is read from where it has no column of its own. */
const STANDS_IN: Partial<Record<keyof Mapping['columns'], keyof Mapping['columns']>> = {
  title: 'description',
  description: 'title',
  interaction_id: 'external_id',
}

/** Its first line, up to a word. */
function beginningOf(text: string): string {
  const line = text.trim().split(/\r|\n/, 1)[0] ?? ''
  if (line.length <= TITLE_LENGTH) return line
  return `${line
    .slice(0, TITLE_LENGTH)
    .replace(/(?<!\s)\s+\S*$/, '')
    .replace(/[\uD800-\uDBFF]$/, '')}…`
}
