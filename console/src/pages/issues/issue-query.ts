// What the address says about the list, as the server is asked for it, and the view that it was left with.

import { useEffect } from 'react'
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
import { useProjectId } from '../../session/project.ts'

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

const KEY = 'fieldnote-inbox-view'

type View = { projectId: string; filters: Filters }

/** The filters that the inbox was left with: the way back from an issue leads to the same view. */
export function useRememberedInbox(filters: Filters): void {
  const projectId = useProjectId()
  useEffect(() => {
    sessionStorage.setItem(KEY, JSON.stringify({ projectId, filters } satisfies View))
  }, [projectId, filters])
}

export function lastInboxView(projectId: string): Filters {
  const view = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as View | null
  return view?.projectId === projectId ? view.filters : {}
}
