// Replaces a key without interrupting agents: the old one works for some time beside the new one.
import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import type { ApiKey } from '../../../../../src/contract/projects/keys.ts'
import { api, projectPath } from '../../../api.ts'
import { FormError } from '../../../components/forms/form-error.tsx'
import { SecretShown } from '../../../components/projects/new-secret.tsx'
import { useChange } from '../../../queries.ts'
import { stateOfKey } from './key-state.tsx'

/** Hours during which both keys work. */
const OVERLAPS = [
  { value: '1', label: '1 hour' },
  { value: '24', label: '1 day' },
  { value: '168', label: '7 days' },
  { value: '0', label: 'Don’t keep it (revoke now)' },
]

export function RotateKey({ apiKey }: { apiKey: ApiKey }) {
  const [opened, { open, close }] = useDisclosure(false)
  const { id, name } = apiKey
  const rotate = useChange((overlap_hours: number, projectId) =>
    api.post(projectPath(projectId, 'keys', id, 'rotate'), { overlap_hours }),
  )
  const [secret, setSecret] = useState<string | null>(null)
  const finish = () => {
    close()
    setSecret(null)
  }
  // The key is replaced as soon as the new one exists, but the dialog stays open until it is closed.
  if (stateOfKey(apiKey) !== 'active' && secret === null) return null
  return (
    <>
      {secret === null && (
        <Button variant="subtle" size="compact-sm" onClick={open} aria-label={`Rotate ${name}`}>
          Rotate
        </Button>
      )}
      <Modal
        opened={opened}
        onClose={finish}
        title={secret === null ? `Rotate “${name}”` : 'Your new API key'}
        size="lg"
        closeOnClickOutside={secret === null}
        closeOnEscape={secret === null}
        withCloseButton={secret === null}
      >
        {secret === null ? (
          <RotateForm
            busy={rotate.isPending}
            error={rotate.error}
            onRotate={(hours) => rotate.mutate(hours, { onSuccess: ({ key }) => setSecret(key) })}
          />
        ) : (
          <SecretShown noun="API key" secret={secret} onClose={finish}>
            <Text size="sm">
              Give it to the agents that use “<bdi>{name}</bdi>”. When the old key’s “Last used” stops
              changing, they’ve all switched.
            </Text>
          </SecretShown>
        )}
      </Modal>
    </>
  )
}

type RotateFormProps = { busy: boolean; error: Error | null; onRotate: (overlapHours: number) => void }

function RotateForm({ busy, error, onRotate }: RotateFormProps) {
  const [overlap, setOverlap] = useState('24')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onRotate(Number(overlap))
      }}
    >
      <Stack>
        <FormError error={error && new Error(error.message)} />
        <Text size="sm">
          Creates a new key with the same name. Both keys work during the overlap, so you can update your
          agents one at a time.
        </Text>
        <Select
          label="Keep the old key working for"
          allowDeselect={false}
          data={OVERLAPS}
          value={overlap}
          onChange={(value) => setOverlap(value ?? '24')}
          comboboxProps={{ withinPortal: true }}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={busy}>
            Rotate key
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
