// The inbox's active filters in words.
import type { FilterChip } from '../../../components/lists/filter-chips.tsx'
import { useTags } from '../../../components/tags/tag-list.ts'
import { useFilters } from '../../../filters.ts'
import { formatDate } from '../../../format.ts'
import { OWN_CHOICES } from '../ownership/assignee-filter.tsx'
import { useAssignees } from '../ownership/members.ts'

export function useIssueChips(): FilterChip[] {
  const [filters, change] = useFilters()
  const tags = useTags()
  const { people } = useAssignees()
  const chip = (name: string, key: string, value: string | undefined): FilterChip[] =>
    value === undefined ? [] : [{ name, value, onRemove: () => change({ [key]: undefined }) }]
  const tag = tags.items.find(({ id }) => id === filters.tag)?.label
  const own = OWN_CHOICES.find(({ value }) => value === filters.assigned)?.label.toLowerCase()
  const assignee = people.find(({ account_id }) => account_id === filters.assignee)?.name
  return [
    ...chip('Issues', 'assigned', own),
    ...chip('Assignee', 'assignee', filters.assignee && (assignee ?? '…')),
    ...chip('Kind', 'kind', filters.kind?.replaceAll(',', ', ')),
    ...chip('Severity', 'severity', filters.severity?.replaceAll(',', ', ')),
    ...chip('Tag', 'tag', filters.tag && (tag ?? '…')),
    ...chip('Regressed', 'regressed', filters.regressed && 'yes'),
    ...chip('New since', 'new_since', filters.new_since && formatDate(filters.new_since)),
  ]
}
