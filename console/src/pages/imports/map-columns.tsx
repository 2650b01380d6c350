// Assigns a column to each part of an observation.
import { SegmentedControl, Select, Stack, Text } from '@mantine/core'
import type { ImportPreview } from '../../../../src/contract/imports/imports.ts'
import { type DateOrder, IMPORT_FIELDS, type ImportField } from '../../../../src/contract/labels.ts'
import { closestOptions } from '../../components/forms/closest-options.ts'
import classes from './imports.module.css'

/** The part's label, and what is used without a column. */
const FIELDS: Record<ImportField, [label: string, without: string]> = {
  title: ['Title', 'Beginning of the description'],
  description: ['Description', 'Same as the title'],
  quote: ['Quote', 'None'],
  user_id: ['User', 'Choose a column'],
  interaction_id: ['Conversation', 'A new one for each row'],
  user_sentiment: ['Sentiment', 'Neutral'],
  observed_at: ['Date', 'Time of the import'],
  external_id: ['ID in your system', 'Duplicates aren’t recognized'],
}

const DATE_ORDERS: { value: DateOrder; label: string }[] = [
  { value: 'month_first', label: 'Month first' },
  { value: 'day_first', label: 'Day first' },
]

type MapColumnsProps = Pick<ImportPreview, 'columns' | 'mapping'> & {
  onColumn: (field: ImportField, column: string | null) => void
  onDates: (order: DateOrder) => void
}

export function MapColumns({ columns, mapping, onColumn, onDates }: MapColumnsProps) {
  const names = columns.map(({ name }) => name)
  const examples = (column: string | null) => columns.find(({ name }) => name === column)?.examples ?? []
  const ambiguous = examples(mapping.columns.observed_at).some((date) =>
    /^\d{1,2}[-/.]\d{1,2}[-/.]\d{4}/.test(date),
  )
  return (
    <Stack gap="md">
      <div className={classes.fields}>
        {IMPORT_FIELDS.map((field) => {
          const [label, without] = FIELDS[field]
          const column = mapping.columns[field]
          return (
            <Select
              key={field}
              label={label}
              placeholder={without}
              description={examples(column)[0] ?? ' '}
              inputWrapperOrder={['label', 'input', 'description']}
              styles={{ description: EXAMPLE }}
              data={names}
              value={column}
              clearable
              searchable={names.length > 10}
              filter={closestOptions}
              onChange={(chosen) => onColumn(field, chosen)}
            />
          )
        })}
      </div>
      {ambiguous && (
        <Stack gap={4} align="flex-start">
          <Text size="sm" fw={500} id="date-order">
            Date format of {examples(mapping.columns.observed_at)[0]}
          </Text>
          <SegmentedControl
            aria-labelledby="date-order"
            data={DATE_ORDERS}
            value={mapping.date_order}
            onChange={(order) => onDates(order as DateOrder)}
          />
        </Stack>
      )}
    </Stack>
  )
}

const EXAMPLE = { whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' } as const
