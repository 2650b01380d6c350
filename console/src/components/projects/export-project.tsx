// Exports the whole project as one file, to keep or to import elsewhere.
import { Button, Group, Text } from '@mantine/core'
import { projectPath } from '../../api.ts'
import { useProjectId } from '../../session/project.ts'
import { Panel } from '../panel.tsx'

export function ExportProject() {
  const projectId = useProjectId()
  return (
    <Panel title="Move to another instance">
      <Group justify="space-between" gap="sm">
        <Text size="sm" flex="1 1 240px">
          One archive with everything in this project, except members, API keys, and alerts. Import it there
          under “New project”.
        </Text>
        <Button variant="default" component="a" href={projectPath(projectId, 'archive')} download>
          Export project
        </Button>
      </Group>
    </Panel>
  )
}
