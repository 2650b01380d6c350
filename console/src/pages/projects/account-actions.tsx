// Disables or deletes a member's account. The service decides who may.
import { ActionIcon, Menu, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { api } from '../../api.ts'
import { Confirm } from '../../components/forms/confirm.tsx'
import { sayDone, sayFailed } from '../../components/notices.tsx'
import { IconDots } from '../../icons/tabler.ts'
import { useChange } from '../../queries.ts'
import { useMay } from '../../session/project.ts'
import type { MemberRow } from './member-row.ts'

export function AccountActions({ member }: { member: MemberRow }) {
  const { account_id, name, self, disabled } = member
  const [deleting, { open, close }] = useDisclosure(false)
  const mayAct = useMay('owner')
  const path = `/api/accounts/${account_id}` as const
  const toggle = useChange((_: undefined) => api.patch(path, { disabled: !disabled }), {
    onDone: () => sayDone(disabled ? `Enabled ${name}’s account.` : `Disabled ${name}’s account.`),
  })
  const remove = useChange((_: undefined) => api.delete(path), {
    onDone: () => {
      close()
      sayDone(`Deleted ${name}’s account.`)
    },
  })
  if (!mayAct || self) return null
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`${name}’s account`}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => toggle.mutate(undefined, { onError: sayFailed })}>
            {disabled ? 'Enable account' : 'Disable account'}
          </Menu.Item>
          <Menu.Item color="red" onClick={open}>
            Delete account…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Confirm
        opened={deleting}
        onClose={close}
        title={`Delete ${name}’s account?`}
        action="Delete account"
        onConfirm={() => remove.mutate(undefined)}
        busy={remove.isPending}
        error={remove.error}
      >
        <Text size="sm">
          They’ll be signed out of every project immediately, and their access tokens and connected apps will
          stop working. The audit log keeps what they did. This can’t be undone.
        </Text>
      </Confirm>
    </>
  )
}
