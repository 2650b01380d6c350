// Searches for an issue: to merge into, to move to, to filter by.
import { Combobox, Group, Modal, Text, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import type { Issue } from '../../../../src/contract/issues/issues.ts'
import { bestMatches } from '../../../../src/contract/matching.ts'
import { plural } from '../../format.ts'
import { IconPlus, IconSearch } from '../../icons/tabler.ts'
import { useResource } from '../../queries.ts'
import { KindLabel, StatusLabel } from '../labels.tsx'
import { Empty, Failed, Rows } from '../states.tsx'
import { Ago } from '../time.tsx'
import { IssueNumber } from './issue-marks.tsx'
import classes from './issue-picker.module.css'

/** What the picker shows of an issue. */
export type PickableIssue = Pick<
  Issue,
  'id' | 'number' | 'title' | 'kind' | 'status' | 'observation_count' | 'user_count'
> & { last_seen?: string | null }

type IssuePickerProps = {
  opened: boolean
  onClose: () => void
  onPick: (issue: PickableIssue) => void
  title: string
  /** Ids of issues to leave out, such as the one that is merged. */
  exclude?: string[]
  /** Suggestions before anything is typed, best first. */
  likely?: readonly PickableIssue[]
  /** Also offers a new issue. */
  onNew?: () => void
}

export function IssuePicker({ opened, onClose, title, ...choice }: IssuePickerProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title} size="lg" padding="md">
      <IssueSearch onClose={onClose} {...choice} />
    </Modal>
  )
}

const SHOWN = 12
const NEW = 'new'

function IssueSearch(props: Omit<IssuePickerProps, 'opened' | 'title'>) {
  const { onPick, onNew, onClose, exclude = [], likely = [] } = props
  const [text, setText] = useState('')
  const [q] = useDebouncedValue(text.trim(), 200)
  const found = useResource(['issues'], { q, limit: SHOWN + exclude.length + likely.length })
  const known = [...exclude, ...(q === '' ? likely.map(({ id }) => id) : [])]
  const others = (found.data?.items ?? []).filter(({ id }) => !known.includes(id))
  const offered: PickableIssue[] = [...(q === '' ? likely : []), ...others]
  // While results are outdated, Enter must not pick one.
  const isCurrent = text.trim() === q && !found.isPlaceholderData
  const issues = (isCurrent ? offered : bestMatches(text, offered, ({ title }) => [title])).slice(0, SHOWN)
  const combobox = useCombobox({ opened: true })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what Enter picks is the best match of what was found now
  useEffect(() => void combobox.selectFirstOption(), [found.data, text])
  const pick = (id: string) => {
    const issue = issues.find((candidate) => candidate.id === id)
    if (id === NEW) onNew?.()
    else if (issue) onPick(issue)
  }
  return (
    <Combobox store={combobox} onOptionSubmit={pick}>
      <Combobox.EventsTarget>
        <TextInput
          data-autofocus
          aria-label="Search issues"
          placeholder="Search issues by any word, or #number"
          leftSection={<IconSearch size={16} />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          // Handled here, because the list otherwise consumes the key before the dialog.
          onKeyDown={(event) => event.key === 'Escape' && onClose()}
          className={classes.search}
        />
      </Combobox.EventsTarget>
      <Combobox.Options className={classes.options} aria-label="Issues" aria-busy={found.isFetching}>
        {issues.map((issue) => (
          <Option key={issue.id} issue={issue} />
        ))}
        {onNew && (
          <Combobox.Option value={NEW} className={classes.option}>
            <Group gap={8}>
              <IconPlus size={16} aria-hidden />
              <Text size="sm" fw={560}>
                Create a new issue
              </Text>
            </Group>
          </Combobox.Option>
        )}
      </Combobox.Options>
      {found.isPending && !found.error && <Rows count={4} />}
      {found.error && <Failed error={found.error} retry={() => void found.refetch()} />}
      {found.data && issues.length === 0 && (
        <Empty title={q === '' ? 'No other issues yet' : 'No matching issues'}>
          {q !== '' && 'Try fewer or different words.'}
        </Empty>
      )}
    </Combobox>
  )
}

function Option({ issue }: { issue: PickableIssue }) {
  return (
    <Combobox.Option value={issue.id} className={classes.option}>
      <Text size="sm" fw={560} dir="auto" className="fn-break">
        {issue.title}
      </Text>
      <Group gap={8} mt={3} c="dimmed">
        <IssueNumber number={issue.number} />
        <KindLabel kind={issue.kind} />
        <StatusLabel status={issue.status} />
        <Text size="xs" component="span">
          {plural(issue.observation_count, 'observation')} · {plural(issue.user_count, 'user')}
          {issue.last_seen && (
            <>
              {' · '}
              <Ago at={issue.last_seen} />
            </>
          )}
        </Text>
      </Group>
    </Combobox.Option>
  )
}
