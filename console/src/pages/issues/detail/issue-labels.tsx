// The issue's labels, below its title.
import { Group, Text } from '@mantine/core'
import type { Issue } from '../../../../../src/contract/issues/issues.ts'
import { KindLabel, RegressedLabel, SeverityLabel, StatusLabel } from '../../../components/labels.tsx'
import { Ago } from '../../../components/time.tsx'
import { plural } from '../../../format.ts'
import { IssueLink } from '../ownership/issue-link.tsx'

export function IssueLabels({ issue }: { issue: Issue }) {
  return (
    <Group gap={6} mt={6}>
      <IssueLink number={issue.number} />
      <StatusLabel status={issue.status} />
      <KindLabel kind={issue.kind} />
      <SeverityLabel severity={issue.severity} />
      {issue.regressed_at && <RegressedLabel />}
      <Text size="sm" component="span">
        {plural(issue.observation_count, 'observation')} from {plural(issue.user_count, 'user')}
        {issue.last_seen && (
          <>
            , last seen <Ago at={issue.last_seen} />
          </>
        )}
      </Text>
    </Group>
  )
}
