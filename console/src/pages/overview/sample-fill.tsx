// Somebody else's month, to look around in.
import { Button, Group, Text } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import type { SampleFilled } from '../../../../src/contract/sample/samples.ts'
import { api, projectPath } from '../../api.ts'
import { sayFailed } from '../../components/notices.tsx'
import { Panel } from '../../components/panel.tsx'
import { useChange } from '../../queries.ts'

export function SampleFill({ onFilled }: { onFilled: (filled: SampleFilled) => void }) {
  const fill = useChange(async (_: undefined, projectId) => {
    const filled = await api.post<SampleFilled>(projectPath(projectId, 'sample'))
    onFilled(filled) // before anything is read again: what arrives now is not the team's first observation
    return filled
  })
  return (
    <Panel>
      <Group justify="space-between" gap="sm">
        <Text size="sm" flex="1 1 260px">
          Just looking around? Add a month of sample data from a fictional product. You can remove it with one
          click.
        </Text>
        <Button
          variant="default"
          leftSection={<IconFlask size={16} />}
          loading={fill.isPending}
          onClick={() => fill.mutate(undefined, { onError: sayFailed })}
        >
          Add sample data
        </Button>
      </Group>
    </Panel>
  )
}
