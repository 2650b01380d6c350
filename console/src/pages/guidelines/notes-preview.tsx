// What agents would read with the unsaved settings of the page.
import { Box, SegmentedControl, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { NoteChoices, NoteTexts } from '../../../../src/contract/guidelines/note-settings.ts'
import { api, projectPath } from '../../api.ts'
import { Markdown } from '../../components/guidelines/markdown.tsx'
import { useProjectId } from '../../session/project.ts'
import classes from './guidelines.module.css'

const TEXTS = [
  { value: 'section', label: 'Guidelines' },
  { value: 'tool', label: 'Tool' },
  { value: 'instructions', label: 'MCP instructions' },
]

type NotesPreviewProps = { choices: NoteChoices; saved: NoteTexts; changed: boolean }

export function NotesPreview({ choices, saved, changed }: NotesPreviewProps) {
  const [shown, setShown] = useState('section')
  const preview = usePreview(choices, changed)
  const texts = changed ? (preview ?? saved) : saved
  const text = texts[shown as keyof NoteTexts]
  return (
    <Box miw={0}>
      <SegmentedControl
        aria-label="What agents read"
        size="xs"
        data={TEXTS}
        value={shown}
        onChange={setShown}
        className={classes.views}
      />
      <section aria-label="What agents read" aria-live="polite" className={classes.notesPreview}>
        {text === null ? (
          <Text size="sm" c="dimmed">
            Nothing is added to the guidelines.
          </Text>
        ) : (
          <Markdown text={text} />
        )}
      </section>
    </Box>
  )
}

const SETTLE_MS = 200

/** Undefined until the first preview is loaded. Invalid settings keep the last valid preview. */
function usePreview(choices: NoteChoices, enabled: boolean): NoteTexts | undefined {
  const projectId = useProjectId()
  const [settled] = useDebouncedValue(choices, SETTLE_MS)
  const { data } = useQuery({
    queryKey: ['project', projectId, 'note-preview', settled],
    queryFn: () => api.post(projectPath(projectId, 'guidelines', 'notes', 'preview'), settled),
    placeholderData: keepPreviousData,
    enabled: enabled && settled.kinds.length > 0,
    retry: false,
  })
  return data
}
