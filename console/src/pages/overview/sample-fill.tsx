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
          Only looking around? Fill the project with a month of an invented product. One click takes it away
          again.
        </Text>
        <Button
          variant="default"
          leftSection={<IconFlask size={16} />}
          loading={fill.isPending}
          onClick={() => fill.mutate(undefined, { onError: sayFailed })}
        >
          Fill with sample data
        </Button>
      </Group>
    </Panel>
  )
}
