// What the command palette offers for the issues that are selected, or for the one that is shown.
import type { Issue } from '../../../../src/contract/issues/issues.ts'
import type { Assignee } from '../../../../src/contract/issues/ownership.ts'
import { ISSUE_STATUSES, type IssueStatus } from '../../../../src/contract/labels.ts'
import { type Command, useCommands } from '../../components/commands.ts'
import { STATUS_ICONS } from '../../components/issues/issue-marks.tsx'
import { plural } from '../../format.ts'
import { IconGitMerge, IconUserCheck, IconUserOff } from '../../icons/tabler.ts'
import { useAssignees } from './ownership/members.ts'

const ACTIONS: Record<IssueStatus, { label: (named: string) => string; words: string[] }> = {
  open: { label: (named) => `Reopen ${named}`, words: ['open', 'unresolve'] },
  acknowledged: { label: (named) => `Acknowledge ${named}`, words: ['acknowledged'] },
  planned: { label: (named) => `Mark ${named} as planned`, words: ['plan'] },
  resolved: { label: (named) => `Resolve ${named}`, words: ['resolved', 'close', 'done'] },
  ignored: { label: (named) => `Ignore ${named}`, words: ['ignored', 'dismiss'] },
}

type IssueCommands = {
  issues: readonly Issue[]
  setStatus: (status: IssueStatus) => void
  /** Null for nobody. */
  assign: (assignee: Assignee | null) => void
  merge: () => void
}

export function useIssueCommands({ issues, setStatus, assign, merge }: IssueCommands): void {
  const [only] = issues
  const named = issues.length === 1 ? 'this issue' : plural(issues.length, 'issue')
  const open = ISSUE_STATUSES.filter((status) => issues.some((issue) => issue.status !== status))
  const ownership = useOwnershipCommands(issues, named, assign)
  useCommands(
    only
      ? {
          label: issues.length === 1 ? `Issue #${only.number}` : `${plural(issues.length, 'selected issue')}`,
          commands: [
            ...open.map((status) => ({
              id: `issues ${status}`,
              label: ACTIONS[status].label(named),
              words: ACTIONS[status].words,
              icon: STATUS_ICONS[status],
              run: () => setStatus(status),
            })),
            ...ownership,
            { id: 'issues merge', label: `Merge ${named}…`, icon: IconGitMerge, run: merge },
          ],
        }
      : null,
  )
}

/** Leaves out commands that would change nothing. */
function useOwnershipCommands(
  issues: readonly Issue[],
  named: string,
  assign: IssueCommands['assign'],
): Command[] {
  const { people, self } = useAssignees()
  const me = people.find(({ account_id }) => account_id === self)
  const take: Command | undefined = me && {
    id: 'issues take',
    label: `Assign ${named} to me`,
    words: ['take', 'own'],
    icon: IconUserCheck,
    run: () => assign(me),
  }
  const leave: Command = {
    id: 'issues unassign',
    label: `Unassign ${named}`,
    icon: IconUserOff,
    run: () => assign(null),
  }
  const isNotMine = issues.some(({ assignee }) => assignee?.account_id !== self)
  const isTaken = issues.some(({ assignee }) => assignee !== null)
  return [...(take && isNotMine ? [take] : []), ...(isTaken ? [leave] : [])]
}
