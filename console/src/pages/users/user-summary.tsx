// A user at a glance: sentiment over time, figures, and issues.
import { Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { SENTIMENTS } from '../../../../src/contract/labels.ts'
import type { EndUserDetail } from '../../../../src/contract/users/users.ts'
import { PeriodPicker } from '../../components/charts/period-picker.tsx'
import { SentimentChart } from '../../components/charts/sentiment-chart.tsx'
import { Fact, Facts } from '../../components/facts.tsx'
import { KindLabel, SentimentBar, StatusLabel } from '../../components/labels.tsx'
import { Panel } from '../../components/panel.tsx'
import { Empty } from '../../components/states.tsx'
import { Ago } from '../../components/time.tsx'
import { formatNumber, plural } from '../../format.ts'
import { useProjectId } from '../../session/project.ts'
import classes from './user-page.module.css'

const HEIGHT = 240

export function UserOverTime({ user: { user_id, series, days } }: { user: EndUserDetail }) {
  const total = SENTIMENTS.reduce((sum, name) => sum + series.reduce((of, day) => of + day[name], 0), 0)
  return (
    <Panel title="Sentiment over time" actions={<PeriodPicker />}>
      {total === 0 ? (
        <div className={classes.noChart}>
          <Empty title="No observations in this period">Choose a longer period.</Empty>
        </div>
      ) : (
        <SentimentChart
          series={series}
          height={HEIGHT}
          of={{ user_id }}
          label={`${plural(total, 'observation')} in the last ${plural(days, 'day')}, by sentiment`}
        />
      )}
    </Panel>
  )
}

export function UserFacts({ user }: { user: EndUserDetail }) {
  return (
    <Panel title="Details">
      <Facts>
        <Fact name="Observations">{formatNumber(user.observation_count)}</Fact>
        <Fact name="Answers">{formatNumber(user.answer_count)}</Fact>
        <Fact name="First seen">{user.first_seen ? <Ago at={user.first_seen} /> : '–'}</Fact>
        <Fact name="Last seen">{user.last_seen ? <Ago at={user.last_seen} /> : '–'}</Fact>
      </Facts>
      <Text size="xs" c="dimmed" mt="xs" mb={6}>
        Overall sentiment
      </Text>
      <SentimentBar counts={user.sentiment_counts} />
    </Panel>
  )
}

export function UserIssues({ issues }: Pick<EndUserDetail, 'issues'>) {
  const projectId = useProjectId()
  return (
    <Panel title="Issues" about="Issues this user has run into, most frequent first.">
      <Stack gap={2}>
        {issues.map((issue) => (
          <Link
            key={issue.id}
            to="/p/$projectId/issues/$issueId"
            params={{ projectId, issueId: issue.id }}
            className={classes.issue}
          >
            <Text size="sm" dir="auto" className="fn-break">
              {issue.title}
            </Text>
            <Group gap={8} mt={2}>
              <KindLabel kind={issue.kind} />
              <StatusLabel status={issue.status} />
              <Text size="xs" c="dimmed">
                {plural(issue.observation_count, 'observation')}
              </Text>
            </Group>
          </Link>
        ))}
      </Stack>
    </Panel>
  )
}
