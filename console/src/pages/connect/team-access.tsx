// Access for the team's own assistants, which ask about what agents wrote.
import { Anchor, Box, List, Stack, Tabs, Text } from '@mantine/core'
import { CodeBlock } from '../../components/copy.tsx'
import { TextLink } from '../../components/links.tsx'
import { Panel } from '../../components/panel.tsx'
import { useFilters } from '../../filters.ts'
import { useMay } from '../../session/project.ts'
import { Address } from './addresses.tsx'
import classes from './connect.module.css'
import { TEAM_QUESTIONS, type TeamClient, teamClientsAt } from './team-clients.ts'

export function TeamAccess({ teamUrl }: { teamUrl: string }) {
  const mayWrite = useMay('editor')
  return (
    <Panel
      title="Ask your assistant"
      about="Let Claude, ChatGPT, or another assistant read this project’s issues, observations, and studies."
    >
      <Stack gap="md">
        <Box className={classes.addresses}>
          <Address name="Team MCP URL" value={teamUrl} />
        </Box>
        <div>
          <Text size="sm" c="dimmed">
            It can see what you can see{mayWrite && ' and makes changes only if you allow it'}. API keys don’t
            work here. Try asking:
          </Text>
          <List size="sm" mt={4}>
            {TEAM_QUESTIONS.filter(({ changes }) => mayWrite || !changes).map(({ text }) => (
              <List.Item key={text}>“{text}”</List.Item>
            ))}
          </List>
        </div>
        <Clients teamUrl={teamUrl} />
      </Stack>
    </Panel>
  )
}

function Clients({ teamUrl }: { teamUrl: string }) {
  const [{ assistant }, change] = useFilters()
  const clients = teamClientsAt(teamUrl)
  const chosen = clients.find(({ id }) => id === assistant) ?? clients[0]
  return (
    <Tabs
      variant="pills"
      value={chosen?.id}
      onChange={(id) => change({ assistant: id ?? undefined })}
      keepMounted={false}
    >
      <Tabs.List className={classes.clients} mb="md" aria-label="Assistant">
        {clients.map(({ id, name }) => (
          <Tabs.Tab key={id} value={id} px="sm" py={6}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {clients.map((client) => (
        <Tabs.Panel key={client.id} value={client.id}>
          <SetUp client={client} teamUrl={teamUrl} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

function SetUp({ client, teamUrl }: { client: TeamClient; teamUrl: string }) {
  const { name, auth, note, docs, steps, snippets } = client
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {note}{' '}
        <Anchor href={docs} target="_blank" rel="noreferrer" underline="always">
          {auth === 'token' ? 'About remote MCP servers' : `${name} documentation`}
        </Anchor>
      </Text>
      <List type="ordered" size="sm" spacing={4}>
        {steps.map((step) => (
          <List.Item key={step}>{step}</List.Item>
        ))}
      </List>
      {auth === 'token' && (
        <Text size="sm">
          <TextLink to="/account" inherit underline="always">
            Your access tokens
          </TextLink>
        </Text>
      )}
      {snippets({ teamUrl }).map(({ place, code }) => (
        <div key={place}>
          <Text size="sm" fw={540} mb={4}>
            {place}
          </Text>
          <CodeBlock code={code} label={`${name} for the team, ${place}`} />
        </div>
      ))}
    </Stack>
  )
}
