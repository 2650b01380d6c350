// The steps of a round trip, each shown when it has happened.
import { Box, Button, Collapse, Group, Loader, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { LIMITS } from '../../../../src/contract/limits.ts'
import type { ObservationDetail } from '../../../../src/contract/observations/observation-details.ts'
import type { TestObservation } from '../../../../src/contract/sample/samples.ts'
import { api, projectPath } from '../../api.ts'
import { CodeBlock } from '../../components/copy.tsx'
import { TagLabel } from '../../components/labels.tsx'
import { sayDone, sayFailed } from '../../components/notices.tsx'
import { formatNumber } from '../../format.ts'
import { IconAlertTriangle, IconCircleCheck } from '../../icons/tabler.ts'
import { useChange, useResource } from '../../queries.ts'
import classes from './connect.module.css'
import { json } from './connection.ts'

type RoundTripStepsProps = { test: TestObservation; onRemoved: () => void }

export function RoundTripSteps({ test, onRemoved }: RoundTripStepsProps) {
  const id = test.response.results[0]?.id ?? ''
  const digested = useDigested(id)
  return (
    <Box component="ol" className={classes.steps} w="100%" aria-live="polite">
      <Step state="done" title={`${test.request.method} ${test.request.url}`}>
        <Details label="request" code={wordRequest(test)} />
      </Step>
      <Step state="done" title={`201 Created, stored in ${formatNumber(test.milliseconds)} ms`}>
        <Details label="response" code={json(test.response)} />
      </Step>
      <Digested digested={digested} />
      {digested.state !== 'pending' && <Cleanup onRemoved={onRemoved} />}
    </Box>
  )
}

function wordRequest({ request }: TestObservation): string {
  return [
    `${request.method} ${request.url}`,
    ...Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`),
    '',
    json(request.body),
  ].join('\n')
}

type Digestion = { state: 'pending' | 'done' | 'failed'; seconds: number; observation?: ObservationDetail }

const EVERY = 500

/** The measured time, accurate to half a second. */
function useDigested(id: string): Digestion {
  const [started] = useState(Date.now)
  const [ended, setEnded] = useState<number | null>(null)
  const query = useResource(['observations', id], undefined, {
    enabled: ended === null,
    refetchInterval: EVERY,
  })
  const state = query.data?.digest.state ?? 'pending'
  if (state !== 'pending' && ended === null) setEnded(Date.now())
  const seconds = ((ended ?? started) - started) / 1_000
  return { state, seconds, ...(query.data && { observation: query.data }) }
}

function Digested({ digested: { state, seconds, observation } }: { digested: Digestion }) {
  if (state === 'pending') return <Step state="busy" title="Waiting for the digest…" />
  if (state === 'failed')
    return (
      <Step state="failed" title="Digest failed">
        <Text size="sm">{observation?.digest.error}</Text>
      </Step>
    )
  return (
    <Step state="done" title={`Digested in ${seconds.toFixed(1)} s`}>
      <Group gap={6}>
        {observation?.tags.map((tag) => (
          <TagLabel key={tag.id} label={tag.label} color={tag.config.color} />
        ))}
        {observation?.tags.length === 0 && (
          <Text size="sm" c="dimmed">
            No matching tags.
          </Text>
        )}
      </Group>
    </Step>
  )
}

function Cleanup({ onRemoved }: { onRemoved: () => void }) {
  const remove = useChange((_: undefined, project) => api.delete(projectPath(project, 'test-observations')), {
    onDone: () => {
      sayDone('Removed the test observations.')
      onRemoved()
    },
  })
  return (
    <Step state="done" title="Kept separate from your data">
      <Group gap="sm">
        <Text size="sm" c="dimmed" flex="1 1 260px">
          A test observation doesn’t appear in any issue, list, or count. It’s deleted after{' '}
          {LIMITS.testObservationHours} hours.
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          loading={remove.isPending}
          onClick={() => remove.mutate(undefined, { onError: sayFailed })}
        >
          Remove test observations
        </Button>
      </Group>
    </Step>
  )
}

const ICONS = {
  done: <IconCircleCheck size={20} color="var(--fn-good)" aria-label="Done" />,
  failed: <IconAlertTriangle size={20} color="var(--fn-bad)" aria-label="Failed" />,
  busy: <Loader size={16} m={2} aria-label="Waiting" />,
}

function Step({
  state,
  title,
  children,
}: {
  state: keyof typeof ICONS
  title: string
  children?: ReactNode
}) {
  return (
    <Box component="li" className={classes.step}>
      {ICONS[state]}
      <Box>
        <Text size="sm" fw={540} dir="auto" className="fn-break">
          {title}
        </Text>
        {children}
      </Box>
    </Box>
  )
}

function Details({ label, code }: { label: string; code: string }) {
  const [shown, { toggle }] = useDisclosure(false)
  return (
    <>
      <Button size="compact-xs" variant="subtle" color="gray" onClick={toggle} aria-expanded={shown} ml={-7}>
        {shown ? 'Hide' : 'Show'} {label}
      </Button>
      <Collapse expanded={shown}>
        <CodeBlock code={code} label={label} />
      </Collapse>
    </>
  )
}
