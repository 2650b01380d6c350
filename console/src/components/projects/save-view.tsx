// Saves the current filters under a name.
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ViewPage } from '../../../../src/contract/labels.ts'
import { LIMITS } from '../../../../src/contract/limits.ts'
import { ApiError, api, projectPath } from '../../api.ts'
import { useChange } from '../../queries.ts'
import { sayDone } from '../notices.tsx'

type SaveViewProps = { opened: boolean; onClose: () => void; page: ViewPage; query: string }

export function SaveView({ opened, onClose, ...view }: SaveViewProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Save this view">
      <SaveViewForm {...view} onClose={onClose} />
    </Modal>
  )
}

function SaveViewForm({ page, query, onClose }: Omit<SaveViewProps, 'opened'>) {
  const [name, setName] = useState('')
  const save = useChange(
    (name: string, projectId) => api.post(projectPath(projectId, 'views'), { page, name, query }),
    {
      onDone: ({ name }) => {
        sayDone(`Saved “${name}”.`)
        onClose()
      },
    },
  )
  const error = save.error instanceof ApiError ? (save.error.fields.name ?? save.error.message) : null
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(name.trim())
      }}
    >
      <Stack>
        <TextInput
          label="Name"
          placeholder="Angry about exports"
          data-autofocus
          required
          maxLength={LIMITS.viewNameLength}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={error}
        />
        <Text size="sm" c="dimmed">
          Everyone in this project will see it under Views.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={name.trim() === ''} loading={save.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
