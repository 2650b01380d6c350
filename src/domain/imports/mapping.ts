// How the columns of a file are read: as its owner specifies, and otherwise as recognized.
import { ImportMapping } from '../../contract/imports/imports.ts'
import { type DateOrder, IMPORT_FIELDS, type ImportField } from '../../contract/labels.ts'
import { refuseInvalid, type Violation } from '../../contract/refusal.ts'
import { checker } from '../../contract/validate.ts'
import type { OpenedFile } from './open-file.ts'
import { areDates, orderOf } from './read-date.ts'
import { recognizeColumns } from './recognize-columns.ts'
import { plainValue, recognizeSentiments, type SentimentValue } from './recognize-sentiments.ts'

/** Fully determined. */
export type Mapping = {
  columns: Record<ImportField, string | null>
  sentiments: SentimentValue[]
  date_order: DateOrder
}

const check = checker(ImportMapping, 'body')

/** The query parameter. */
const PLACE = ['query', 'mapping']

/** Parses `mapping`; without it everything is recognized. */
export function parseMapping(sent: string | undefined): ImportMapping {
  if (sent === undefined) return {}
  try {
    const said: unknown = JSON.parse(sent)
    const violations = check.violations(said)
    refuseInvalid(
      violations.map(({ loc: [, ...steps], ...fault }) => ({ ...fault, loc: [...PLACE, ...steps] })),
    )
    return said as ImportMapping
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const msg = 'must be the JSON of a mapping such as {"columns": {"title": "Subject"}}'
    return refuse([{ loc: PLACE, msg, type: 'json' }])
  }
}

export function completeMapping(said: ImportMapping, { columns, first }: OpenedFile): Mapping {
  refuseUnknown(said, columns)
  const valuesOf = (column: string | null) =>
    column === null ? [] : first.map((row) => row.cell(column).trim())
  const named = recognizeColumns(columns)
  const dated = columns.find((column) => areDates(valuesOf(column))) ?? null
  const chosen = { ...named, observed_at: named.observed_at ?? dated, ...said.columns }
  return {
    columns: chosen,
    sentiments: withSaid(recognizeSentiments(valuesOf(chosen.user_sentiment)), said.sentiments ?? []),
    date_order: said.date_order ?? orderOf(valuesOf(chosen.observed_at)),
  }
}

function withSaid(found: SentimentValue[], said: SentimentValue[]): SentimentValue[] {
  const plain = said.map(({ value, sentiment }) => ({ value: plainValue(value), sentiment }))
  const others = found.filter(({ value }) => !plain.some((one) => one.value === value))
  return [...plain, ...others]
}

function refuseUnknown({ columns = {} }: ImportMapping, known: string[]): void {
  const named = IMPORT_FIELDS.flatMap((field) => {
    const column = columns[field]
    return column && !known.includes(column) ? [{ field, column }] : []
  })
  const listed = known.map((column) => `"${column}"`).join(', ')
  refuseInvalid(
    named.map(({ field, column }) => ({
      loc: [...PLACE, 'columns', field],
      msg: `the file has no column "${column}"; it has ${listed}`,
      type: 'column',
    })),
  )
}

/** Without these, no row could be stored. */
export function requireColumns({ columns: { user_id, title, description } }: Mapping): void {
  const missing = (field: ImportField, msg: string): Violation => ({
    loc: [...PLACE, 'columns', field],
    msg,
    type: 'missing',
  })
  refuseInvalid([
    ...(user_id === null
      ? [missing('user_id', 'no column looks like the end user: name the one to use')]
      : []),
    ...(title === null && description === null
      ? [missing('title', 'no column looks like a title or a description: name the one to use')]
      : []),
  ])
}

function refuse(violations: Violation[]): never {
  refuseInvalid(violations)
  throw new Error('refused without a reason')
}
