// Recent redactions by kind. The redacted text is not stored anywhere.
import { Text } from '@mantine/core'
import { LIMITS } from '../../../../src/contract/limits.ts'
import type { Privacy } from '../../../../src/contract/privacy/privacy.ts'
import { type Column, DataTable } from '../../components/lists/data-table.tsx'
import { Panel } from '../../components/panel.tsx'
import { nameOfKind } from './kind-names.ts'

type Row = { id: string; kind: string; count: number }

const COLUMNS: Column<Row>[] = [
  { head: 'Type', cell: ({ kind }) => nameOfKind(kind) },
  { head: 'Stored as', cell: ({ kind }) => <code>[{kind}]</code> },
  { head: 'Count', cell: ({ count }) => count.toLocaleString('en') },
]

export function RedactedCounts({ redacted }: Pick<Privacy, 'redacted'>) {
  const rows = redacted.map((row) => ({ ...row, id: row.kind }))
  return (
    <Panel
      title="Redacted"
      about={`In the last ${LIMITS.redactionDays} days. The values themselves aren’t stored anywhere.`}
      flush={rows.length > 0}
    >
      {rows.length > 0 ? (
        <DataTable label="Redacted" columns={COLUMNS} rows={rows} />
      ) : (
        <Text size="sm" c="dimmed">
          Nothing has been redacted.
        </Text>
      )}
    </Panel>
  )
}
