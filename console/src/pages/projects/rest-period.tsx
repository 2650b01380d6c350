// How long users are not asked again after an answer.
import { Button, Group, NumberInput } from '@mantine/core'
import { useState } from 'react'
import { LIMITS } from '../../../../src/contract/limits.ts'
import { api, projectPath } from '../../api.ts'
import { sayFailed, sayUndoable } from '../../components/notices.tsx'
import { Panel } from '../../components/panel.tsx'
import { useChange } from '../../queries.ts'

export function RestPeriod({ days: saved }: { days: number | null }) {
  const [days, setDays] = useState<number | string>(saved ?? '')
  const rest = useChange((to: number | null, projectId) =>
    api.patch(projectPath(projectId), { rest_days: to }),
  )
  const wanted = days === '' ? null : Number(days)
  return (
    <Panel
      title="Rest between studies"
      about="After answering a study, a user isn’t asked another one for this many days."
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          rest.mutate(wanted, {
            onSuccess: () =>
              sayUndoable('Saved the rest period.', () => rest.mutate(saved, { onError: sayFailed })),
          })
        }}
      >
        <Group align="flex-start">
          <NumberInput
            aria-label="Rest period in days"
            placeholder="No rest period"
            suffix={wanted === 1 ? ' day' : ' days'}
            min={1}
            max={LIMITS.restDays}
            allowDecimal={false}
            allowNegative={false}
            flex="0 1 200px"
            value={days}
            error={rest.error?.message}
            onChange={setDays}
          />
          <Button type="submit" variant="default" loading={rest.isPending} disabled={wanted === saved}>
            Save
          </Button>
        </Group>
      </form>
    </Panel>
  )
}
