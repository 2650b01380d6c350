// The line about the product that agents read.
import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { LIMITS } from '../../../../src/contract/limits.ts'
import { api, projectPath } from '../../api.ts'
import { sayUndoable } from '../../components/notices.tsx'
import { Panel } from '../../components/panel.tsx'
import { useChange } from '../../queries.ts'

export function DescribeProduct({ about: saved }: { about: string | null }) {
  const [about, setAbout] = useState(saved ?? '')
  const describe = useChange((to: string | null, projectId) =>
    api.patch(projectPath(projectId), { about: to }),
  )
  const wanted = about.trim() || null
  const submit = () =>
    describe.mutate(wanted, {
      onSuccess: () => sayUndoable('Saved the description.', () => describe.mutate(saved)),
    })
  return (
    <Panel title="Product" about="One line about the product. Agents read it with the name.">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Group align="flex-start">
          <TextInput
            aria-label="About the product"
            placeholder="An invoicing app for freelancers and small businesses"
            flex="1 1 220px"
            maxLength={LIMITS.aboutLength}
            value={about}
            error={describe.error?.message}
            onChange={(event) => setAbout(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={describe.isPending} disabled={wanted === saved}>
            Save
          </Button>
        </Group>
      </form>
    </Panel>
  )
}
