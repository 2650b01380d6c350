// Where the project is found.
import { Box, Text } from '@mantine/core'
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
    </Panel>
  )
}

function Address({ name, value }: { name: string; value: string }) {
  return (
    <>
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <CopyLine text={value} label={name} />
    </>
  )
}
