// The third step: waiting for the first observation, and announcing it.
import { Box, Button, Group, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { SentimentLabel } from '../../components/labels.tsx'
import { useLive } from '../../live/live-project.tsx'
import type { FirstObservation } from './first-observation.ts'
import classes from './first-steps.module.css'

const LINGER = 8_000

export function Arrival({ first: { observation, goOn } }: { first: FirstObservation }) {
  const { state } = useLive()
  const latest = useRef(goOn)
  latest.current = goOn
  useEffect(() => {
    if (!observation) return
    const timer = setTimeout(() => latest.current(), LINGER)
    return () => clearTimeout(timer)
  }, [observation])
  return (
    <div aria-live="polite">
      {observation ? (
        <Box className={classes.arrived}>
          <Text size="sm" fw={600} dir="auto" className="fn-break">
            {observation.title}
          </Text>
          <Group justify="space-between" mt={6}>
            <SentimentLabel sentiment={observation.user_sentiment} />
            <Button size="compact-sm" variant="light" onClick={goOn}>
              It works! Show overview
            </Button>
          </Group>
        </Box>
      ) : (
        <Group gap={10} wrap="nowrap">
          <span className={classes.waiting} aria-hidden />
          <Text size="sm" c="dimmed">
            {state === 'lost'
              ? 'Live connection lost. Reconnecting…'
              : 'Waiting for the first observation. It will show up here automatically.'}
          </Text>
        </Group>
      )}
    </div>
  )
}
