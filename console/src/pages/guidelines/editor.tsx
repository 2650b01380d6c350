// Edits one text of the guidelines: source on the left, result on the right, comparison on request.
import { Box, Group, SegmentedControl, Switch, Text, Textarea } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useDeferredValue, useState } from 'react'
import type { GuidelinesDetail } from '../../../../src/contract/guidelines/guidelines.ts'
import { LIMITS } from '../../../../src/contract/limits.ts'
import { TextLength, tooLong } from '../../components/forms/text-length.tsx'
import { Markdown } from '../../components/guidelines/markdown.tsx'
import classes from './guidelines.module.css'
import { TextDiff } from './text-diff.tsx'
import { type Drafts, type TextName, TITLES } from './texts.ts'

const VIEWS = [
  { value: 'write', label: 'Write' },
  { value: 'read', label: 'Preview' },
  { value: 'default', label: 'Changes from default' },
  { value: 'saved', label: 'Unsaved changes' },
]

type EditorProps = { name: TextName; drafts: Drafts; guidelines: GuidelinesDetail; mayEdit: boolean }

export function Editor({ name, drafts, guidelines, mayEdit }: EditorProps) {
  const [view, setView] = useState(mayEdit ? 'write' : 'read')
  const text = drafts.text(name)
  const views = VIEWS.filter(
    ({ value }) =>
      (value !== 'write' || mayEdit) &&
      (value !== 'saved' || drafts.changed.includes(name) || view === 'saved'),
  )
  return (
    <>
      <Group justify="space-between" gap="sm" mb="sm">
        <SegmentedControl
          aria-label="View"
          size="xs"
          data={views}
          value={view}
          onChange={setView}
          className={classes.views}
        />
        <TextLength text={text} limit={LIMITS.guidelineLength} always />
      </Group>
      {view === 'write' && (
        <Writing name={name} text={text} onChange={(words) => drafts.write(name, words)} />
      )}
      {view === 'read' && (
        <Box className={classes.reading}>
          <Markdown text={text} />
        </Box>
      )}
      {view === 'default' && (
        <TextDiff before={guidelines.defaults[name]} after={text} label="Changes from the default" />
      )}
      {view === 'saved' && <TextDiff before={drafts.saved(name)} after={text} label="Unsaved changes" />}
    </>
  )
}

export function problemOf(text: string): string | null {
  return text.trim() === ''
    ? 'Enter some text, or restore the default'
    : tooLong(text, LIMITS.guidelineLength)
}

type WritingProps = { name: TextName; text: string; onChange: (text: string) => void }

function Writing({ name, text, onChange }: WritingProps) {
  const [mono, setMono] = useLocalStorage({ key: 'fieldnote-monospace', defaultValue: true })
  const shown = useDeferredValue(text)
  return (
    <Box className={classes.sides}>
      <Box className={classes.side}>
        <Group justify="space-between" className={classes.sideHead}>
          <Text size="xs" c="dimmed">
            Markdown
          </Text>
          <Switch
            size="xs"
            label="Monospace"
            checked={mono}
            onChange={(event) => setMono(event.currentTarget.checked)}
          />
        </Group>
        <Textarea
          aria-label={`${TITLES[name]} guidelines, Markdown`}
          value={text}
          error={problemOf(text)}
          spellCheck
          classNames={{ root: classes.writing, wrapper: classes.writing, input: classes.input }}
          data-mono={mono || undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </Box>
      <Box className={classes.side}>
        <Group className={classes.sideHead}>
          <Text size="xs" c="dimmed">
            Preview
          </Text>
        </Group>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it */}
        <section className={classes.preview} tabIndex={0} aria-label="Preview">
          <Markdown text={shown} />
        </section>
      </Box>
    </Box>
  )
}
