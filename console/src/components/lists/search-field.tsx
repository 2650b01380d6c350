// Searches while typing, with a delay. "/" focuses the field.
import { CloseButton, Kbd, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { IconSearch } from '../../icons/tabler.ts'
import { usePageKeys } from './list-keys.ts'

type SearchFieldProps = {
  value: string
  onChange: (value: string) => void
  label: string
  placeholder?: string
}

export function SearchField({ value, onChange, label, placeholder = label }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const settle = useDebouncedCallback(onChange, 250)
  useEffect(() => setText(value), [value])
  const focus = () => input.current?.focus()
  usePageKeys([
    ['/', focus],
    ['shift+/', focus], // for keyboards with the slash above a digit
  ])
  const change = (next: string) => {
    setText(next)
    settle(next)
  }
  return (
    <TextInput
      ref={input}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={16} />}
      rightSection={
        text === '' ? (
          <Kbd size="xs" visibleFrom="sm">
            /
          </Kbd>
        ) : (
          <CloseButton size="sm" aria-label="Clear search" onClick={() => change('')} />
        )
      }
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Escape' && input.current?.blur()}
      flex="1 1 240px"
    />
  )
}
