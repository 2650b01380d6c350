// A test observation that is sent, stored, digested and removed.
import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { TestObservation } from '../../../../src/contract/sample/samples.ts'
import { api, projectPath } from '../../api.ts'
import { FormError } from '../../components/forms/form-error.tsx'
import { Panel } from '../../components/panel.tsx'
import { useChange } from '../../queries.ts'
import { RoundTripSteps } from './round-trip-steps.tsx'

export function RoundTrip() {
  const [test, setTest] = useState<TestObservation | null>(null)
  const send = useChange((_: undefined, projectId) => api.post(projectPath(projectId, 'test-observation')), {
    onDone: setTest,
  })
  return (
    <Panel
      title="Test the connection"
      about="Send one observation the way an agent would, and see what happens to it."
    >
      <Stack gap="md" align="flex-start">
        <FormError error={send.error} />
        <Button
          variant={test ? 'default' : 'filled'}
          loading={send.isPending}
          onClick={() => send.mutate(undefined)}
        >
          {test ? 'Send another' : 'Send test observation'}
        </Button>
        {test ? (
          <RoundTripSteps key={test.response.results[0]?.id} test={test} onRemoved={() => setTest(null)} />
        ) : (
          <Text size="sm" c="dimmed">
            It’s only a test: it won’t show up in your issues, lists, or counts.
          </Text>
        )}
      </Stack>
    </Panel>
  )
}
