// Actions for this issue: status, merge, and rarer ones.
import { Button } from '@mantine/core'
import type { Issue } from '../../../../../src/contract/issues/issues.ts'
import { StatusIcon } from '../../../components/issues/issue-marks.tsx'
import { capitalized } from '../../../format.ts'
import { IconChevronDown, IconGitMerge } from '../../../icons/tabler.ts'
import { StatusMenu } from '../status-menu.tsx'
import { useIssueActions } from '../use-issue-actions.ts'

export function IssueActions({ issue, onMerge }: { issue: Issue; onMerge: () => void }) {
  const { setStatus } = useIssueActions()
  return (
    <>
      <StatusMenu
        status={issue.status}
        note={issue.status_note}
        onChoose={(status, note) => void setStatus([issue], status, note)}
      >
        <Button
          variant="default"
          leftSection={<StatusIcon status={issue.status} />}
          rightSection={<IconChevronDown size={14} />}
          aria-label={`Status: ${issue.status}`}
        >
          {capitalized(issue.status)}
        </Button>
      </StatusMenu>
      <Button variant="default" leftSection={<IconGitMerge size={16} />} onClick={onMerge}>
        Merge
      </Button>
    </>
  )
}
