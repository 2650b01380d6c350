// One client at a time: how it sends the key, and what to paste where.
import { Code, Stack, Tabs, Text } from '@mantine/core'
import { CodeBlock } from '../../components/copy.tsx'
import { Panel } from '../../components/panel.tsx'
import { useFilters } from '../../filters.ts'
import { CLIENTS } from './clients.ts'
import classes from './connect.module.css'
import type { Client, Connection } from './connection.ts'

export function ClientSetups({ connection }: { connection: Connection }) {
  const [{ client }, change] = useFilters()
  const chosen = CLIENTS.find(({ id }) => id === client) ?? CLIENTS[0]
  return (
    <Panel title="Set up a client" about="Choose the client your agent runs in.">
      <Tabs
        variant="pills"
        value={chosen?.id}
        onChange={(id) => change({ client: id ?? undefined })}
        keepMounted={false}
      >
        <Tabs.List className={classes.clients} mb="md" aria-label="Client">
          {CLIENTS.map(({ id, name }) => (
            <Tabs.Tab key={id} value={id} px="sm" py={6}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {CLIENTS.map((each) => (
          <Tabs.Panel key={each.id} value={each.id}>
            <SetUp client={each} connection={connection} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Panel>
  )
}

function SetUp({
  client: { name, header, note, snippets },
  connection,
}: {
  client: Client
  connection: Connection
}) {
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        Sends the header <Code>{header}</Code>. {note}
      </Text>
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
