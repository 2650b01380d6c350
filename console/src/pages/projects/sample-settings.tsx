// Opens or deletes the sample project.
import { Button, Group, Text } from '@mantine/core'
import type { ProjectDetail } from '../../../../src/contract/projects/projects.ts'
import { Panel } from '../../components/panel.tsx'
import { useOpenSample } from '../../components/sample/open-sample.ts'
import { RemoveSampleButton } from '../../components/sample/remove-sample-button.tsx'
import { plural } from '../../format.ts'

export function SampleSettings({ sample }: { sample: ProjectDetail['sample'] }) {
  const opening = useOpenSample()
  return (
    <Panel
      title="Sample project"
      about="A month of data from a fictional product, kept separate from your own."
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm" flex="1 1 240px">
          {sample
            ? `It has ${plural(sample.observations, 'observation')}. Deleting it won’t affect this project.`
            : 'There’s no sample project yet.'}
        </Text>
        <Group gap="xs">
          <Button variant="default" loading={opening.isPending} onClick={opening.open}>
            Open sample project
          </Button>
          {sample && <RemoveSampleButton />}
        </Group>
      </Group>
    </Panel>
  )
}
