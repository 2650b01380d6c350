// Sample data: put in to look around, taken away in one click.
import { Button, Group, Text } from '@mantine/core'
import type { ProjectDetail } from '../../../../src/contract/projects/projects.ts'
import type { SampleFilled, SampleRemoved } from '../../../../src/contract/sample/samples.ts'
import { api, projectPath } from '../../api.ts'
import { sayDone, sayFailed } from '../../components/notices.tsx'
import { Panel } from '../../components/panel.tsx'
import { plural } from '../../format.ts'
import { useChange } from '../../queries.ts'

export function SampleSettings({ sample }: { sample: ProjectDetail['sample'] }) {
  const add = useChange((_: undefined, id) => api.post<SampleFilled>(projectPath(id, 'sample')), {
    onDone: ({ observations }) =>
      sayDone(`Added ${plural(observations, 'observation')}. The digest is looking for issues in them.`),
  })
  const remove = useChange((_: undefined, id) => api.delete<SampleRemoved>(projectPath(id, 'sample')), {
    onDone: ({ observations }) => sayDone(`Removed ${plural(observations, 'observation')}.`),
  })
  return (
    <Panel title="Sample data" about="A month of data from a fictional product.">
      <Group justify="space-between" gap="sm">
        <Text size="sm" flex="1 1 240px">
          {sample ? wording(sample) : 'This project has no sample data.'}
        </Text>
        <Group gap="xs">
          {(sample?.observations ?? 0) === 0 && (
            <Button
              variant="default"
              loading={add.isPending}
              onClick={() => add.mutate(undefined, { onError: sayFailed })}
            >
              Add sample data
            </Button>
          )}
          {sample && (
            <Button
              variant="default"
              loading={remove.isPending}
              onClick={() => remove.mutate(undefined, { onError: sayFailed })}
            >
              Remove {sample.observations > 0 ? 'sample data' : 'test observations'}
            </Button>
          )}
        </Group>
      </Group>
    </Panel>
  )
}

function wording({ observations, test_observations, tags, studies }: NonNullable<ProjectDetail['sample']>) {
  const counts: [number, string, string][] = [
    [observations, 'observation', 'observations'],
    [test_observations, 'test observation', 'test observations'],
    [tags, 'tag', 'tags'],
    [studies, 'study', 'studies'],
  ]
  const said = counts.filter(([count]) => count > 0).map(([count, one, many]) => plural(count, one, many))
  return `${new Intl.ListFormat('en').format(said)}. Removing them won’t affect anything else.`
}
