// Whose issues are listed: mine, nobody's, or those of a member. A team of one has no use for it.
import { Select } from '@mantine/core'
import { useFilters } from '../../../filters.ts'
import { useAssignees } from './members.ts'

const OWN = [
  { value: 'me', label: 'Assigned to me' },
  { value: 'none', label: 'Unassigned' },
]

export function AssigneeFilter({ className }: { className?: string }) {
  const [{ assigned, assignee }, change] = useFilters()
  const { people, self } = useAssignees()
  const chosen = assigned ?? assignee ?? null
  if (people.length < 2 && chosen === null) return null
  const others = people.filter(({ account_id }) => account_id !== self)
  const choose = (value: string | null) => {
    const own = OWN.some((choice) => choice.value === value)
    change({
      assigned: own ? (value ?? undefined) : undefined,
      assignee: own ? undefined : (value ?? undefined),
    })
  }
  return (
    <Select
      aria-label="Assignee"
      placeholder="Anyone"
      data={[...OWN, ...others.map(({ account_id, name }) => ({ value: account_id, label: name }))]}
      value={chosen}
      onChange={choose}
      clearable
      searchable
      nothingFoundMessage="No matching members"
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      className={className}
    />
  )
}
