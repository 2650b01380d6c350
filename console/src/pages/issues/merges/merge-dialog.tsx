// Merges issues: one into another that is searched for, or several into one of them.
import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Issue } from '../../../../../src/contract/issues/issues.ts'
import { IssuePicker } from '../../../components/issues/issue-picker.tsx'
import { capitalized, plural } from '../../../format.ts'
import { useIssueActions } from '../use-issue-actions.ts'
import classes from './merge-dialog.module.css'

type MergeDialogProps = {
  /** Empty: the dialog is closed. */
  issues: readonly Issue[]
  onClose: () => void
  onMerged: (into: Issue) => void
}

export function MergeDialog({ issues, onClose, onMerged }: MergeDialogProps) {
  const { merge } = useIssueActions()
  const [only] = issues
  const mergeInto = async (into: Issue) => {
    onClose()
    if (await merge(issues, into)) onMerged(into)
  }
  if (issues.length > 1)
    return (
      <Modal opened onClose={onClose} title={`Merge ${plural(issues.length, 'issue')} into one`} size="lg">
        <WhichRemains issues={issues} onClose={onClose} onChosen={mergeInto} />
      </Modal>
    )
  return (
    <IssuePicker
      opened={only !== undefined}
      onClose={onClose}
      onPick={mergeInto}
      title="Merge into another issue"
      exclude={only ? [only.id] : []}
    />
  )
}

type WhichRemainsProps = {
  issues: readonly Issue[]
  onClose: () => void
  onChosen: (into: Issue) => void
}

function WhichRemains({ issues, onClose, onChosen }: WhichRemainsProps) {
  const [most] = issues.toSorted((one, other) => other.observation_count - one.observation_count)
  const [chosen, setChosen] = useState(most)
  if (!chosen) return null
  return (
    <Stack>
      <Radio.Group
        label="Which issue do you want to keep?"
        description="It gets all observations from the others and keeps its title and status."
        value={chosen.id}
        onChange={(id) => setChosen(issues.find((issue) => issue.id === id))}
      >
        <Stack gap={4} mt="sm" className={classes.choices}>
          {issues.map((issue) => (
            <Radio
              key={issue.id}
              value={issue.id}
              className={classes.choice}
              label={issue.title}
              description={`${plural(issue.observation_count, 'observation')} · ${plural(issue.user_count, 'user')} · ${capitalized(issue.status)}`}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          You can undo this.
        </Text>
        <Group gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={() => onChosen(chosen)} data-autofocus>
            Merge
          </Button>
        </Group>
      </Group>
    </Stack>
  )
}
