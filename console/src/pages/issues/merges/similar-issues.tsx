// Issues that speak of something close to this one.
import { Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { IssueDetail } from '../../../../../src/contract/issues/issues.ts'
import { Panel } from '../../../components/panel.tsx'
import { plural } from '../../../format.ts'
import { useProjectId } from '../../../session/project.ts'
import classes from './similar-issues.module.css'

export function SimilarIssues({ issue }: { issue: IssueDetail }) {
  const projectId = useProjectId()
  const suggested = new Set(issue.suggested_merges.map(({ issue_id }) => issue_id))
  const similar = issue.similar.filter(({ issue_id }) => !suggested.has(issue_id))
  if (similar.length === 0) return null
  return (
    <Panel title="Similar issues">
      <Stack gap={2}>
        {similar.map(({ issue_id, title, observation_count }) => (
          <Link
            key={issue_id}
            to="/p/$projectId/issues/$issueId"
            params={{ projectId, issueId: issue_id }}
            className={classes.similar}
          >
            <Text size="sm" className="fn-break">
              {title}
            </Text>
            <Text size="xs" c="dimmed">
              {plural(observation_count, 'observation')}
            </Text>
          </Link>
        ))}
      </Stack>
    </Panel>
  )
}
