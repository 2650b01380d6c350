// The issue's figures, and the reasons for its severity.
import { Box, Group, List, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { IssueDetail } from '../../../../../src/contract/issues/issues.ts'
import { SENTIMENTS } from '../../../../../src/contract/labels.ts'
import { Fact, Facts } from '../../../components/facts.tsx'
import { WeeklyTrend } from '../../../components/issues/issue-marks.tsx'
import {
  KindLabel,
  SentimentBar,
  SentimentLabel,
  SeverityLabel,
  TagLabel,
} from '../../../components/labels.tsx'
import { Panel } from '../../../components/panel.tsx'
import { Ago } from '../../../components/time.tsx'
import { capitalized, formatNumber, plural } from '../../../format.ts'
import { useProjectId } from '../../../session/project.ts'
import { AssigneeMenu } from '../ownership/assignee-menu.tsx'
import { Tickets } from '../ownership/tickets.tsx'
import classes from './issue-facts.module.css'
import { KindMenu, SeverityMenu } from './judgment-menus.tsx'

export function IssueFacts({ issue, mayEdit }: { issue: IssueDetail; mayEdit: boolean }) {
  const { trend } = issue
  return (
    <Panel title="Details">
      <Stack gap="sm">
        <Facts>
          <Fact name="Assignee">
            <AssigneeMenu issue={issue} mayEdit={mayEdit} />
          </Fact>
          <Fact name="Observations">{formatNumber(issue.observation_count)}</Fact>
          <Fact name="Users">{formatNumber(issue.user_count)}</Fact>
          <Fact name="Last 7 days">
            <Group gap={8} justify="flex-end">
              {formatNumber(trend.last_7_days)}
              <WeeklyTrend issue={issue} />
            </Group>
          </Fact>
          <Fact name="First seen">{issue.first_seen ? <Ago at={issue.first_seen} /> : '–'}</Fact>
          <Fact name="Last seen">{issue.last_seen ? <Ago at={issue.last_seen} /> : '–'}</Fact>
          {issue.regressed_at && (
            <Fact name="Regressed">
              <Ago at={issue.regressed_at} />
            </Fact>
          )}
          <Fact name="Kind">{mayEdit ? <KindMenu issue={issue} /> : <KindLabel kind={issue.kind} />}</Fact>
          {issue.severity && (
            <Fact name="Severity">
              {mayEdit ? <SeverityMenu issue={issue} /> : <SeverityLabel severity={issue.severity} />}
            </Fact>
          )}
        </Facts>
        {issue.severity_by === 'person' && <Reasons reasons={['set by your team']} />}
        {issue.severity_reasons.length > 0 && <Reasons reasons={issue.severity_reasons} />}
        <Tickets issue={issue} mayEdit={mayEdit} />
        <Sentiments issue={issue} />
        {issue.tags.length > 0 && <Tags tags={issue.tags} />}
      </Stack>
    </Panel>
  )
}

function Heading({ children }: { children: string }) {
  return (
    <Text size="xs" c="dimmed" mb={4}>
      {children}
    </Text>
  )
}

function Reasons({ reasons }: { reasons: string[] }) {
  return (
    <Box>
      <Heading>Why this severity</Heading>
      <List size="sm" spacing={2}>
        {reasons.map((reason) => (
          <List.Item key={reason}>{capitalized(reason)}</List.Item>
        ))}
      </List>
    </Box>
  )
}

function Sentiments({ issue }: { issue: IssueDetail }) {
  const projectId = useProjectId()
  return (
    <Box>
      <Heading>Sentiment</Heading>
      <SentimentBar counts={issue.sentiment_counts} />
      <Stack gap={2} mt={8}>
        {SENTIMENTS.filter((sentiment) => issue.sentiment_counts[sentiment] > 0).map((sentiment) => (
          <Link
            key={sentiment}
            to="/p/$projectId/observations"
            params={{ projectId }}
            search={{ issue: issue.id, sentiment }}
            className={classes.sentiment}
          >
            <SentimentLabel sentiment={sentiment} />
            <Text size="xs" className="fn-number">
              {formatNumber(issue.sentiment_counts[sentiment])}
            </Text>
          </Link>
        ))}
      </Stack>
    </Box>
  )
}

function Tags({ tags }: { tags: IssueDetail['tags'] }) {
  const projectId = useProjectId()
  return (
    <Box>
      <Heading>Tags</Heading>
      <Group gap={6}>
        {tags.map(({ id, label, color, observation_count }) => (
          <Link
            key={id}
            to="/p/$projectId/issues"
            params={{ projectId }}
            search={{ tag: id }}
            className={classes.tag}
          >
            <TagLabel
              label={label}
              color={color ?? undefined}
              title={`${label}: on ${plural(observation_count, 'observation')}. Show all issues with this tag.`}
            />
          </Link>
        ))}
      </Group>
    </Box>
  )
}
