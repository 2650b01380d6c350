// What an issue is, in a line below its title.
import { CopyButton, Group, Text, Tooltip, UnstyledButton } from '@mantine/core'
import type { Issue } from '../../../../../src/contract/issues/issues.ts'
import { IssueNumber } from '../../../components/issues/issue-marks.tsx'
import { KindLabel, RegressedLabel, SeverityLabel, StatusLabel } from '../../../components/labels.tsx'
import { Ago } from '../../../components/time.tsx'
import { plural } from '../../../format.ts'
import { useProjectId } from '../../../session/project.ts'

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

/** The number of an issue, which is also its address for others: clicking it copies that. */
function IssueLink({ number }: { number: number }) {
  const address = `${window.location.origin}/p/${useProjectId()}/issues/${number}`
  return (
    <CopyButton value={address} timeout={1_500}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : 'Copy link'}>
          <UnstyledButton onClick={copy} aria-label={`Copy link to #${number}`}>
            <IssueNumber number={number} />
          </UnstyledButton>
        </Tooltip>
      )}
    </CopyButton>
  )
}
