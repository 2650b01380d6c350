// How many issues there are of each status, with everything else that narrows the inbox now.
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

/** Of those that the choice of status shows: '' is what is unresolved. */
export function totalOf(counts: IssueCounts | undefined, choice: string): number | undefined {
  const statuses: readonly IssueStatus[] =
    choice === '' ? UNRESOLVED : choice === 'all' ? ISSUE_STATUSES : [choice as IssueStatus]
  return counts && statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0)
}

export function useIssueTotal(): number | undefined {
  const [{ status = '' }] = useFilters()
  return totalOf(useIssueCounts(), status)
}
