// Possible duplicates of this issue, which a person decides on.
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { IssueDetail } from '../../../../../src/contract/issues/issues.ts'
import { api } from '../../../api.ts'
import type { PickableIssue } from '../../../components/issues/issue-picker.tsx'
import { TextLink } from '../../../components/links.tsx'
import { sayDone, sayFailed } from '../../../components/notices.tsx'
import { Panel } from '../../../components/panel.tsx'
import { plural } from '../../../format.ts'
import { useProjectId } from '../../../session/project.ts'
import { useIssueActions } from '../use-issue-actions.ts'
import { sideOf } from './merge-dialog.tsx'

type SuggestedMergesProps = {
  issue: IssueDetail
  mayEdit: boolean
  /** Opens the dialog that merges this issue with another. */
  onMerge: (other: PickableIssue) => void
}
type Suggestion = IssueDetail['suggested_merges'][number]

export function SuggestedMerges({ issue, mayEdit, onMerge }: SuggestedMergesProps) {
  if (issue.suggested_merges.length === 0) return null
  return (
    <Panel
      title="Possible duplicates"
      about="These issues look similar, but not similar enough to merge automatically."
    >
      <Stack gap="sm">
        {issue.suggested_merges.map((suggestion) => (
          <SuggestedMerge
            key={suggestion.issue_id}
            issue={issue}
            suggestion={suggestion}
            mayEdit={mayEdit}
            onMerge={onMerge}
          />
        ))}
      </Stack>
    </Panel>
  )
}

function SuggestedMerge(props: SuggestedMergesProps & { suggestion: Suggestion }) {
  const { issue, suggestion, mayEdit, onMerge } = props
  const { issue_id: id, title, observation_count } = suggestion
  const projectId = useProjectId()
  const { refresh, at } = useIssueActions()
  const [busy, setBusy] = useState(false)
  const during = (action: Promise<unknown>) => {
    setBusy(true)
    void action.catch(sayFailed).finally(() => setBusy(false))
  }
  const keepApart = async () => {
    await api.post(at(issue.id, 'keep-apart'), { from: id })
    await refresh()
    sayDone('The issues stay separate. This merge won’t be suggested again.')
  }
  return (
    <Group justify="space-between" gap="xs">
      <div style={{ flex: '1 1 240px', minWidth: 0 }}>
        <TextLink
          to="/p/$projectId/issues/$issueId"
          params={{ projectId, issueId: id }}
          size="sm"
          fw={560}
          c="inherit"
          dir="auto"
          className="fn-break"
        >
          {title}
        </TextLink>
        <Text size="xs" c="dimmed">
          {plural(observation_count, 'observation')}
        </Text>
      </div>
      {mayEdit && (
        <Group gap={6}>
          <Button size="xs" disabled={busy} onClick={() => onMerge(sideOf(suggestion))}>
            Merge…
          </Button>
          <Button size="xs" variant="default" disabled={busy} onClick={() => during(keepApart())}>
            Keep separate
          </Button>
        </Group>
      )}
    </Group>
  )
}
