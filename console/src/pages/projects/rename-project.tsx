// Changes the project's name.
import { useState } from 'react'
import { LIMITS } from '../../../../src/contract/limits.ts'
import { api, projectPath } from '../../api.ts'
import { LineForm } from '../../components/forms/line-form.tsx'
import { sayDone, sayFailed, sayUndoable } from '../../components/notices.tsx'
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
  /** After a conflict was shown, saving again overwrites the other name. */
  const [expected, setExpected] = useState<string | undefined>(saved)
  const wanted = name.trim()
  const tell = () => {
    const done = `Renamed the project to ${wanted}.`
    if (expected === undefined) return sayDone(done) // the name in between is unknown here, so undo is not offered
    sayUndoable(done, () => rename.mutate({ from: wanted, to: expected }, { onError: sayFailed }))
  }
  const save = () =>
    rename.mutate(
      { from: expected, to: wanted },
      { onSuccess: tell, onError: (error) => isConflict(error) && setExpected(undefined) },
    )
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
