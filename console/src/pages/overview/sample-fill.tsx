// Offers a sample project with a month of invented data.
import { Button, Group, Text } from '@mantine/core'
import { Panel } from '../../components/panel.tsx'
import { useOpenSample } from '../../components/sample/open-sample.ts'
import { IconFlask } from '../../icons/tabler.ts'

export function SampleFill() {
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
