// What the command palette offers for the issues that are selected, or for the one that is shown.
import { IconGitMerge } from '@tabler/icons-react'
import type { Issue } from '../../../../src/contract/issues/issues.ts'
import { ISSUE_STATUSES, type IssueStatus } from '../../../../src/contract/labels.ts'
import { useCommands } from '../../components/commands.ts'
import { STATUS_ICONS } from '../../components/issues/status-icon.tsx'
import { plural } from '../../format.ts'

const ACTIONS: Record<IssueStatus, { label: string; words: string[] }> = {
  open: { label: 'Reopen', words: ['open', 'unresolve'] },
  acknowledged: { label: 'Acknowledge', words: ['acknowledged'] },
  planned: { label: 'Mark as planned', words: ['plan'] },
  resolved: { label: 'Resolve', words: ['resolved', 'close', 'done'] },
  ignored: { label: 'Ignore', words: ['ignored', 'dismiss'] },
}

type IssueCommands = {
  issues: readonly Issue[]
  setStatus: (status: IssueStatus) => void
  merge: () => void
}

export function useIssueCommands({ issues, setStatus, merge }: IssueCommands): void {
  const [only] = issues
  const named = issues.length === 1 ? 'this issue' : plural(issues.length, 'issue')
  const open = ISSUE_STATUSES.filter((status) => issues.some((issue) => issue.status !== status))
  useCommands(
    only
      ? {
          label: issues.length === 1 ? `Issue #${only.number}` : `${plural(issues.length, 'selected issue')}`,
          commands: [
            ...open.map((status) => ({
              id: `issues ${status}`,
              label: `${ACTIONS[status].label} ${named}`,
              words: ACTIONS[status].words,
              icon: STATUS_ICONS[status],
              run: () => setStatus(status),
            })),
            { id: 'issues merge', label: `Merge ${named}…`, icon: IconGitMerge, run: merge },
          ],
        }
      : null,
  )
}
