// Revokes an access token, which cannot be undone.
import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AccessToken } from '../../../../src/contract/accounts/accounts.ts'
import { api } from '../../api.ts'
import { Confirm } from '../../components/forms/confirm.tsx'
import { sayDone } from '../../components/notices.tsx'
import { hasEnded } from '../../components/projects/expiry-text.tsx'
import { formatAgo } from '../../format.ts'

export function RevokeToken({ token }: { token: AccessToken }) {
  const [asking, { open, close }] = useDisclosure(false)
  const client = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => api.delete(`/api/tokens/${token.id}`),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['tokens'] })
      sayDone(`Revoked the token “${token.name}”.`)
    },
  })
  const ended = hasEnded(token.expires_at)
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        onClick={ended ? () => revoke.mutate() : open}
        aria-label={`${ended ? 'Remove' : 'Revoke'} ${token.name}`}
      >
        {ended ? 'Remove' : 'Revoke'}
      </Button>
      <Confirm
        opened={asking}
        onClose={close}
        title={`Revoke “${token.name}”?`}
        action="Revoke token"
        onConfirm={() => revoke.mutate()}
        busy={revoke.isPending}
        error={revoke.error}
      >
        <Text size="sm">
          {token.last_used_at
            ? `It was last used ${formatAgo(token.last_used_at)}. `
            : 'It has never been used. '}
          Scripts that use it will stop working immediately. This can’t be undone.
        </Text>
      </Confirm>
    </>
  )
}
