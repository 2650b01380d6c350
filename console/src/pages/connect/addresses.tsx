// The project's addresses.
import { Box, Text } from '@mantine/core'
import { servesOauth } from '../../../../src/contract/accounts/oauth-address.ts'
import type { Project } from '../../../../src/contract/projects/projects.ts'
import { CopyLine } from '../../components/copy.tsx'
import { Panel } from '../../components/panel.tsx'
import classes from './connect.module.css'

export function Addresses({ project: { id, mcp_url, rest_url } }: { project: Project }) {
  return (
    <Panel title="Endpoints">
      <Box className={classes.addresses}>
        <Address name="MCP URL" value={mcp_url} />
        <Address name="REST URL" value={rest_url} />
        <Address name="Project ID" value={id} />
      </Box>
      <Text size="sm" c="dimmed" mt="md">
        {servesOauth(mcp_url)
          ? 'Apps that sign in with OAuth, such as Claude and ChatGPT, need only the MCP URL: they send you here to allow access.'
          : 'Apps that sign in with OAuth, such as Claude and ChatGPT, can’t connect yet: they need Fieldnote at an HTTPS address. The person who runs Fieldnote sets it with BASE_URL.'}
      </Text>
    </Panel>
  )
}

export function Address({ name, value }: { name: string; value: string }) {
  return (
    <>
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <CopyLine text={value} label={name} />
    </>
  )
}
