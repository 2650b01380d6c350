// A row with a checkbox.
import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './selectable.module.css'

type SelectableProps = {
  title: string
  selected: boolean
  /** Undefined when rows cannot be selected. */
  onSelect: ((range: boolean) => void) | undefined
  children: ReactNode
}

export function Selectable({ title, selected, onSelect, children }: SelectableProps) {
  if (!onSelect) return children
  return (
    <div className={classes.selectable} data-selected={selected || undefined}>
      <Checkbox
        size="xs"
        className={classes.box}
        checked={selected}
        onChange={(event) => onSelect((event.nativeEvent as MouseEvent).shiftKey)}
        aria-label={`Select ${title}`}
      />
      <div className={classes.row}>{children}</div>
    </div>
  )
}
