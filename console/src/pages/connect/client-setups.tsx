// The set-up of one client at a time: how it authenticates, and what to paste where.
import { Anchor, Button, Code, Group, List, Stack, Tabs, Text } from '@mantine/core'
import { CodeBlock } from '../../components/copy.tsx'
import { Panel } from '../../components/panel.tsx'
import { useFilters } from '../../filters.ts'
import { clientsFor } from './clients.ts'
import classes from './connect.module.css'
import type { Client, Connection } from './connection.ts'

/** `signIn`: whether clients can sign in here instead of sending a key. */
export function ClientSetups({ connection, signIn }: { connection: Connection; signIn: boolean }) {
  const [{ client }, change] = useFilters()
  const clients = clientsFor({ signIn })
  const chosen = clients.find(({ id }) => id === client) ?? clients[0]
  return (
    <Panel title="Set up a client" about="Choose the client your agent runs in.">
      <Tabs
        variant="pills"
        value={chosen?.id}
        onChange={(id) => change({ client: id ?? undefined })}
        keepMounted={false}
      >
        <Tabs.List className={classes.clients} mb="md" aria-label="Client">
          {clients.map(({ id, name }) => (
            <Tabs.Tab key={id} value={id} px="sm" py={6}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {clients.map((each) => (
          <Tabs.Panel key={each.id} value={each.id}>
            <SetUp client={each} connection={connection} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Panel>
  )
}

function SetUp({ client, connection }: { client: Client; connection: Connection }) {
  const { name, steps, snippets } = client
  return (
    <Stack gap="sm">
      <About client={client} />
      {steps && (
        <List type="ordered" size="sm" spacing={4}>
          {steps(connection).map((step) => (
            <List.Item key={step}>{step}</List.Item>
          ))}
        </List>
      )}
      <Install client={client} connection={connection} />
      {snippets(connection).map(({ place, code }) => (
        <div key={place}>
          <Text size="sm" fw={540} mb={4}>
            {place}
          </Text>
          <CodeBlock code={code} label={`${name}, ${place}`} />
        </div>
      ))}
    </Stack>
  )
}

function About({ client: { name, header, note, docs } }: { client: Client }) {
  return (
    <Text size="sm" c="dimmed">
      {header && (
        <>
          Sends the header <Code>{header}</Code>.{' '}
        </>
      )}
      {note}{' '}
      <Anchor href={docs} target="_blank" rel="noreferrer" underline="always">
        {name} documentation
      </Anchor>
    </Text>
  )
}

function Install({ client: { install }, connection }: { client: Client; connection: Connection }) {
  if (!install) return null
  const { label, href } = install(connection)
  return (
    <Group>
      <Button component="a" href={href} variant="default" size="xs">
        {label}
      </Button>
    </Group>
  )
}
