// Marks every page of a sample project, with the progress of its digest and a link back.
import { Group, Text } from '@mantine/core'
import { IconFlask } from '../../icons/tabler.ts'
import { useCurrentProject, useMay } from '../../session/project.ts'
import { useSession } from '../../session/session.ts'
import { TextLink } from '../links.tsx'
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
      <Group gap="sm" wrap="nowrap" flex="1 1 280px">
        <IconFlask size={16} aria-hidden className={classes.icon} />
        <Text size="sm" component="div">
          This is a sample project about a fictional product. <SampleProgress />
        </Text>
      </Group>
      <Group gap="xs" className={classes.ways}>
        {real && (
          <TextLink
            underline="always"
            to="/p/$projectId"
            params={{ projectId: real.id }}
            size="sm"
            className="fn-break"
          >
            Back to {real.name}
          </TextLink>
        )}
        {mayRemove && <RemoveSampleButton size="compact-sm" />}
      </Group>
    </Group>
  )
}
