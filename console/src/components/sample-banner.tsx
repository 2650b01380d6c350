// Says that what one sees is sample data, and takes it away.
import { Button, Group, Text } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import type { Project } from '../../../src/contract/admin.ts'
import { api, projectPath } from '../api.ts'
import { useChange, useResource } from '../queries.ts'
import { useMay } from '../session/project.ts'
import { sayDone, sayFailed } from './notices.tsx'
import classes from './sample-banner.module.css'

export function SampleBanner() {
  const project = useResource<Project & { sample?: unknown }>([])
  const mayRemove = useMay('editor')
  const remove = useChange((_: undefined, projectId) => api.delete(projectPath(projectId, 'sample')), {
    onDone: () => sayDone('The sample data is gone.'),
  })
  if (!project.data?.sample) return null
  return (
    <Group className={classes.banner} gap="sm" role="note">
      <IconFlask size={16} aria-hidden />
      <Text size="sm" flex={1}>
        This project holds sample data of an invented product.
      </Text>
      {mayRemove && (
        <Button
          size="compact-sm"
          variant="default"
          loading={remove.isPending}
          onClick={() => remove.mutate(undefined, { onError: sayFailed })}
        >
          Remove sample data
        </Button>
      )}
    </Group>
  )
}
