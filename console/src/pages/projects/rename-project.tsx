// The name that the team sees.
import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { LIMITS } from '../../../../src/contract/limits.ts'
import { api, projectPath } from '../../api.ts'
import { sayUndoable } from '../../components/notices.tsx'
import { Panel } from '../../components/panel.tsx'
import { useChange } from '../../queries.ts'
import { useSessionRefresh } from '../../session/session.ts'

export function RenameProject({ name: saved }: { name: string }) {
  const [name, setName] = useState(saved)
  const refreshSession = useSessionRefresh()
  const rename = useChange((to: string, projectId) => api.patch(projectPath(projectId), { name: to }), {
    onDone: () => void refreshSession(),
  })
  const wanted = name.trim()
  const submit = () =>
    rename.mutate(wanted, {
      onSuccess: () => sayUndoable(`Renamed the project to ${wanted}.`, () => rename.mutate(saved)),
    })
  return (
    <Panel title="Name" about="The product your agents talk about.">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Group align="flex-start">
          <TextInput
            aria-label="Name"
            required
            flex="1 1 220px"
            maxLength={LIMITS.nameLength}
            value={name}
            error={rename.error?.message}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button
            type="submit"
            variant="default"
            loading={rename.isPending}
            disabled={wanted === '' || wanted === saved}
          >
            Rename
          </Button>
        </Group>
      </form>
    </Panel>
  )
}
