// Revokes a key, which cannot be undone, and shows its purpose and whether it is in use.
import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ApiKey } from '../../../../../src/contract/projects/keys.ts'
import { api, projectPath } from '../../../api.ts'
import { Confirm } from '../../../components/forms/confirm.tsx'
import { sayDone } from '../../../components/notices.tsx'
import { formatAgo, formatDateTime } from '../../../format.ts'
import { useChange } from '../../../queries.ts'
import { isWorking } from './key-state.tsx'

export function RevokeKey({ apiKey }: { apiKey: ApiKey }) {
  const [asking, { open, close }] = useDisclosure(false)
  const { id, name, last_used_at } = apiKey
  const revoke = useChange((_: undefined, projectId) => api.delete(projectPath(projectId, 'keys', id)), {
    onDone: () => {
      close()
      sayDone(`Revoked the key “${name}”.`)
    },
  })
  if (!isWorking(apiKey)) return null
  return (
    <>
      <Button variant="subtle" color="red" size="compact-sm" onClick={open} aria-label={`Revoke ${name}`}>
        Revoke
      </Button>
      <Confirm
        opened={asking}
        onClose={close}
        title={`Revoke “${name}”?`}
        action="Revoke key"
        onConfirm={() => revoke.mutate(undefined)}
        busy={revoke.isPending}
        error={revoke.error}
      >
        <Text size="sm" dir="auto" className="fn-break">
          {last_used_at
            ? `It was last used ${formatAgo(last_used_at)} (${formatDateTime(last_used_at)}).`
            : 'It has never been used.'}{' '}
          Agents that use it will lose access immediately. This can’t be undone. To reconnect them, create a
          new key.
        </Text>
      </Confirm>
    </>
  )
}
