// A filter with one or several of a few values; choosing an active value removes it.
import { Box, Button, Menu } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { bestMatches } from '../../../../src/contract/matching.ts'
import { IconChevronDown } from '../../icons/tabler.ts'
import classes from './filter-menu.module.css'

type FilterOption = { value: string; label: string; mark?: ReactNode }

type FilterMenuProps = {
  label: string
  options: FilterOption[]
  chosen: string[]
  onChange: (chosen: string[]) => void
  several?: boolean
  /** Shown instead of an empty list. */
  none?: string
}

/** Longer lists get a search field. */
const FEW = 10

export function FilterMenu(props: FilterMenuProps) {
  const { label, options, chosen, onChange, several = false, none = 'None' } = props
  const [text, setText] = useState('')
  const found = bestMatches(text, options, (option) => [option.label])
  const toggled = (value: string): string[] => {
    if (chosen.includes(value)) return chosen.filter((other) => other !== value)
    return several ? [...chosen, value] : [value]
  }
  return (
    <Menu position="bottom-start" width={230}>
      <Menu.Target>
        <FilterButton label={label} isSet={chosen.length > 0} />
      </Menu.Target>
      <Menu.Dropdown>
        {options.length > FEW && (
          <Menu.Search
            placeholder="Search…"
            aria-label={`Search ${label.toLowerCase()}`}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        <Box mah={320} style={{ overflowY: 'auto' }}>
          {found.map(({ value, label, mark }) => (
            <Menu.CheckboxItem
              key={value}
              checked={chosen.includes(value)}
              onChange={() => onChange(toggled(value))}
              closeMenuOnClick={!several}
              rightSection={mark}
            >
              {label}
            </Menu.CheckboxItem>
          ))}
          {found.length === 0 && <Menu.Label>{options.length === 0 ? none : 'No matches'}</Menu.Label>}
        </Box>
      </Menu.Dropdown>
    </Menu>
  )
}

/** A filter that is on or off. */
export function FilterToggle(props: { label: string; isSet: boolean; onChange: (on: boolean) => void }) {
  const { label, isSet, onChange } = props
  return (
    <Button
      variant={isSet ? 'light' : 'default'}
      color={isSet ? 'moss' : 'gray'}
      px={11}
      fw={500}
      aria-pressed={isSet}
      onClick={() => onChange(!isSet)}
    >
      {label}
    </Button>
  )
}

/** Opens a filter; highlighted while the filter is active. */
export function FilterButton({
  label,
  isSet,
  ...rest
}: { label: string; isSet: boolean } & React.ComponentProps<'button'>) {
  return (
    <Button
      {...rest}
      variant={isSet ? 'light' : 'default'}
      color={isSet ? 'moss' : 'gray'}
      px={11}
      classNames={{ section: classes.chevron }}
      fw={500}
      rightSection={<IconChevronDown size={14} />}
    >
      {label}
    </Button>
  )
}
