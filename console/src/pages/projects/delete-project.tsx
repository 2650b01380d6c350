// Deletes a project after a confirmation, because it cannot be undone.
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, projectPath } from '../../api.ts'
import { Confirm } from '../../components/forms/confirm.tsx'
import { sayDone } from '../../components/notices.tsx'
import { Panel } from '../../components/panel.tsx'
import { useChange } from '../../queries.ts'
import { useSessionRefresh } from '../../session/session.ts'

export function DeleteProject({ name }: { name: string }) {
  const [asking, { open, close }] = useDisclosure(false)
  const [typed, setTyped] = useState('')
  const navigate = useNavigate()
  const refreshSession = useSessionRefresh()
  const remove = useChange((_: undefined, projectId) => api.delete(projectPath(projectId), { name: typed }), {
    refreshes: false,
    onDone: async () => {
      await refreshSession()
      sayDone(`Deleted ${name}.`)
      void navigate({ to: '/', replace: true })
    },
  })
  return (
    <Panel title="Danger zone">
      <Group justify="space-between" gap="sm">
        <Text size="sm" flex="1 1 240px">
          Deleting a project permanently deletes its observations, issues, studies, answers, keys, and
          members.
        </Text>
        <Button color="red" variant="light" onClick={open}>
          Delete project
        </Button>
      </Group>
      <Confirm
        opened={asking}
        onClose={close}
        title={`Delete “${name}”?`}
        action="Delete permanently"
        onConfirm={() => remove.mutate(undefined)}
        busy={remove.isPending}
        error={remove.error}
        disabled={typed !== name}
      >
        <Text size="sm">
          Agents lose access immediately, and all of the project’s data is deleted. This can’t be undone, so
          consider exporting it first.
        </Text>
        <TextInput
          label={`Type “${name}” to confirm`}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </Confirm>
    </Panel>
  )
}
