// The progress of matching a tag to all observations.
import { Box, Group, Progress, Text } from '@mantine/core'
import { useEffect } from 'react'
import type { TagDetail } from '../../../../src/contract/tags/tags.ts'
import { sayDone } from '../../components/notices.tsx'
import { formatNumber, plural } from '../../format.ts'
import { useRefresh, useResource } from '../../queries.ts'
import type { Rematches } from './rematches.ts'
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
