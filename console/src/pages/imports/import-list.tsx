// Imports with their progress and refused rows, and undoing them.
import { Anchor, Button, Progress, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Import } from '../../../../src/contract/imports/imports.ts'
import { api, type Page, projectPath } from '../../api.ts'
import { Confirm } from '../../components/forms/confirm.tsx'
import { TextLink } from '../../components/links.tsx'
import { type Column, DataTable } from '../../components/lists/data-table.tsx'
import { Panel } from '../../components/panel.tsx'
import { Ago } from '../../components/time.tsx'
import { formatNumber, plural } from '../../format.ts'
import { useChange, useResource } from '../../queries.ts'
import { useMay, useProjectId } from '../../session/project.ts'

const LOOK_EVERY_MS = 1_500
const SHOWN = 50

const isUnderWay = ({ state }: Import): boolean => state !== 'done' && state !== 'undone'

const whenToLook = (known: Page<Import> | undefined) =>
  known?.items.some(isUnderWay) ? LOOK_EVERY_MS : false

export function ImportList() {
  const imports = useResource(['imports'], { limit: SHOWN }, { refetchInterval: whenToLook })
  const [undoing, setUndoing] = useState<Import | null>(null)
  const owner = useMay('owner')
  const items = imports.data?.items ?? []
  if (items.length === 0) return null
  const actions: Column<Import> = {
    head: 'Actions',
    actions: true,
    cell: (one) =>
      (one.state === 'done' || one.state === 'running') && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Undo the import of ${one.name}`}
          onClick={() => setUndoing(one)}
        >
          Undo
        </Button>
      ),
  }
  return (
    <Panel title="Imports" flush>
      <DataTable
        label="Imports"
        columns={owner ? [...COLUMNS, actions] : COLUMNS}
        rows={items}
        quiet={({ state }) => state === 'undone'}
      />
      <UndoImport of={undoing} onClose={() => setUndoing(null)} />
    </Panel>
  )
}

const COLUMNS: Column<Import>[] = [
  {
    head: 'File',
    cell: ({ name, created_at, created_by }) => (
      <Stack gap={0}>
        <Text size="sm" fw={500} dir="auto" className="fn-break">
          {name}
        </Text>
        <Text size="xs" c="dimmed" className="fn-break">
          <Ago at={created_at} /> by {created_by}
        </Text>
      </Stack>
    ),
  },
  { head: 'Result', cell: (one) => <Result of={one} /> },
]

function Result({ of }: { of: Import }) {
  const { state, read, stored, duplicates, refused, removed } = of
  if (state === 'receiving') return <span>Receiving: {plural(read, 'row')} so far</span>
  if (state === 'running')
    return <UnderWay doing="Importing" done={stored + duplicates + refused} all={read} />
  if (state === 'undoing') return <UnderWay doing="Undoing" done={removed} all={stored} />
  return (
    <Stack gap={0}>
      {state === 'undone' ? (
        <span>Undone: {plural(removed, 'observation')} removed</span>
      ) : (
        <Stored of={of} />
      )}
      {state === 'done' && duplicates > 0 && <span>{plural(duplicates, 'row')} already imported</span>}
      {refused > 0 && <Refused of={of} />}
    </Stack>
  )
}

function UnderWay({ doing, done, all }: { doing: string; done: number; all: number }) {
  const share = all === 0 ? 100 : Math.min(100, (100 * done) / all)
  return (
    <Stack gap={4} maw={280}>
      <span>
        {doing}: {formatNumber(done)} of {formatNumber(all)}
      </span>
      <Progress value={share} aria-label={doing} />
    </Stack>
  )
}

function Stored({ of: { id, stored } }: { of: Import }) {
  const projectId = useProjectId()
  return (
    <TextLink to="/p/$projectId/observations" params={{ projectId }} search={{ import: id }} size="sm">
      {plural(stored, 'observation')}
    </TextLink>
  )
}

function Refused({ of: { id, refused } }: { of: Import }) {
  const projectId = useProjectId()
  return (
    <span>
      {plural(refused, 'row')} not imported (
      <Anchor
        href={`${projectPath(projectId, 'imports', id)}/errors.csv`}
        download
        size="sm"
        underline="always"
      >
        see why
      </Anchor>
      )
    </span>
  )
}

/** Takes out everything that an import brought. */
function UndoImport({ of, onClose }: { of: Import | null; onClose: () => void }) {
  const undo = useChange(({ id }: Import, projectId) => api.delete(projectPath(projectId, 'imports', id)), {
    onDone: onClose,
  })
  return (
    <Confirm
      opened={of !== null}
      onClose={onClose}
      title="Undo this import?"
      action="Undo import"
      onConfirm={() => of && undo.mutate(of)}
      busy={undo.isPending}
      error={undo.error}
    >
      <Text size="sm">
        {of && `${plural(of.stored, 'observation')} from ${of.name} will be removed, and all counts updated.`}{' '}
        Issues with no other observations are deleted too. You can import the file again later.
      </Text>
    </Confirm>
  )
}
