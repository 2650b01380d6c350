// One of two issues that may be the same, with what is needed to decide.
import { Group, Stack, Text } from '@mantine/core'
import type { Issue } from '../../../../../src/contract/issues/issues.ts'
import { IssueNumber } from '../../../components/issues/issue-marks.tsx'
import { KindLabel, SeverityLabel, StatusLabel } from '../../../components/labels.tsx'
import { TextLink } from '../../../components/links.tsx'
import { Ago } from '../../../components/time.tsx'
import { plural } from '../../../format.ts'
import { useProjectId } from '../../../session/project.ts'
import classes from './review-page.module.css'

export function SideOfPair({ issue, note }: { issue: Issue; note?: string }) {
  const projectId = useProjectId()
  return (
    <section className={classes.side} aria-label={`Issue #${issue.number}`}>
      <Group gap="xs" justify="space-between">
        <IssueNumber number={issue.number} />
        {note && (
          <Text size="xs" c="dimmed">
            {note}
          </Text>
        )}
      </Group>
      <TextLink
        to="/p/$projectId/issues/$issueId"
        params={{ projectId, issueId: issue.id }}
        fw={600}
        c="inherit"
        dir="auto"
        className="fn-break"
      >
        {issue.title}
      </TextLink>
      <Group gap="sm" my={6}>
        <SeverityLabel severity={issue.severity} />
        <KindLabel kind={issue.kind} />
        <StatusLabel status={issue.status} />
      </Group>
      <Text size="xs" c="dimmed">
        {plural(issue.observation_count, 'observation')} · {plural(issue.user_count, 'user')}
        {issue.last_seen && (
          <>
            {' '}
            · <Ago at={issue.last_seen} />
          </>
        )}
      </Text>
      <Stack gap="sm" mt="md">
        <Text size="sm" dir="auto" className="fn-break">
          {issue.summary}
        </Text>
        {issue.quotes.length > 0 && (
          <Text size="xs" c="dimmed" fw={600}>
            In agents’ words
          </Text>
        )}
        {issue.quotes.map(({ observation_id, text }) => (
          <Text key={observation_id} size="sm" c="dimmed" dir="auto" className={`${classes.quote} fn-break`}>
            “{text}”
          </Text>
        ))}
      </Stack>
    </section>
  )
}
