// Four numbers that say how the period went; each leads to what it counts.
import { SimpleGrid, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Overview } from '../../../../src/contract/projects/overview.ts'
import { periodStart } from '../../components/charts/period-picker.tsx'
import { Trend } from '../../components/charts/trend.tsx'
import { PlainLink } from '../../components/links.tsx'
import type { Filters } from '../../filters.ts'
import { formatCompact, formatNumber, plural } from '../../format.ts'
import { useProjectId } from '../../session/project.ts'
import classes from './overview.module.css'

export function KeyFigures({ overview }: { overview: Overview }) {
  const { observation_count, user_count, open_issue_count, new_issue_count, answer_count, before, days } =
    overview
  const against = `the previous ${days} days`
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md" component="section" aria-label="Key figures">
      <Figure
        name="Observations"
        value={observation_count}
        page="/observations"
        search={{ from: periodStart(days) }}
      >
        <Trend now={observation_count} before={before.observation_count} against={against} named />
      </Figure>
      <Figure name="Active users" value={user_count} page="/users">
        {user_count > 0 && `${formatNumber(Math.round((10 * observation_count) / user_count) / 10)} per user`}
      </Figure>
      <Figure name="Unresolved issues" value={open_issue_count} page="/issues">
        {plural(new_issue_count, 'new issue')}
      </Figure>
      <Figure name="Study answers" value={answer_count} page="/studies">
        <Trend now={answer_count} before={before.answer_count} more="good" against={against} named />
      </Figure>
    </SimpleGrid>
  )
}

type FigureProps = { name: string; value: number; page: string; search?: Filters; children: ReactNode }

function Figure({ name, value, page, search = {}, children }: FigureProps) {
  const base = `/p/${useProjectId()}`
  return (
    <PlainLink to={base + page} search={search} className={classes.figure}>
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <Text fz={28} fw={620} lh={1.25} className="fn-number">
        {formatCompact(value)}
      </Text>
      <Text size="xs" c="dimmed" component="div">
        {children}
      </Text>
    </PlainLink>
  )
}
