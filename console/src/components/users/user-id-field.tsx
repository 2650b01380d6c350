// A user id: searched by any part, or typed in full for users without observations.
import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import { useDebouncedValue, useDisclosure } from '@mantine/hooks'
import { LIMITS } from '../../../../src/contract/limits.ts'
import { useResource } from '../../queries.ts'

type UserIdFieldProps = Pick<AutocompleteProps, 'flex' | 'comboboxProps'> & {
  value: string
  onChange: (userId: string) => void
  'data-autofocus'?: boolean
}

const OFFERED = 8
const PAUSE_MS = 200

export function UserIdField({ value, ...others }: UserIdFieldProps) {
  const [typed] = useDebouncedValue(value.trim(), PAUSE_MS)
  const [opened, { open, close }] = useDisclosure(false)
  const found = useResource(['users'], { q: typed, limit: OFFERED }, { enabled: typed !== '' && opened })
  const users = typed === '' ? [] : (found.data?.items ?? [])
  return (
    <Autocomplete
      {...others}
      label="User ID"
      description="Type any part to find one, or enter it in full."
      maxLength={LIMITS.userIdLength}
      value={value}
      data={users.map(({ user_id }) => user_id)}
      filter={({ options }) => options} // the server has matched them
      dropdownOpened={opened}
      onDropdownOpen={open}
      onDropdownClose={close}
      onKeyDown={({ key }) => key === 'Enter' && close()}
    />
  )
}
