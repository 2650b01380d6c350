// Merges issues: search the other one if necessary, compare both, and choose which one remains.
import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { IssueDetail } from '../../../../../src/contract/issues/issues.ts'
import { IssuePicker, type PickableIssue } from '../../../components/issues/issue-picker.tsx'
import { capitalized, plural } from '../../../format.ts'
import { useResource } from '../../../queries.ts'
import { useIssueActions } from '../use-issue-actions.ts'
import classes from './merge-dialog.module.css'

/** A similar issue as one side of a merge. */
export const sideOf = ({ issue_id, ...near }: IssueDetail['similar'][number]): PickableIssue => ({
  id: issue_id,
  ...near,
})

type MergeDialogProps = {
  /** Empty closes the dialog. With one issue, the other is searched first. */
  issues: readonly PickableIssue[]
  onClose: () => void
  onMerged: (into: PickableIssue) => void
}

export function MergeDialog({ issues, onClose, onMerged }: MergeDialogProps) {
  const [found, setFound] = useState<PickableIssue | null>(null)
  const { merge } = useIssueActions()
  const [only] = issues
  const sides = issues.length === 1 && found ? [...issues, found] : issues
  const close = () => {
    setFound(null)
    onClose()
  }
  const mergeInto = async (into: PickableIssue) => {
    close()
    if (await merge(sides, into)) onMerged(into)
  }
  if (only && sides.length === 1) return <FindOther issue={only} onClose={close} onFound={setFound} />
  return (
    <Modal
      opened={sides.length > 1}
      onClose={close}
      title={`Merge ${plural(sides.length, 'issue')} into one`}
      size="lg"
    >
      <WhichRemains issues={sides} onClose={close} onChosen={mergeInto} />
    </Modal>
  )
}

type FindOtherProps = { issue: PickableIssue; onClose: () => void; onFound: (issue: PickableIssue) => void }

/** Suggests the most similar issues before anything is typed. */
function FindOther({ issue, onClose, onFound }: FindOtherProps) {
  const detail = useResource(['issues', issue.id])
  const near = detail.data?.id === issue.id ? [...detail.data.suggested_merges, ...detail.data.similar] : []
  const likely = [...new Map(near.map((one) => [one.issue_id, one])).values()].toSorted(
    (one, other) => other.score - one.score,
  )
  return (
    <IssuePicker
      opened
      onClose={onClose}
      onPick={onFound}
      title={`Merge “${issue.title}” with…`}
      exclude={[issue.id]}
      likely={likely.map(sideOf)}
    />
  )
}

type WhichRemainsProps = {
  issues: readonly PickableIssue[]
  onClose: () => void
  onChosen: (into: PickableIssue) => void
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
              // Focuses the choice and not the button, so that a second Enter does not merge unread issues.
              data-autofocus={issue === most || undefined}
              label={`#${issue.number} ${issue.title}`}
              description={`${plural(issue.observation_count, 'observation')} · ${plural(issue.user_count, 'user')} · ${capitalized(issue.status)}`}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Text size="sm" dir="auto" className="fn-break">
        {whatHappens(issues, chosen)} You can undo this.
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={() => onChosen(chosen)}>Merge into #{chosen.number}</Button>
      </Group>
    </Stack>
  )
}

function whatHappens(issues: readonly PickableIssue[], into: PickableIssue): string {
  const others = issues.filter(({ id }) => id !== into.id)
  const moved = others.reduce((sum, { observation_count }) => sum + observation_count, 0)
  const names = others.map(({ number }) => `#${number}`).join(', ')
  return `${plural(moved, 'observation')} from ${names} will move to #${into.number} “${into.title}”.`
}
