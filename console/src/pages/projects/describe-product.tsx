// The product description that agents read.
import { useState } from 'react'
import { LIMITS } from '../../../../src/contract/limits.ts'
import { api, projectPath } from '../../api.ts'
import { LineForm } from '../../components/forms/line-form.tsx'
import { sayFailed, sayUndoable } from '../../components/notices.tsx'
import { Panel } from '../../components/panel.tsx'
import { useChange } from '../../queries.ts'

export function DescribeProduct({ about: saved }: { about: string | null }) {
  const [about, setAbout] = useState(saved ?? '')
  const describe = useChange((to: string | null, projectId) =>
    api.patch(projectPath(projectId), { about: to }),
  )
  const wanted = about.trim() || null
  const save = () =>
    describe.mutate(wanted, {
      onSuccess: () =>
        sayUndoable('Saved the description.', () => describe.mutate(saved, { onError: sayFailed })),
    })
  return (
    <Panel title="Product" about="One line about the product. Agents read it with the name.">
      <LineForm
        label="About the product"
        placeholder="An invoicing app for freelancers and small businesses"
        maxLength={LIMITS.aboutLength}
        value={about}
        onChange={setAbout}
        onSave={save}
        saving={describe}
        idle={wanted === saved}
      />
    </Panel>
  )
}
