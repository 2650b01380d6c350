// Filters by assignee: me, nobody, or a member. Hidden in a team of one.
import { FilterMenu } from '../../../components/lists/filter-menu.tsx'
import { useFilters } from '../../../filters.ts'
import { useAssignees } from './members.ts'

export const OWN_CHOICES = [
  { value: 'me', label: 'Assigned to me' },
  { value: 'none', label: 'Unassigned' },
]

export function AssigneeFilter() {
  const [{ assigned, assignee }, change] = useFilters()
  const { people, self } = useAssignees()
  const chosen = assigned ?? assignee
  if (people.length < 2 && chosen === undefined) return null
  const others = people.filter(({ account_id }) => account_id !== self)
  const choose = (value: string | undefined) => {
    const isOwn = OWN_CHOICES.some((choice) => choice.value === value)
    change({ assigned: isOwn ? value : undefined, assignee: isOwn ? undefined : value })
  }
  return (
    <FilterMenu
      label="Assignee"
      options={[
        ...OWN_CHOICES,
        ...others.map(({ account_id, name }) => ({ value: account_id, label: name })),
      ]}
      chosen={chosen === undefined ? [] : [chosen]}
      onChange={([value]) => choose(value)}
    />
  )
}
