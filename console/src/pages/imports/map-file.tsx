// How a chosen file is read: the recognized meaning of each column, corrections, and the first rows.
import { Button, Group, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Import, ImportMapping, ImportPreview } from '../../../../src/contract/imports/imports.ts'
import type { ImportField } from '../../../../src/contract/labels.ts'
import { LIMITS } from '../../../../src/contract/limits.ts'
import { api, projectPath, withQuery } from '../../api.ts'
import { FormError } from '../../components/forms/form-error.tsx'
import { sayDone } from '../../components/notices.tsx'
import { Panel } from '../../components/panel.tsx'
import { Failed, Rows } from '../../components/states.tsx'
import { plural } from '../../format.ts'
import type { QueryOf } from '../../operations.ts'
import { useChange } from '../../queries.ts'
import { useProjectId } from '../../session/project.ts'
import { MapColumns } from './map-columns.tsx'
import { MapSentiments } from './map-sentiments.tsx'
import { PreviewRows } from './preview-rows.tsx'

export function MapFile({ file, onDone }: { file: File; onDone: () => void }) {
  const projectId = useProjectId()
  const [said, setSaid] = useState<ImportMapping>({})
  const preview = useQuery({
    queryKey: ['import-preview', projectId, file.name, file.lastModified, file.size, said],
    queryFn: () => previewFile(projectId, file, said),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const cancel = (
    <Button variant="default" onClick={onDone}>
      {preview.error ? 'Choose another file' : 'Cancel'}
    </Button>
  )
  if (!preview.data && preview.error)
    return (
      <Panel title={file.name}>
        <Stack align="flex-start">
          <Failed error={preview.error} />
          {cancel}
        </Stack>
      </Panel>
    )
  if (!preview.data) return <Rows />
  return <Mapped file={file} shown={preview.data} {...{ said, setSaid, cancel, onDone }} />
}

type MappedProps = {
  file: File
  shown: ImportPreview
  said: ImportMapping
  setSaid: (said: ImportMapping) => void
  cancel: React.ReactNode
  onDone: () => void
}

function Mapped({ file, shown, said, setSaid, cancel, onDone }: MappedProps) {
  const { mapping } = shown
  const send = useChange((_: null, projectId) => sendFile(projectId, file, mapping), {
    onDone: ({ read }) => {
      sayDone(`Received ${plural(read, 'row')}. They’re being imported.`)
      onDone()
    },
  })
  const missing = whatIsMissing(mapping.columns)
  return (
    <Stack gap="md">
      <Panel title={file.name} about="Check what each column contains, and correct any that are wrong.">
        <MapColumns
          columns={shown.columns}
          mapping={mapping}
          onColumn={(field, column) => setSaid(withColumn(said, field, column))}
          onDates={(date_order) => setSaid({ ...said, date_order })}
        />
      </Panel>
      {mapping.sentiments.length > 0 && (
        <MapSentiments
          values={mapping.sentiments}
          onChange={(sentiments) => setSaid({ ...said, sentiments })}
        />
      )}
      <PreviewRows rows={shown.rows} />
      <FormError error={send.error && new Error(send.error.message)} />
      <Group gap="sm">
        <Button loading={send.isPending} disabled={missing !== null} onClick={() => send.mutate(null)}>
          Import
        </Button>
        {cancel}
        <Text size="sm" c="dimmed" role="status">
          {missing ?? (send.isPending ? 'Sending the file. Keep this page open until it’s received.' : '')}
        </Text>
      </Group>
    </Stack>
  )
}

function whatIsMissing({ user_id, title, description }: ImportPreview['mapping']['columns']): string | null {
  if (user_id === null) return 'Choose the column that identifies the user.'
  return title === null && description === null ? 'Choose a column for the title or the description.' : null
}

const typeOf = ({ name }: File): string =>
  /\.(jsonl|ndjson)$/i.test(name) ? 'application/x-ndjson' : 'text/csv'

/** A chosen file, as the server is sent it. */
function previewFile(projectId: string, file: File, said: ImportMapping): Promise<ImportPreview> {
  const beginning = file.slice(0, LIMITS.importPreviewBytes, typeOf(file))
  const path = projectPath(projectId, 'imports', 'preview')
  return api.post(
    withQuery(path, { mapping: JSON.stringify(said) } satisfies QueryOf<'POST', typeof path>),
    beginning,
  )
}

/** As it was shown: nothing is recognized anew. */
function sendFile(projectId: string, file: File, shown: ImportPreview['mapping']): Promise<Import> {
  const mapping = { ...shown, sentiments: shown.sentiments.filter(({ sentiment }) => sentiment !== null) }
  const path = projectPath(projectId, 'imports')
  const query = {
    name: [...file.name].slice(0, LIMITS.nameLength).join(''),
    mapping: JSON.stringify(mapping),
  } satisfies QueryOf<'POST', typeof path>
  return api.post(withQuery(path, query), file.slice(0, file.size, typeOf(file)))
}

/** What a value of another column means, or how its dates are read, is found out again. */
function withColumn(said: ImportMapping, field: ImportField, column: string | null): ImportMapping {
  const { sentiments, date_order, ...others } = said
  return {
    ...others,
    columns: { ...said.columns, [field]: column },
    ...(field !== 'user_sentiment' && sentiments && { sentiments }),
    ...(field !== 'observed_at' && date_order && { date_order }),
  }
}
