// The active filters, each with a button to remove it.
import { Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { IconX } from '../../icons/tabler.ts'
import classes from './filter-chips.module.css'

export type FilterChip = { name: string; value: string; onRemove: () => void }

export function FilterChips({ chips, onClear }: { chips: FilterChip[]; onClear: () => void }) {
  if (chips.length === 0) return null
  return (
    <Group gap={6} role="group" aria-label="Active filters">
      {chips.map(({ name, value, onRemove }) => (
        <button key={name} type="button" className={classes.chip} onClick={onRemove}>
          <VisuallyHidden>Remove filter </VisuallyHidden>
          <span className={classes.name}>{name}</span>{' '}
          <Text span size="xs" truncate>
            {value}
          </Text>
          <IconX size={13} aria-hidden />
        </button>
      ))}
      <Button variant="subtle" color="gray" size="compact-xs" onClick={onClear}>
        Clear all
      </Button>
    </Group>
  )
}
