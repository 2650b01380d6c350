// What the project does not keep: what is redacted before it is stored, and for how long the rest stays.
import { Stack, Text } from '@mantine/core'
import { LIMITS } from '../../../../src/contract/limits.ts'
import type { Privacy } from '../../../../src/contract/privacy/privacy.ts'
import { type Column, DataTable } from '../../components/lists/data-table.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { OwnersOnly } from '../../components/projects/owners-only.tsx'
import { Loaded, Rows } from '../../components/states.tsx'
import { useResource } from '../../queries.ts'
import { nameOfKind, PrivacyForm } from './privacy-form.tsx'

export function PrivacyPage() {
  const privacy = useResource(['privacy'])
  return (
    <Page
      title="Privacy"
      about="What Fieldnote removes before storing what agents send, and how long it keeps the rest."
      width="text"
    >
      <OwnersOnly what="privacy settings" />
      <Loaded of={privacy} loading={<Rows />}>
        {(settings) => (
          <Stack gap="md">
            <PrivacyForm key={JSON.stringify({ ...settings, redacted: null })} saved={settings} />
            <RedactedCounts redacted={settings.redacted} />
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}

type Row = { id: string; kind: string; count: number }

const COLUMNS: Column<Row>[] = [
  { head: 'Type', cell: ({ kind }) => nameOfKind(kind) },
  { head: 'Stored as', cell: ({ kind }) => <code>[{kind}]</code> },
  { head: 'Count', cell: ({ count }) => count.toLocaleString('en') },
]

/** How much was redacted lately, by kind; what it was is stored nowhere. */
function RedactedCounts({ redacted }: Pick<Privacy, 'redacted'>) {
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
