// The first rows of a file, as they would be stored, or why they would be refused.
import { Stack, Text } from '@mantine/core'
import type { ImportPreview } from '../../../../src/contract/imports/imports.ts'
import { type Column, DataTable } from '../../components/lists/data-table.tsx'
import { Panel } from '../../components/panel.tsx'
import { capitalized, formatDateOrTime } from '../../format.ts'

type Row = ImportPreview['rows'][number] & { id: string }

const COLUMNS: Column<Row>[] = [
  { head: 'Row', cell: ({ row }) => row },
  {
    head: 'Observation',
    cell: ({ observation, reason }) =>
      observation ? (
        <Stack gap={0}>
          <Text size="sm" fw={500} dir="auto" className="fn-break">
            {observation.title}
          </Text>
          {observation.description !== observation.title && (
            <Text size="sm" c="dimmed" dir="auto" lineClamp={2} className="fn-break">
              {observation.description}
            </Text>
          )}
        </Stack>
      ) : (
        <Text size="sm" c="var(--mantine-color-error)" className="fn-break">
          Not imported: {reason}
        </Text>
      ),
  },
  { head: 'User', cell: ({ observation }) => <span className="fn-break">{observation?.user_id}</span> },
  { head: 'Sentiment', cell: ({ observation }) => observation && capitalized(observation.user_sentiment) },
  {
    head: 'Date',
    cell: ({ observation }) =>
      observation &&
      (observation.observed_at ? formatDateOrTime(observation.observed_at) : 'Time of the import'),
  },
]

export function PreviewRows({ rows }: Pick<ImportPreview, 'rows'>) {
  const refused = rows.filter(({ observation }) => observation === null).length
  const about =
    refused > 0 ? `${refused} of these ${rows.length} wouldn’t be imported.` : 'As they’ll be stored.'
  return (
    <Panel title="First rows" about={about} flush>
      <DataTable
        label="First rows"
        columns={COLUMNS}
        rows={rows.map((row) => ({ ...row, id: String(row.row) }))}
      />
    </Panel>
  )
}
