// A filter with a few values to choose from; choosing the one that is set takes it away.
import { Button, Menu, ScrollArea } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'

export type FilterOption = { value: string; label: string; mark?: ReactNode }

type FilterMenuProps = {
  label: string
  options: FilterOption[]
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** Said instead of an empty list. */
  none?: string
}

/** More than this are searched rather than read. */
const FEW = 10

export function FilterMenu({ label, options, value, onChange, none = 'None' }: FilterMenuProps) {
  const [text, setText] = useState('')
  const found = options.filter((option) => option.label.toLowerCase().includes(text.trim().toLowerCase()))
  return (
    <Menu position="bottom-start" width={230}>
      <Menu.Target>
        <FilterButton label={label} isSet={value !== undefined} />
      </Menu.Target>
      <Menu.Dropdown>
        {options.length > FEW && (
          <Menu.Search
            placeholder={`Search ${label.toLowerCase()}`}
            aria-label={`Search ${label.toLowerCase()}`}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        <ScrollArea.Autosize mah={320} type="auto">
          <Menu.RadioGroup
            value={value ?? null}
            onChange={(chosen) => onChange(chosen === value ? undefined : chosen)}
          >
            {found.map((option) => (
              <Menu.RadioItem
                key={option.value}
                value={option.value}
                closeMenuOnClick
                rightSection={option.mark}
              >
                {option.label}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          {found.length === 0 && <Menu.Label>{options.length === 0 ? none : 'No match'}</Menu.Label>}
        </ScrollArea.Autosize>
      </Menu.Dropdown>
    </Menu>
  )
}

/** What opens a filter; looks chosen when the filter is set. */
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
      fw={500}
      rightSection={<IconChevronDown size={14} />}
    >
      {label}
    </Button>
  )
}
