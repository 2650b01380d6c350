// A few issues with their trends.
import { Box, Group, Text } from '@mantine/core'
import type { Issue } from '../../../../src/contract/issues/issues.ts'
import { Sparkline } from '../../components/charts/sparkline.tsx'
import { WeeklyTrend } from '../../components/issues/issue-marks.tsx'
import { KindLabel, SeverityLabel, StatusLabel } from '../../components/labels.tsx'
import { PlainLink, TextLink } from '../../components/links.tsx'
import { Panel } from '../../components/panel.tsx'
import { Empty } from '../../components/states.tsx'
import { plural } from '../../format.ts'
import type { Filters } from '../../search-parameters.ts'
import { useProjectId } from '../../session/project.ts'
import classes from './overview.module.css'

type IssuesPanelProps = {
  title: string
  about: string
  issues: Issue[]
  days: number
  /** The filters with which the inbox shows all of these. */
  all: Filters
  none?: string
}

export function IssuesPanel({ title, about, issues, days, all, none }: IssuesPanelProps) {
  const projectId = useProjectId()
  return (
    <Panel
      title={title}
      about={about}
      flush
      actions={
        <TextLink to="/p/$projectId/issues" params={{ projectId }} search={all} size="sm">
          View all
        </TextLink>
      }
    >
      {issues.length === 0 ? (
        <Empty title={none ?? 'None'} />
      ) : (
        issues.map((issue) => <IssueRow key={issue.id} issue={issue} days={days} />)
      )}
    </Panel>
  )
}

function IssueRow({ issue, days }: { issue: Issue; days: number }) {
  const projectId = useProjectId()
  const { trend, kind, severity, title } = issue
  const inPeriod = trend.daily.reduce((sum, { count }) => sum + count, 0)
  return (
    <PlainLink
      to="/p/$projectId/issues/$issueId"
      params={{ projectId, issueId: issue.id }}
      className={classes.issue}
    >
      <Box miw={0}>
        <Text size="sm" fw={540} lineClamp={2} dir="auto" className="fn-break">
          {title}
        </Text>
        <Group gap={8} mt={3}>
          <StatusLabel status={issue.status} />
          <KindLabel kind={kind} />
          {kind === 'problem' && <SeverityLabel severity={severity} />}
          <Text size="xs" c="dimmed" className="fn-number">
            {plural(inPeriod, 'observation')} · {plural(issue.user_count, 'user')}
          </Text>
        </Group>
      </Box>
      <Box className={classes.spark}>
        <Sparkline daily={trend.daily} days={days} />
      </Box>
      <Box className={classes.trend}>
        <WeeklyTrend issue={issue} />
      </Box>
    </PlainLink>
  )
}
