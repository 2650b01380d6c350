// Says on every page of a sample project that it is one, how far its digest is, and where the way back is.
import { Anchor, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconFlask } from '../../icons/tabler.ts'
import { useCurrentProject, useMay } from '../../session/project.ts'
import { useSession } from '../../session/session.ts'
import { RemoveSampleButton } from './remove-sample-button.tsx'
import classes from './sample-banner.module.css'
import { SampleProgress } from './sample-progress.tsx'

export function SampleBanner() {
  const project = useCurrentProject()
  return project?.sample_of ? <Banner realId={project.sample_of} /> : null
}

function Banner({ realId }: { realId: string }) {
  const real = useSession().data?.projects.find(({ id }) => id === realId)
  const mayRemove = useMay('editor')
  return (
    <Group className={classes.banner} gap="sm" role="note">
      <IconFlask size={16} aria-hidden />
      <Text size="sm" flex={1} component="div">
        This is a sample project about a fictional product. <SampleProgress />
      </Text>
      {real && (
        <Anchor component={Link} underline="always" to={`/p/${real.id}`} size="sm">
          Back to {real.name}
        </Anchor>
      )}
      {mayRemove && <RemoveSampleButton size="compact-sm" />}
    </Group>
  )
}
