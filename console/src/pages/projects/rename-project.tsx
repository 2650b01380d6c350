// The name that the team sees.
import { useState } from 'react'
import { LIMITS } from '../../../../src/contract/limits.ts'
import { api, projectPath } from '../../api.ts'
import { LineForm } from '../../components/forms/line-form.tsx'
import { sayFailed, sayUndoable } from '../../components/notices.tsx'
import { Panel } from '../../components/panel.tsx'
import { isConflict, useChange } from '../../queries.ts'
import { useSessionRefresh } from '../../session/session.ts'

export function RenameProject({ name: saved }: { name: string }) {
  const [name, setName] = useState(saved)
  const refreshSession = useSessionRefresh()
  const rename = useChange(
    ({ from, to }: { from: string | undefined; to: string }, projectId) =>
      api.patch(projectPath(projectId), { name: to, expected_name: from }),
    { onDone: () => void refreshSession() },
  )
  const wanted = name.trim()
  const undo = () => rename.mutate({ from: wanted, to: saved }, { onError: sayFailed })
  const save = () => {
    // Who was told that it has another name by now, and saves once more, means it.
    const from = rename.error && isConflict(rename.error) ? undefined : saved
    rename.mutate(
      { from, to: wanted },
      { onSuccess: () => sayUndoable(`Renamed the project to ${wanted}.`, undo) },
    )
  }
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
