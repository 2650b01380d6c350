// An observation in two lines, with a link to it.
import { Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ObservationDetail } from '../../../../../src/contract/observations/observation-details.ts'
import { SentimentLabel } from '../../labels.tsx'
import { Ago } from '../../time.tsx'
import classes from './observation-brief.module.css'

type ObservationBriefProps = { observation: ObservationDetail; marked?: boolean }

export function ObservationBrief({ observation, marked = false }: ObservationBriefProps) {
  const { id, title, description, user_sentiment, user_id, observed_at } = observation
  return (
    <Link
      to="."
      search={(all: object) => ({ ...all, observation: id })}
      resetScroll={false}
      className={classes.brief}
      aria-current={marked || undefined}
    >
      <Text size="sm" fw={540} dir="auto" className="fn-break">
        {title}
      </Text>
      <Text size="xs" c="dimmed" lineClamp={marked ? undefined : 2} dir="auto" className="fn-break">
        {description}
      </Text>
      <Group gap={10} mt={3} c="dimmed">
        <SentimentLabel sentiment={user_sentiment} />
        <Text size="xs" component="span" dir="auto" className="fn-break">
          {user_id}
        </Text>
        <Text size="xs" component="span">
          <Ago at={observed_at} />
        </Text>
        {marked && (
          <Text size="xs" component="span" c="var(--mantine-color-text)">
            This observation
          </Text>
        )}
      </Group>
    </Link>
  )
}
