// What agents are asked to note: settings on the left, the resulting text on the right.
import { Box, Button, Checkbox, Group, Stack, Switch, TagsInput } from '@mantine/core'
import { useState } from 'react'
import type { NoteChoices, NoteSettings } from '../../../../src/contract/guidelines/note-settings.ts'
import { ISSUE_KINDS, type IssueKind } from '../../../../src/contract/labels.ts'
import { LIMITS } from '../../../../src/contract/limits.ts'
import { api, projectPath } from '../../api.ts'
import { FormError } from '../../components/forms/form-error.tsx'
import { UnsavedGuard } from '../../components/forms/unsaved-guard.tsx'
import { sayDone } from '../../components/notices.tsx'
import { Panel } from '../../components/panel.tsx'
import { Loaded, Rows } from '../../components/states.tsx'
import { useChange, useResource } from '../../queries.ts'
import { useMay } from '../../session/project.ts'
import classes from './guidelines.module.css'
import { NotesPreview } from './notes-preview.tsx'

export function NotesPanel() {
  const settings = useResource(['guidelines', 'notes'])
  return (
    <Panel
      title="What agents note"
      about="Added to the text above and to the MCP tool. By default, agents note everything without asking."
    >
      <Loaded of={settings} loading={<Rows count={4} height={40} />}>
        {(saved) => <NotesForm saved={saved} />}
      </Loaded>
    </Panel>
  )
}

const KIND_NAMES: Record<IssueKind, string> = {
  problem: 'Problems',
  request: 'Requests',
  question: 'Questions',
  praise: 'Praise',
}

function NotesForm({ saved: { texts, ...saved } }: { saved: NoteSettings }) {
  const [changes, setChanges] = useState<Partial<NoteChoices>>({})
  const mayEdit = useMay('editor')
  const draft: NoteChoices = { ...saved, ...changes }
  const save = useChange(
    (choices: NoteChoices, projectId) => api.put(projectPath(projectId, 'guidelines', 'notes'), choices),
    {
      onDone: () => {
        setChanges({})
        sayDone('Settings saved.')
      },
    },
  )
  const change = (part: Partial<NoteChoices>) => setChanges({ ...changes, ...part })
  const changed = JSON.stringify(draft) !== JSON.stringify(saved)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(draft)
      }}
    >
      <UnsavedGuard when={changed}>
        Your choices haven’t been saved. Agents won’t see them until you save.
      </UnsavedGuard>
      <Box className={classes.sides}>
        <Stack gap="md">
          <Choices draft={draft} disabled={!mayEdit} onChange={change} />
          <FormError error={save.error} />
          {changed && (
            <Group>
              <Button type="submit" loading={save.isPending} disabled={draft.kinds.length === 0}>
                Save
              </Button>
              <Button variant="default" onClick={() => setChanges({})}>
                Discard changes
              </Button>
            </Group>
          )}
        </Stack>
        <NotesPreview choices={draft} saved={texts} changed={changed} />
      </Box>
    </form>
  )
}

const TOPICS = [
  {
    part: 'topics',
    label: 'Topics of interest',
    description: 'Agents look out for these. Press Enter or comma to add one.',
  },
  {
    part: 'avoid',
    label: 'Topics to avoid',
    description: 'Agents note nothing about these, even when users bring them up.',
  },
] as const

type ChoicesProps = {
  draft: NoteChoices
  disabled: boolean
  onChange: (part: Partial<NoteChoices>) => void
}

function Choices({ draft, disabled, onChange }: ChoicesProps) {
  return (
    <>
      <Checkbox.Group
        label="Kinds"
        error={draft.kinds.length === 0 && 'Choose at least one'}
        value={draft.kinds}
        onChange={(kinds) => onChange({ kinds: ISSUE_KINDS.filter((kind) => kinds.includes(kind)) })}
      >
        <Group gap="md" mt={6}>
          {ISSUE_KINDS.map((kind) => (
            <Checkbox key={kind} value={kind} label={KIND_NAMES[kind]} disabled={disabled} />
          ))}
        </Group>
      </Checkbox.Group>
      {TOPICS.map(({ part, ...words }) => (
        <TagsInput
          key={part}
          {...words}
          value={draft[part]}
          disabled={disabled}
          onChange={(topics) => onChange({ [part]: topics })}
          splitChars={[',']}
          maxTags={LIMITS.noteTopics}
          maxLength={LIMITS.noteTopicLength}
          clearable
        />
      ))}
      <Switch
        label="Ask users first"
        description="Before its first note in a conversation, the agent asks the user for permission to pass it on."
        checked={draft.ask_first}
        disabled={disabled}
        onChange={(event) => onChange({ ask_first: event.currentTarget.checked })}
      />
    </>
  )
}
