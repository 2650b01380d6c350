// The name that the team sees.
import { useState } from 'react'
import { LIMITS } from '../../../../src/contract/limits.ts'
import { api, projectPath } from '../../api.ts'
import { LineForm } from '../../components/forms/line-form.tsx'
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
  const save = () =>
    rename.mutate(wanted, {
      onSuccess: () => sayUndoable(`Renamed the project to ${wanted}.`, () => rename.mutate(saved)),
    })
  return (
    <Panel title="Name" about="The product your agents talk about.">
      <LineForm
        label="Name"
        required
        maxLength={LIMITS.nameLength}
        value={name}
        onChange={setName}
        onSave={save}
        saving={rename}
        idle={wanted === '' || wanted === saved}
        button="Rename"
      />
    </Panel>
  )
}
