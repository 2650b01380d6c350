// One version of the guidelines: its texts, the differences to the current ones, and restoring it.
import { Button, Drawer, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { GuidelinesDetail } from '../../../../src/contract/guidelines/guidelines.ts'
import { Markdown } from '../../components/guidelines/markdown.tsx'
import { sayFailed, sayUndoable } from '../../components/notices.tsx'
import { formatDateTime } from '../../format.ts'
import { useMay } from '../../session/project.ts'
import { TextDiff } from './text-diff.tsx'
import { inForce, TEXTS, type TextName, TITLES, useGuidelinesChange, type Version } from './texts.ts'

type VersionDrawerProps = {
  version: Version | null
  guidelines: GuidelinesDetail
  /** True with unsaved changes, with which restoring would conflict. */
  busy: boolean
  onClose: () => void
}

export function VersionDrawer({ version, guidelines, busy, onClose }: VersionDrawerProps) {
  return (
    <Drawer
      opened={version !== null}
      onClose={onClose}
      position="right"
      size="xl"
      title={version?.version === 0 ? 'Defaults' : `Version ${version?.version}`}
      styles={{ title: { fontWeight: 600 } }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {version && (
        <VersionView
          key={version.version}
          version={version}
          guidelines={guidelines}
          busy={busy}
          onClose={onClose}
        />
      )}
    </Drawer>
  )
}

const NAMES = TEXTS.map((name) => ({ value: name, label: TITLES[name] }))
const VIEWS = [
  { value: 'text', label: 'Text' },
  { value: 'now', label: 'Changes since then' },
  { value: 'default', label: 'Changes from default' },
]

type VersionViewProps = Omit<VersionDrawerProps, 'version'> & { version: Version }

function VersionView({ version, guidelines, busy, onClose }: VersionViewProps) {
  const [name, setName] = useState<TextName>('observations')
  const [view, setView] = useState('text')
  const text = inForce(version, name, guidelines)
  return (
    <Stack gap="md">
      {version.created_at && (
        <Text size="sm" c="dimmed" dir="auto" className="fn-break">
          Saved {formatDateTime(version.created_at)} by {version.created_by ?? 'someone'}.{' '}
          {version[name] === null && 'This version used the default text.'}
        </Text>
      )}
      <Group gap="sm" justify="space-between">
        <SegmentedControl
          aria-label="Guidelines for"
          size="xs"
          data={NAMES}
          value={name}
          onChange={(value) => setName(value as TextName)}
        />
        <SegmentedControl aria-label="View" size="xs" data={VIEWS} value={view} onChange={setView} />
      </Group>
      {view === 'text' && <Markdown text={text} />}
      {view === 'now' && (
        <TextDiff
          before={text}
          after={inForce(guidelines, name, guidelines)}
          label="Changes since this version"
        />
      )}
      {view === 'default' && (
        <TextDiff before={guidelines.defaults[name]} after={text} label="Changes from the default" />
      )}
      <RestoreButton version={version} guidelines={guidelines} busy={busy} onDone={onClose} />
    </Stack>
  )
}

type RestoreButtonProps = Omit<VersionViewProps, 'onClose'> & { onDone: () => void }

function RestoreButton({ version, guidelines, busy, onDone }: RestoreButtonProps) {
  const change = useGuidelinesChange()
  const current = { observations: guidelines.observations, research: guidelines.research }
  if (!useMay('editor') || version.version === guidelines.version) return null
  const restore = () =>
    change.mutateHere(
      { observations: version.observations, research: version.research },
      {
        onSuccess: () => {
          onDone()
          sayUndoable(
            `Restored ${version.version === 0 ? 'the defaults' : `version ${version.version}`} as a new version.`,
            () => change.mutate(current, { onError: sayFailed }),
          )
        },
        onError: sayFailed,
      },
    )
  return (
    <Group justify="flex-end" align="center">
      {busy && (
        <Text size="sm" c="dimmed">
          Save or discard your changes first.
        </Text>
      )}
      <Button onClick={restore} loading={change.isPending} disabled={busy}>
        Restore this version
      </Button>
    </Group>
  )
}
