// Deletes the signed-in account.
import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import type { Account } from '../../../../src/contract/accounts/accounts.ts'
import { api } from '../../api.ts'
import { Confirm } from '../../components/forms/confirm.tsx'
import { Panel } from '../../components/panel.tsx'

export function DeleteOwnAccount({ account: { id } }: { account: Account }) {
  const [asking, { open, close }] = useDisclosure(false)
  const remove = useMutation({
    mutationFn: () => api.delete(`/api/accounts/${id}`),
    // A full page load, so that nothing of the account stays in memory.
    onSuccess: () => window.location.assign('/sign-in'),
  })
  return (
    <Panel
      title="Delete account"
      about="You’ll leave every project. If you’re the only owner of one, make someone else an owner first."
    >
      <Button variant="default" c="red" onClick={open}>
        Delete account
      </Button>
      <Confirm
        opened={asking}
        onClose={close}
        title="Delete your account?"
        action="Delete account"
        onConfirm={() => remove.mutate()}
        busy={remove.isPending}
        error={remove.error}
      >
        <Text size="sm">
          You’ll be signed out immediately, and your access tokens and connected apps will stop working. What
          you did stays in the audit log. This can’t be undone.
        </Text>
      </Confirm>
    </Panel>
  )
}
