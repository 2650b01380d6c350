// Says that what one sees is sample data, and takes it away.
import { Button, Group, Text } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import type { ProjectDetail } from '../../../../src/contract/projects/projects.ts'
import { api, projectPath } from '../../api.ts'
import { useChange, useResource } from '../../queries.ts'
import { useMay } from '../../session/project.ts'
import { sayDone, sayFailed } from '../notices.tsx'
import classes from './sample-banner.module.css'

export function SampleBanner() {
  const project = useResource<ProjectDetail>([])
  const mayRemove = useMay('editor')
  const remove = useChange((_: undefined, projectId) => api.delete(projectPath(projectId, 'sample')), {
    onDone: () => sayDone('Removed. The rest of your data is unchanged.'),
  })
  const sample = project.data?.sample
  if (!sample) return null
  const onlyTests = sample.observations + sample.tags + sample.studies === 0
  return (
    <Group className={classes.banner} gap="sm" role="note">
      <IconFlask size={16} aria-hidden />
      <Text size="sm" flex={1}>
        {onlyTests
          ? 'This project contains test observations.'
          : 'This project contains sample data from a fictional product.'}
      </Text>
      {mayRemove && (
        <Button
          size="compact-sm"
          variant="default"
          loading={remove.isPending}
          onClick={() => remove.mutate(undefined, { onError: sayFailed })}
        >
          {onlyTests ? 'Remove test observations' : 'Remove sample data'}
        </Button>
      )}
    </Group>
  )
}
