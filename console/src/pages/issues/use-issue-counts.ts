// Counts issues by status, with all other filters of the inbox.
import { ISSUE_STATUSES, type IssueStatus } from '../../../../src/contract/labels.ts'
import { useFilters } from '../../filters.ts'
import { useResource } from '../../queries.ts'
import { issuesQuery, UNRESOLVED } from './issue-query.ts'

export function useIssueCounts(): IssueCounts | undefined {
  const [filters] = useFilters()
  const { status: _, sort: __, ...narrowing } = issuesQuery(filters)
  return useResource(['issues', 'counts'], narrowing).data
}

type IssueCounts = Record<IssueStatus, number>

/** The total of the chosen status; '' means unresolved. */
export function totalOf(counts: IssueCounts | undefined, choice: string): number | undefined {
  const statuses: readonly IssueStatus[] =
    choice === '' ? UNRESOLVED : choice === 'all' ? ISSUE_STATUSES : [choice as IssueStatus]
  return counts && statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0)
}

export function useIssueTotal(): number | undefined {
  const [{ status = '' }] = useFilters()
  return totalOf(useIssueCounts(), status)
}
