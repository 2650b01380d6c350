// Four figures of the period, each with a link to what it counts.
import { SimpleGrid, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Overview } from '../../../../src/contract/projects/overview.ts'
import { periodStart } from '../../components/charts/period-picker.tsx'
import { Trend } from '../../components/charts/trend.tsx'
import { PlainLink } from '../../components/links.tsx'
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
        to="/p/$projectId/observations"
        search={{ from: periodStart(days) }}
      >
        <Trend now={observation_count} before={before.observation_count} against={against} named />
      </Figure>
      <Figure name="Active users" value={user_count} to="/p/$projectId/users">
        {user_count > 0 && `${formatNumber(Math.round((10 * observation_count) / user_count) / 10)} per user`}
      </Figure>
      <Figure name="Unresolved issues" value={open_issue_count} to="/p/$projectId/issues">
        {plural(new_issue_count, 'new issue')}
      </Figure>
      <Figure name="Study answers" value={answer_count} to="/p/$projectId/studies">
        <Trend now={answer_count} before={before.answer_count} more="good" against={against} named />
      </Figure>
    </SimpleGrid>
  )
}

type FigureProps = {
  name: string
  value: number
  to: `/p/$projectId/${'observations' | 'users' | 'issues' | 'studies'}`
  search?: { from?: string }
  children: ReactNode
}

function Figure({ name, value, to, search = {}, children }: FigureProps) {
  const projectId = useProjectId()
  return (
    <PlainLink to={to} params={{ projectId }} search={search} className={classes.figure}>
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
