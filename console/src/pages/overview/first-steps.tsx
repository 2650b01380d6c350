// An empty project: three steps to the first observation. The page notices when it arrives.
import { Box, Button, Group, Stack, Tabs, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { CodeBlock } from '../../components/copy.tsx'
import { TextLink } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { useOpenSample } from '../../components/sample/open-sample.ts'
import { Loaded } from '../../components/states.tsx'
import { IconFlask } from '../../icons/tabler.ts'
import { useResource } from '../../queries.ts'
import { useCurrentProject, useMay, useProjectId } from '../../session/project.ts'
import { FIRST_CLIENTS } from '../connect/clients.ts'
import { type Connection, KEY_PLACEHOLDER } from '../connect/connection.ts'
import { KeyMaker } from '../connect/key-maker.tsx'
import { Arrival } from './arrival.tsx'
import type { FirstObservation } from './first-observation.ts'
import classes from './first-steps.module.css'

export function FirstSteps({ first }: { first: FirstObservation }) {
  const name = useCurrentProject()?.name
  const mayOpenSample = useMay('editor')
  return (
    <Page title={`Welcome to ${name}`} about="Three steps to hear what users tell your agents." width="alone">
      <Stack gap="md">
        <Steps first={first} />
        {mayOpenSample && <SampleFill />}
      </Stack>
    </Page>
  )
}

function Steps({ first }: { first: FirstObservation }) {
  const project = useResource([])
  const [key, setKey] = useState<string | null>(null)
  return (
    <Panel>
      <Box component="ol" className={classes.steps}>
        <Step title="Create an API key" done={key !== null}>
          <KeyMaker fresh={key} onMade={setKey} />
        </Step>
        <Step title="Connect an agent, or send an observation yourself" done={first.state === 'arrived'}>
          <Loaded of={project}>
            {({ id, mcp_url, rest_url }) => (
              <Ways
                connection={{
                  projectId: id,
                  mcpUrl: mcp_url,
                  restUrl: rest_url,
                  key: key ?? KEY_PLACEHOLDER,
                }}
              />
            )}
          </Loaded>
        </Step>
        <Step title="Watch it arrive" done={first.state === 'arrived'}>
          <Arrival first={first} />
        </Step>
      </Box>
    </Panel>
  )
}

function Step({ title, done, children }: { title: string; done: boolean; children: ReactNode }) {
  return (
    <Box component="li" className={classes.step} data-done={done || undefined}>
      <Text fw={600} component="h2" fz="md" m={0}>
        {title}
      </Text>
      <Box mt={8}>{children}</Box>
    </Box>
  )
}

function Ways({ connection }: { connection: Connection }) {
  const projectId = useProjectId()
  return (
    <>
      <Tabs defaultValue={FIRST_CLIENTS[0]?.id} keepMounted={false}>
        <Tabs.List mb="sm">
          {FIRST_CLIENTS.map(({ id, name }) => (
            <Tabs.Tab key={id} value={id}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {FIRST_CLIENTS.map(({ id, name, snippets }) => {
          const [snippet] = snippets(connection)
          return (
            <Tabs.Panel key={id} value={id}>
              {snippet && <CodeBlock code={snippet.code} label={`${name}, ${snippet.place}`} />}
            </Tabs.Panel>
          )
        })}
      </Tabs>
      <Group mt={8}>
        <TextLink to="/p/$projectId/settings/connect" params={{ projectId }} size="sm">
          VS Code, Codex, OpenAI, LangChain, and more
        </TextLink>
      </Group>
    </>
  )
}

/** Somebody else's month, to look around in: a project beside this one. */
function SampleFill() {
  const sample = useOpenSample()
  return (
    <Panel>
      <Group justify="space-between" gap="sm">
        <Text size="sm" flex="1 1 260px">
          Just looking around? Open a sample project with a month of data from a fictional product. This
          project stays as it is.
        </Text>
        <Button
          variant="default"
          leftSection={<IconFlask size={16} />}
          loading={sample.isPending}
          onClick={sample.open}
        >
          Open sample project
        </Button>
      </Group>
    </Panel>
  )
}
