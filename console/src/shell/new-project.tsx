// Creates a project, empty or from another instance's archive, and opens it.
import { Button, FileButton, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { LIMITS } from '../../../src/contract/limits.ts'
import type { Project } from '../../../src/contract/projects/projects.ts'
import { api } from '../api.ts'
import { FormError } from '../components/forms/form-error.tsx'
import { useSessionRefresh } from '../session/session.ts'

export function NewProject({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="New project">
      <NewProjectForm onDone={onClose} />
    </Modal>
  )
}

function NewProjectForm({ onDone = () => {} }: { onDone?: () => void }) {
  const [name, setName] = useState('')
  const chooseAgain = useRef<() => void>(null)
  const navigate = useNavigate()
  const refreshSession = useSessionRefresh()
  const enter = async ({ id }: Project) => {
    await refreshSession()
    onDone()
    void navigate({ to: '/p/$projectId', params: { projectId: id } })
  }
  const create = useMutation({
    mutationFn: () => api.post('/api/projects', { name: name.trim() }),
    onSuccess: enter,
  })
  const bring = useMutation({
    mutationFn: (file: File) =>
      api.post('/api/projects/import', file.slice(0, file.size, 'application/gzip')),
    onSuccess: enter,
    onError: () => chooseAgain.current?.(), // the same file may work when the cause is fixed
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        create.mutate()
      }}
    >
      <Stack>
        <TextInput
          label="Name"
          description="The product your agents talk about."
          required
          data-autofocus
          maxLength={LIMITS.nameLength}
          value={name}
          error={create.error?.message}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <FormError error={bring.error && new Error(bring.error.message)} />
        <Group justify="space-between">
          <FileButton
            resetRef={chooseAgain}
            onChange={(file) => file && bring.mutate(file)}
            accept=".gz,application/gzip"
          >
            {(props) => (
              <Button {...props} variant="subtle" px="xs" loading={bring.isPending}>
                Import an archive
              </Button>
            )}
          </FileButton>
          <Button type="submit" loading={create.isPending} disabled={name.trim() === ''}>
            Create project
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
