// Shows whether the page is up to date.
import { Group, Text } from '@mantine/core'
import type { LiveState } from './event-stream.ts'
import classes from './live-mark.module.css'
import { useLive } from './live-project.tsx'

const WORDS: Record<LiveState, string> = { connecting: 'Connecting…', live: 'Live', lost: 'Reconnecting…' }

export function LiveMark() {
  const { state } = useLive()
  return (
    <Group gap={6} wrap="nowrap" role="status" className={classes.mark}>
      <span className={classes.dot} data-state={state} />
      <Text size="xs" c="dimmed">
        {WORDS[state]}
      </Text>
    </Group>
  )
}
