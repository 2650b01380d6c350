// Updates issues in every shape of cached answers: single, lists, and pages of lists.
import type { Issue } from '../../../../src/contract/issues/issues.ts'

type Change = (issue: Issue) => Partial<Issue> | null
type Listed = { items: Issue[] }

function isIssue(data: unknown): data is Issue {
  return typeof data === 'object' && data !== null && 'id' in data && 'status' in data
}
function isListed(data: unknown): data is Listed {
  return typeof data === 'object' && data !== null && 'items' in data
}
function isPaged(data: unknown): data is { pages: Listed[] } {
  return typeof data === 'object' && data !== null && 'pages' in data
}

export function withIssuesChanged(change: Change) {
  const one = (item: Issue): Issue => (isIssue(item) ? { ...item, ...change(item) } : item)
  const listed = (list: Listed): Listed => ({ ...list, items: list.items.map(one) })
  return (data: unknown): unknown => {
    if (isPaged(data)) return { ...data, pages: data.pages.map(listed) }
    if (isListed(data)) return listed(data)
    return isIssue(data) ? one(data) : data
  }
}
