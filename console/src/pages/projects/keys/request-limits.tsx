// Limits for agents: requests per minute and observations per day.
import { Button, Group, NumberInput, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { LIMITS } from '../../../../../src/contract/limits.ts'
import type { ProjectLimits, ProjectLimitsUpdate } from '../../../../../src/contract/projects/limits.ts'
import { api, projectPath } from '../../../api.ts'
import { FormError } from '../../../components/forms/form-error.tsx'
import { sayDone } from '../../../components/notices.tsx'
import { Panel } from '../../../components/panel.tsx'
import { Loaded, Rows } from '../../../components/states.tsx'
import { formatNumber } from '../../../format.ts'
import { useChange, useResource } from '../../../queries.ts'
import { useMay } from '../../../session/project.ts'

export function RequestLimits() {
  const limits = useResource(['limits'])
  return (
    <Panel
      title="Limits"
      about="Protect this project from a runaway agent. Requests over a limit get status 429 and can be sent again later. Imports don’t count."
    >
      <Loaded of={limits} loading={<Rows count={2} />}>
        {(saved) => <LimitsForm saved={saved} />}
      </Loaded>
    </Panel>
  )
}

type Settings = Required<ProjectLimitsUpdate>

const FIELDS: { name: keyof Settings; label: string; most: number }[] = [
  { name: 'key_requests_per_minute', label: 'Requests per minute, per key', most: LIMITS.requestsPerMinute },
  {
    name: 'project_requests_per_minute',
    label: 'Requests per minute, all keys',
    most: LIMITS.requestsPerMinute,
  },
  { name: 'observations_per_day', label: 'Observations per day (UTC)', most: LIMITS.observationsPerDay },
]

function LimitsForm({ saved: { observations_today, ...settings } }: { saved: ProjectLimits }) {
  const mayChange = useMay('owner')
  const [draft, setDraft] = useState<Settings>(settings)
  const save = useChange((update: Settings, projectId) => api.put(projectPath(projectId, 'limits'), update), {
    onDone: () => sayDone('Saved the limits.'),
  })
  const changed = FIELDS.some(({ name }) => draft[name] !== settings[name])
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(draft)
      }}
    >
      <Stack gap="sm">
        <FormError error={save.error} />
        <Group align="flex-end">
          {FIELDS.map(({ name, label, most }) => (
            <NumberInput
              key={name}
              label={label}
              placeholder="No limit"
              min={1}
              max={most}
              allowDecimal={false}
              allowNegative={false}
              thousandSeparator=","
              disabled={!mayChange}
              flex="1 1 230px"
              maw={360}
              value={draft[name] ?? ''}
              onChange={(value) => setDraft({ ...draft, [name]: value === '' ? null : Number(value) })}
            />
          ))}
        </Group>
        {settings.observations_per_day !== null && (
          <Text size="sm" c="dimmed">
            {formatNumber(observations_today)} of {formatNumber(settings.observations_per_day)} observations
            used today.
          </Text>
        )}
        {mayChange && (
          <Group>
            <Button type="submit" variant="default" loading={save.isPending} disabled={!changed}>
              Save
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  )
}
