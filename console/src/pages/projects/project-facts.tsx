// Facts about the project.
import { Box, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ProjectDetail } from '../../../../src/contract/projects/projects.ts'
import { CopyLine } from '../../components/copy.tsx'
import { Panel } from '../../components/panel.tsx'
import { capitalized, formatDateTime } from '../../format.ts'
import { useCurrentProject, useMay } from '../../session/project.ts'
import classes from './settings.module.css'

export function ProjectFacts({ project: { id, name, created_at } }: { project: ProjectDetail }) {
  const role = useCurrentProject()?.role
  const mayRename = useMay('owner')
  return (
    <Panel title="Details">
      <Box component="dl" className={classes.facts}>
        {!mayRename && <Fact name="Name">{name}</Fact>}
        <Fact name="Project ID">
          <CopyLine text={id} label="project ID" />
        </Fact>
        <Fact name="Created">{formatDateTime(created_at)}</Fact>
        <Fact name="Your role">{role && capitalized(role)}</Fact>
      </Box>
    </Panel>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <Text component="dt" size="sm" c="dimmed">
        {name}
      </Text>
      <Text component="dd" size="sm" m={0} dir="auto" className="fn-break">
        {children}
      </Text>
    </>
  )
}
