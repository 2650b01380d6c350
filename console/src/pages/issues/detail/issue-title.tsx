// The issue's title: found automatically unless a person changed it.
import { ActionIcon, Button, Group, Textarea, Title, Tooltip } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import type { Issue } from '../../../../../src/contract/issues/issues.ts'
import { isDecided } from '../../../../../src/contract/labels.ts'
import { LIMITS } from '../../../../../src/contract/limits.ts'
import { IconPencil } from '../../../icons/tabler.ts'
import { useIssueActions } from '../use-issue-actions.ts'
import classes from './issue-title.module.css'

type IssueTitleProps = { issue: Issue; mayEdit: boolean; order?: 1 | 2 }

export function IssueTitle({ issue, mayEdit, order = 1 }: IssueTitleProps) {
  const [draft, setDraft] = useState<string | null>(null)
  /** The issue when editing began, because live updates may change it meanwhile. */
  const [read, setRead] = useState(issue)
  if (draft !== null)
    return <TitleForm issue={read} present={issue.title} draft={draft} onDraft={setDraft} onRead={setRead} />
  return (
    <Title order={order} size={order === 2 ? 'h3' : undefined} dir="auto" className="fn-break">
      {issue.title}
      {mayEdit && (
        <Tooltip label="Rename">
          <ActionIcon
            variant="subtle"
            color="gray"
            className={classes.rename}
            onClick={() => {
              setRead(issue)
              setDraft(issue.title)
            }}
            aria-label="Rename"
          >
            <IconPencil size={17} />
          </ActionIcon>
        </Tooltip>
      )}
    </Title>
  )
}

type TitleFormProps = {
  issue: Issue
  /** The current title. */
  present: string
  draft: string
  onDraft: (draft: string | null) => void
  onRead: (issue: Issue) => void
}

function TitleForm({ issue, present, draft, onDraft, onRead }: TitleFormProps) {
  const { rename } = useIssueActions()
  const title = draft.trim()
  const isOutdated = present !== issue.title
  const save = async () => {
    if (title === '') return
    // After seeing the other title, renaming overwrites it.
    const seen = isOutdated ? { ...issue, title: present, title_by: 'person' as const } : issue
    onRead(seen)
    if (title === seen.title || (await rename(seen, title))) onDraft(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onDraft(null)
    if (event.key !== 'Enter') return
    event.preventDefault()
    void save()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Textarea
        aria-label="Title"
        autosize
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
        maxLength={LIMITS.issueTitleLength}
        value={draft}
        onChange={(event) => onDraft(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        classNames={{ input: classes.input }}
        error={isOutdated && `Renamed to “${present}” in the meantime. Rename again to replace it.`}
      />
      <Group gap="xs" mt={8}>
        <Button size="xs" type="submit" disabled={title === ''}>
          Rename
        </Button>
        <Button size="xs" variant="default" onClick={() => onDraft(null)}>
          Cancel
        </Button>
        {isDecided(issue.title_by) && (
          <Button
            size="xs"
            variant="subtle"
            onClick={() => {
              onDraft(null)
              void rename(issue, null)
            }}
          >
            Restore automatic title
          </Button>
        )}
      </Group>
    </form>
  )
}
