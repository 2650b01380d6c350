// Imports of files with existing observations: how columns are read, and the progress of each import.
import { DATE_ORDERS, IMPORT_FORMATS, IMPORT_STATES, SENTIMENTS } from '../labels.ts'
import { LIMITS } from '../limits.ts'
import { InteractionId, ObservationItemCreate, UserId } from '../observations/observations.ts'
import {
  AnyText,
  DateTime,
  type Infer,
  ListOf,
  Nullable,
  ObjectOf,
  OneOf,
  Optional,
  Text,
  Uuid,
  WholeNumber,
} from '../schema.ts'
import { inMebibytes } from '../wording.ts'

const column = (what: string) =>
  Optional(Nullable(Text(LIMITS.importColumnLength, { description: `${what} Null: no column.` })))

const ImportColumns = ObjectOf({
  title: column('What was observed, in one line; without it, the beginning of the description.'),
  description: column('What was observed, with its context; without it, the title.'),
  quote: column("The user's own words; without it, none."),
  user_id: column('The end user. Every import needs it.'),
  interaction_id: column('The conversation; without it, each row is one of its own.'),
  user_sentiment: column('How the user felt; without it, all are neutral.'),
  observed_at: column('When it was said; without it, the time of the import.'),
  external_id: column('What your own system calls the row: of each, one is ever stored.'),
})

export const ImportMapping = ObjectOf({
  columns: Optional(ImportColumns),
  sentiments: Optional(
    ListOf(
      ObjectOf({
        value: AnyText({
          maxLength: LIMITS.importSentimentLength,
          description: 'As in the file, ignoring case.',
        }),
        sentiment: OneOf(SENTIMENTS),
      }),
      {
        maxItems: LIMITS.importSentiments,
        description:
          'Which value of its column means which sentiment. The five labels need no entry, an empty value is neutral, and a row with any other value is refused.',
      },
    ),
  ),
  date_order: Optional(
    OneOf(DATE_ORDERS, {
      description:
        'How 03/04/2026 is read. Dates without a zone are in UTC, those without a time at midnight.',
    }),
  ),
})
export type ImportMapping = Infer<typeof ImportMapping>

/** One row as it would be posted, with the same limits. */
export const ImportedRow = ObjectOf({
  title: ObservationItemCreate.fields.title,
  description: ObservationItemCreate.fields.description,
  quote: Nullable(ObservationItemCreate.fields.quote.optional),
  user_id: UserId,
  interaction_id: InteractionId,
  user_sentiment: OneOf(SENTIMENTS),
  observed_at: Nullable(DateTime()),
  external_id: Nullable(Text(LIMITS.externalIdLength)),
})
export type ImportedRow = Infer<typeof ImportedRow>

const mapping = Optional(
  AnyText({
    description:
      'How columns are read, as the JSON of an ImportMapping. Omitted parts are recognized from column names and the first rows; a preview shows the result.',
    examples: ['{"columns": {"title": "Subject", "user_id": "Customer"}, "date_order": "day_first"}'],
  }),
)

export const ImportPreviewQuery = ObjectOf({ mapping }, { additionalProperties: false })
export const ImportQuery = ObjectOf(
  { mapping, name: Optional(Text(LIMITS.nameLength, { description: 'The name of the file.' })) },
  { additionalProperties: false },
)

const FoundColumns = ObjectOf({
  title: Nullable(AnyText()),
  description: Nullable(AnyText()),
  quote: Nullable(AnyText()),
  user_id: Nullable(AnyText()),
  interaction_id: Nullable(AnyText()),
  user_sentiment: Nullable(AnyText()),
  observed_at: Nullable(AnyText()),
  external_id: Nullable(AnyText()),
})

export const ImportPreview = ObjectOf({
  columns: ListOf(ObjectOf({ name: AnyText(), examples: ListOf(AnyText()) }), {
    description: 'Each column of the file, with its first values.',
  }),
  mapping: ObjectOf({
    columns: FoundColumns,
    sentiments: ListOf(ObjectOf({ value: AnyText(), sentiment: Nullable(OneOf(SENTIMENTS)) }), {
      description: 'The values in the file; null for a value whose meaning was not set yet.',
    }),
    date_order: OneOf(DATE_ORDERS),
  }),
  rows: ListOf(
    ObjectOf({
      row: WholeNumber({ description: 'Its position in the file.' }),
      observation: Nullable(ImportedRow),
      reason: Nullable(AnyText({ description: 'Why the row would be refused; null if it would not.' })),
    }),
    { description: `The first ${LIMITS.importPreviewRows} rows as they would be stored, redacted.` },
  ),
})
export type ImportPreview = Infer<typeof ImportPreview>

export const Import = ObjectOf({
  id: Uuid(),
  name: AnyText(),
  format: OneOf(IMPORT_FORMATS),
  state: OneOf(IMPORT_STATES, {
    description:
      '`receiving`: the file is being uploaded. `running`: its rows become observations. `undoing`: the observations are removed.',
  }),
  read: WholeNumber({ description: 'Rows of the file.' }),
  stored: WholeNumber({ description: 'Rows that became observations.' }),
  refused: WholeNumber({ description: 'Refused rows; errors.csv gives the reasons.' }),
  duplicates: WholeNumber({ description: 'Rows whose external id already existed.' }),
  removed: WholeNumber({ description: 'Observations removed by undoing the import.' }),
  created_by: AnyText(),
  created_at: DateTime(),
  finished_at: Nullable(DateTime()),
})
export type Import = Infer<typeof Import>

export const ImportDetail = ObjectOf({
  ...Import.fields,
  reasons: ListOf(ObjectOf({ row: WholeNumber(), reason: AnyText() }), {
    description: `Why rows were refused; the first ${LIMITS.importReasons}.`,
  }),
})
export type ImportDetail = Infer<typeof ImportDetail>

export const IMPORT_FILE_LIMITS = `At most ${LIMITS.importRows.toLocaleString('en')} rows and ${inMebibytes(LIMITS.importBytes)}.`
