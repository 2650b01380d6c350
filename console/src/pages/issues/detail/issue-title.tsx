// The title of an issue: found automatically until a person words it better.
import { ActionIcon, Button, Group, Textarea, Title, Tooltip } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import type { Issue } from '../../../../../src/contract/issues/issues.ts'
import { LIMITS } from '../../../../../src/contract/limits.ts'
import { useIssueActions } from '../use-issue-actions.ts'
import classes from './issue-title.module.css'

export function IssueTitle({ issue, mayEdit }: { issue: Issue; mayEdit: boolean }) {
  const [draft, setDraft] = useState<string | null>(null)
  if (draft !== null) return <TitleForm issue={issue} draft={draft} onDraft={setDraft} />
  return (
    <Title order={1} className="fn-break">
      {issue.title}
      {mayEdit && (
        <Tooltip label="Rename">
          <ActionIcon
            variant="subtle"
            color="gray"
            className={classes.rename}
            onClick={() => setDraft(issue.title)}
            aria-label="Rename"
          >
            <IconPencil size={17} />
          </ActionIcon>
        </Tooltip>
      )}
    </Title>
  )
}

type TitleFormProps = { issue: Issue; draft: string; onDraft: (draft: string | null) => void }

function TitleForm({ issue, draft, onDraft }: TitleFormProps) {
  const { rename } = useIssueActions()
  const title = draft.trim()
  const save = () => {
    onDraft(null)
    if (title !== '' && title !== issue.title) void rename(issue, title)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onDraft(null)
    if (event.key !== 'Enter') return
    event.preventDefault()
    save()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save()
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
      />
      <Group gap="xs" mt={8}>
        <Button size="xs" type="submit" disabled={title === ''}>
          Rename
        </Button>
        <Button size="xs" variant="default" onClick={() => onDraft(null)}>
          Cancel
        </Button>
        {issue.title_by === 'person' && (
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
