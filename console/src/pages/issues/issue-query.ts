// Converts the address's parameters to the server's query.
import {
  ISSUE_ORDERS,
  ISSUE_SORTS,
  ISSUE_STATUSES,
  type IssueSort,
  type IssueStatus,
} from '../../../../src/contract/labels.ts'
import { capitalized } from '../../format.ts'
import type { QueryFor } from '../../operations.ts'
import type { Filters } from '../../search-parameters.ts'

/** The statuses that need work. */
export const UNRESOLVED: IssueStatus[] = ['open', 'acknowledged', 'planned']

export const STATUS_CHOICES = [
  { value: '', label: 'Unresolved' },
  ...ISSUE_STATUSES.map((status) => ({ value: status, label: capitalized(status) })),
  { value: 'all', label: 'All' },
]

export const SORT_LABELS: Record<IssueSort, string> = {
  last_seen: 'Last seen',
  first_seen: 'First seen',
  observations: 'Observations',
  users: 'Users',
  severity: 'Severity',
  relevance: 'Best match',
}

/** Filters beyond status and sort, which an empty list offers to clear. */
export const NARROWING = [
  'assigned',
  'assignee',
  'kind',
  'severity',
  'tag',
  'regressed',
  'new_since',
  'q',
] as const

/** Relevance is offered only for a search. */
export const sortsOf = ({ q }: Filters): readonly IssueSort[] => (q ? ISSUE_SORTS : ISSUE_ORDERS)
export const defaultSort = ({ q }: Filters): IssueSort => (q ? 'relevance' : 'last_seen')
export const sortOf = (filters: Filters): IssueSort =>
  sortsOf(filters).find((known) => known === filters.sort) ?? defaultSort(filters)

export function issuesQuery(filters: Filters): QueryFor<['issues']> {
  const { status = '', assigned, assignee, kind, severity, tag, regressed, new_since, q } = filters
  const statuses = status === 'all' ? undefined : status === '' ? UNRESOLVED.join(',') : status
  const owned = { assigned, assignee }
  return { status: statuses, ...owned, kind, severity, tag, regressed, new_since, q, sort: sortOf(filters) }
}
