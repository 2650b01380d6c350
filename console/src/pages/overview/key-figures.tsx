// Four numbers that say how the period went.
import { Box, Group, SimpleGrid, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Overview } from '../../../../src/contract/projects/overview.ts'
import { Trend } from '../../components/charts/trend.tsx'
import { formatCompact, formatNumber, plural } from '../../format.ts'
import classes from './overview.module.css'

export function KeyFigures({ overview }: { overview: Overview }) {
  const { observation_count, user_count, open_issue_count, new_issue_count, answer_count, before, days } =
    overview
  const against = `the previous ${days} days`
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md" component="section" aria-label="Key figures">
      <Figure name="Observations" value={observation_count}>
        <Trend now={observation_count} before={before.observation_count} against={against} />
      </Figure>
      <Figure name="Users heard from" value={user_count}>
        {user_count > 0 && `${formatNumber(Math.round((10 * observation_count) / user_count) / 10)} per user`}
      </Figure>
      <Figure name="Open issues" value={open_issue_count}>
        {plural(new_issue_count, 'new issue')}
      </Figure>
      <Figure name="Study answers" value={answer_count}>
        <Trend now={answer_count} before={before.answer_count} more="good" against={against} />
      </Figure>
    </SimpleGrid>
  )
}

function Figure({ name, value, children }: { name: string; value: number; children: ReactNode }) {
  return (
    <Box className={classes.figure}>
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <Group justify="space-between" align="baseline" gap={4}>
        <Text fz={28} fw={620} lh={1.25} className="fn-number">
          {formatCompact(value)}
        </Text>
        <Text size="xs" c="dimmed" component="div">
          {children}
        </Text>
      </Group>
    </Box>
  )
}
