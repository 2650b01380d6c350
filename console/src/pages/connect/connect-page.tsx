// Everything an agent needs to reach this project, ready to paste, a test of the way, and the team's own way in.
import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { TestObservation } from '../../../../src/contract/sample/samples.ts'
import { api, projectPath } from '../../api.ts'
import { CodeBlock } from '../../components/copy.tsx'
import { FormError } from '../../components/forms/form-error.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { Loaded, Rows } from '../../components/states.tsx'
import { useChange, useResource } from '../../queries.ts'
import { useMay } from '../../session/project.ts'
import { Addresses } from './addresses.tsx'
import { ClientSetups } from './client-setups.tsx'
import { canBeSignedInto } from './clients.ts'
import { KEY_PLACEHOLDER, SYSTEM_PROMPT, SYSTEM_PROMPT_NOTE } from './connection.ts'
import { KeyMaker } from './key-maker.tsx'
import { RoundTripSteps } from './round-trip-steps.tsx'
import { TeamAccess } from './team-access.tsx'

export function ConnectPage() {
  const project = useResource([])
  const [key, setKey] = useState<string | null>(null)
  const mayTest = useMay('editor')
  return (
    <Page
      title="Connect"
      about="Connect the agents that talk to your users, and your team’s assistants."
      width="text"
    >
      <Loaded of={project} loading={<Rows />}>
        {(facts) => (
          <Stack gap="md">
            <Addresses project={facts} />
            <Panel title="API key" about="Agents use a key to authenticate with this project.">
              <KeyMaker fresh={key} onMade={setKey} />
            </Panel>
            <ClientSetups
              signIn={canBeSignedInto(facts.mcp_url)}
              connection={{
                projectId: facts.id,
                mcpUrl: facts.mcp_url,
                restUrl: facts.rest_url,
                key: key ?? KEY_PLACEHOLDER,
              }}
            />
            <AgentInstructions />
            {mayTest && <RoundTrip />}
            <TeamAccess teamUrl={facts.team_url} />
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}

/** A test observation on its whole way: sent, stored, digested, and taken away again. */
function RoundTrip() {
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

/** What the team's own agents should be told, ready to paste. */
function AgentInstructions() {
  return (
    <Panel title="Tell your agent" about="Add this to the system prompt of an agent that you build.">
      <CodeBlock code={SYSTEM_PROMPT} label="System prompt" wrap />
      <Text size="sm" c="dimmed" mt="xs">
        {SYSTEM_PROMPT_NOTE}
      </Text>
    </Panel>
  )
}
