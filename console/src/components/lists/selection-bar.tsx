// Actions for the selected rows: floats above the end of the list, so that nothing moves.
import { ActionIcon, Button, Group, Paper, Text, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatNumber, plural } from '../../format.ts'
import { IconX } from '../../icons/tabler.ts'
import classes from './selection-bar.module.css'

type SelectionBarProps = {
  count: number
  unit: string
  onClear: () => void
  /** The total, and how to select the rows that are not loaded yet. */
  rest?: { total: number; onSelect: () => void; busy: boolean } | undefined
  children: ReactNode
}

export function SelectionBar({ count, unit, onClear, rest, children }: SelectionBarProps) {
  if (count === 0) return null
  return (
    <Paper
      className={classes.bar}
      role="toolbar"
      aria-label={`Actions for ${plural(count, `selected ${unit}`)}`}
      shadow="lg"
      withBorder
    >
      <Text size="sm" fw={560} className={classes.count} aria-live="polite">
        {plural(count, unit)} selected
      </Text>
      {rest && rest.total > count && (
        <Button size="compact-sm" variant="subtle" loading={rest.busy} onClick={rest.onSelect}>
          Select all {formatNumber(rest.total)}
        </Button>
      )}
      <Group gap={6} className={classes.actions}>
        {children}
        <Tooltip label="Clear selection (Esc)">
          <ActionIcon variant="subtle" color="gray" onClick={onClear} aria-label="Clear selection">
            <IconX size={16} />
          </ActionIcon>
        </Tooltip>
      </Group>
    </Paper>
  )
}
