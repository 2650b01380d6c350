// Everything that an agent needs to reach this project, ready to paste, a connection test, and access for the team.
import { Stack } from '@mantine/core'
import { useState } from 'react'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { Loaded, Rows } from '../../components/states.tsx'
import { useResource } from '../../queries.ts'
import { useMay } from '../../session/project.ts'
import { Addresses } from './addresses.tsx'
import { AgentInstructions } from './agent-instructions.tsx'
import { ClientSetups } from './client-setups.tsx'
import { canBeSignedInto } from './clients.ts'
import { KEY_PLACEHOLDER } from './connection.ts'
import { KeyMaker } from './key-maker.tsx'
import { RoundTrip } from './round-trip.tsx'
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
