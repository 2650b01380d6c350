// The filters of the inbox that are set, in words.
import type { FilterChip } from '../../../components/lists/filter-chips.tsx'
import { useTags } from '../../../components/tags/tag-list.ts'
import { useFilters } from '../../../filters.ts'
import { formatDate } from '../../../format.ts'

export function useIssueChips(): FilterChip[] {
  const [filters, change] = useFilters()
  const tags = useTags()
  const chip = (name: string, key: string, value: string | undefined): FilterChip[] =>
    value === undefined ? [] : [{ name, value, onRemove: () => change({ [key]: undefined }) }]
  const tag = tags.items.find(({ id }) => id === filters.tag)?.label
  return [
    ...chip('Kind', 'kind', filters.kind?.replaceAll(',', ', ')),
    ...chip('Severity', 'severity', filters.severity?.replaceAll(',', ', ')),
    ...chip('Tag', 'tag', filters.tag && (tag ?? '…')),
    ...chip('Regressed', 'regressed', filters.regressed && 'yes'),
    ...chip('New since', 'new_since', filters.new_since && formatDate(filters.new_since)),
  ]
}
