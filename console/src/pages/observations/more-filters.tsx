// The rarer filters: issue, user, conversation, source.
import { Button, Popover, Select, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type FormEvent, useState } from 'react'
import { SOURCES } from '../../../../src/contract/labels.ts'
import { LIMITS } from '../../../../src/contract/limits.ts'
import { IssuePicker } from '../../components/issues/issue-picker.tsx'
import { FilterButton } from '../../components/lists/filter-menu.tsx'
import { SOURCE_NAMES } from '../../components/observations/source-names.ts'
import { UserIdField } from '../../components/users/user-id-field.tsx'
import { useFilters } from '../../filters.ts'

export function MoreFilters() {
  const [filters, change] = useFilters()
  const [opened, { close, toggle }] = useDisclosure(false)
  const [picking, picker] = useDisclosure(false)
  const { issue, user_id, interaction_id, source } = filters
  const isSet = [issue, user_id, interaction_id, source].some((value) => value !== undefined)
  const pickIssue = () => {
    close()
    picker.open()
  }
  return (
    <>
      <Popover opened={opened} onDismiss={close} position="bottom-end" width={300} trapFocus>
        <Popover.Target>
          <FilterButton label="More" isSet={isSet} onClick={toggle} />
        </Popover.Target>
        <Popover.Dropdown aria-label="More filters">
          <MoreForm onPickIssue={pickIssue} onDone={close} />
        </Popover.Dropdown>
      </Popover>
      <IssuePicker
        opened={picking}
        onClose={picker.close}
        title="Show observations in an issue"
        onPick={({ id }) => {
          change({ issue: id })
          picker.close()
        }}
      />
    </>
  )
}

function MoreForm({ onPickIssue, onDone }: { onPickIssue: () => void; onDone: () => void }) {
  const [filters, change] = useFilters()
  const [user_id, setUser] = useState(filters.user_id ?? '')
  const [interaction_id, setInteraction] = useState(filters.interaction_id ?? '')
  const [source, setSource] = useState(filters.source ?? null)
  const apply = (event: FormEvent) => {
    event.preventDefault()
    change({ user_id, interaction_id, source: source ?? undefined })
    onDone()
  }
  return (
    <form onSubmit={apply}>
      <Stack gap="sm">
        <UserIdField
          value={user_id}
          onChange={setUser}
          data-autofocus
          comboboxProps={{ withinPortal: false }}
        />
        <TextInput
          label="Conversation ID"
          maxLength={LIMITS.interactionIdLength}
          value={interaction_id}
          onChange={(event) => setInteraction(event.currentTarget.value)}
        />
        <Select
          label="Source"
          placeholder="Any"
          clearable
          data={SOURCES.map((value) => ({ value, label: SOURCE_NAMES[value] }))}
          value={source}
          onChange={setSource}
          comboboxProps={{ withinPortal: false }}
        />
        <Button type="submit">Apply</Button>
        <Button variant="default" onClick={onPickIssue}>
          Choose an issue…
        </Button>
      </Stack>
    </form>
  )
}
