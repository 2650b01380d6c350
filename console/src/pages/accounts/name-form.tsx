// How one's name reads to the team.
import { Button, Group, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { LIMITS } from '../../../../src/contract/limits.ts'
import { api } from '../../api.ts'
import { sayDone } from '../../components/notices.tsx'
import { useSessionRefresh } from '../../session/session.ts'

export function NameForm({ name: saved }: { name: string }) {
  const [name, setName] = useState(saved)
  const refreshSession = useSessionRefresh()
  const save = useMutation({
    mutationFn: () => api.post('/api/auth/update-user', { name: name.trim() }),
    onSuccess: async () => {
      await refreshSession()
      sayDone('Name saved.')
    },
  })
  const unchanged = name.trim() === saved || name.trim() === ''
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <Group align="flex-start">
        <TextInput
          aria-label="Name"
          autoComplete="name"
          required
          flex="1 1 220px"
          maxLength={LIMITS.nameLength}
          value={name}
          error={save.error?.message}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={save.isPending} disabled={unchanged}>
          Save
        </Button>
      </Group>
    </form>
  )
}
