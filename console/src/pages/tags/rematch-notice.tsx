// The progress of matching a tag to all observations.
import { Box, Group, Progress, Text } from '@mantine/core'
import { useSessionStorage } from '@mantine/hooks'
import { useEffect } from 'react'
import type { TagDetail } from '../../../../src/contract/tags/tags.ts'
import { api, projectPath } from '../../api.ts'
import { sayDone, sayFailed } from '../../components/notices.tsx'
import { formatNumber, plural } from '../../format.ts'
import { useChange, useRefresh, useResource } from '../../queries.ts'
import { useProjectId } from '../../session/project.ts'
import classes from './tags.module.css'

const LOOK_EVERY = 1_500

export function RematchNotice({ tags, rematches }: { tags: TagDetail[]; rematches: Rematches }) {
  const running = tags.filter(({ id }) => rematches.started[id] !== undefined)
  return running.map((tag) => (
    <Running
      key={tag.id}
      tag={tag}
      since={rematches.started[tag.id] ?? ''}
      onFinished={() => rematches.forget(tag.id)}
    />
  ))
}

function Running({ tag, since, onFinished }: { tag: TagDetail; since: string; onFinished: () => void }) {
  const refresh = useRefresh()
  const { data, error } = useResource(['tags', tag.id, 'rematch'], {}, { refetchInterval: LOOK_EVERY })
  const progress = data && data.started_at >= since ? data : undefined
  const finished = progress?.finished_at ?? null
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once, when it is finished
  useEffect(() => {
    if (finished === null || !progress) return
    onFinished()
    void refresh()
    sayDone(
      `“${tag.label}” matches ${formatNumber(progress.matched)} of ${plural(progress.total, 'observation')}.`,
    )
  }, [finished])
  // biome-ignore lint/correctness/useExhaustiveDependencies: given up once
  useEffect(() => {
    if (error) onFinished()
  }, [error])
  const done = progress?.done ?? 0
  const share = progress && progress.total > 0 ? (100 * done) / progress.total : 0
  return (
    <Box className={classes.running} role="status">
      <Group justify="space-between" gap="xs">
        <Text size="sm" dir="auto" className="fn-break">
          Matching “{tag.label}” against all observations
        </Text>
        <Text size="sm" c="dimmed" className="fn-number">
          {progress ? `${formatNumber(done)} of ${formatNumber(progress.total)}` : 'Starting…'}
        </Text>
      </Group>
      <Progress value={share} size={6} mt={8} aria-label={`Matching ${tag.label}`} />
    </Box>
  )
}

// Tags that are being matched to all observations, started in this tab: kept, so that a reload still shows them.

/** When each was started, by tag id. */
type Started = Record<string, string>

type Rematches = ReturnType<typeof useRematches>

export function useRematches() {
  const [started, setStarted] = useSessionStorage<Started>({
    key: `fieldnote-rematches-${useProjectId()}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  })
  const begin = useChange(
    (tag: TagDetail, projectId) => api.post(projectPath(projectId, 'tags', tag.id, 'rematch')),
    {
      onDone: ({ started_at }, { id }) => setStarted((before) => ({ ...before, [id]: started_at })),
    },
  )
  const forget = (id: string) => setStarted(({ [id]: _, ...others }) => others)
  return { started, start: (tag: TagDetail) => begin.mutate(tag, { onError: sayFailed }), forget }
}
