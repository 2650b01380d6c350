// Marks every page of a sample project, with the progress of its digest and a link back.
import { Group, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { ProjectDetail } from '../../../../src/contract/projects/projects.ts'
import { formatNumber } from '../../format.ts'
import { IconFlask } from '../../icons/tabler.ts'
import { useRefresh, useResource } from '../../queries.ts'
import { useCurrentProject, useMay } from '../../session/project.ts'
import { useSession } from '../../session/session.ts'
import { TextLink } from '../links.tsx'
import { RemoveSampleButton } from './remove-sample-button.tsx'
import classes from './sample-banner.module.css'

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

const EVERY = 1_000

/** How far the digest of a new sample project is, in words; nothing once it is through. */
function SampleProgress() {
  const project = useResource([])
  const sample = project.data?.sample
  return sample && <Counted key={sample.project_id} sample={sample} />
}

function Counted({ sample }: { sample: NonNullable<ProjectDetail['sample']> }) {
  const refresh = useRefresh()
  const often = { refetchInterval: sample.complete ? false : EVERY } as const
  const digest = useResource(['digest'], undefined, often)
  useResource([], undefined, often)
  // Of a sample that is whole nothing is said, or read again, before it is known whether anything is left.
  const pending = digest.data?.pending_observations ?? (sample.complete ? 0 : sample.observations)
  const finished = sample.complete && pending === 0
  const wasFinished = useRef(finished)
  useEffect(() => {
    if (finished && !wasFinished.current) void refresh() // what the pages show was read before
    wasFinished.current = finished
  }, [finished, refresh])
  if (finished) return null
  const done = Math.max(0, sample.observations - pending)
  return (
    <span className="fn-number">
      Finding issues and tags: {formatNumber(done)} of {formatNumber(sample.observations)} observations…
    </span>
  )
}
