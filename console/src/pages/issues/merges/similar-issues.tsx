// Similar issues, the most similar first.
import { Button, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { IssueDetail } from '../../../../../src/contract/issues/issues.ts'
import { WORTH_A_LOOK_FROM } from '../../../../../src/contract/limits.ts'
import type { PickableIssue } from '../../../components/issues/issue-picker.tsx'
import { Panel } from '../../../components/panel.tsx'
import { plural } from '../../../format.ts'
import { useProjectId } from '../../../session/project.ts'
import { sideOf } from './merge-dialog.tsx'
import classes from './similar-issues.module.css'

type SimilarIssuesProps = {
  issue: IssueDetail
  mayEdit: boolean
  /** Opens the dialog that merges this issue with another. */
  onMerge: (other: PickableIssue) => void
}
type Similar = IssueDetail['similar'][number]

export function SimilarIssues({ issue, mayEdit, onMerge }: SimilarIssuesProps) {
  const suggested = new Set(issue.suggested_merges.map(({ issue_id }) => issue_id))
  const similar = issue.similar.filter(({ issue_id }) => !suggested.has(issue_id))
  if (similar.length === 0) return null
  return (
    <Panel title="Similar issues">
      <Stack gap={2}>
        {similar.map((near) => (
          <SimilarIssue key={near.issue_id} near={near}>
            {mayEdit && near.score >= WORTH_A_LOOK_FROM && (
              <Button
                size="compact-xs"
                variant="default"
                className={classes.merge}
                onClick={() => onMerge(sideOf(near))}
                aria-label={`Merge with “${near.title}”`}
              >
                Merge…
              </Button>
            )}
          </SimilarIssue>
        ))}
      </Stack>
    </Panel>
  )
}

function SimilarIssue({ near, children }: { near: Similar; children: React.ReactNode }) {
  const projectId = useProjectId()
  return (
    <div className={classes.row}>
      <Link
        to="/p/$projectId/issues/$issueId"
        params={{ projectId, issueId: near.issue_id }}
        className={classes.similar}
      >
        <Text size="sm" dir="auto" className="fn-break">
          {near.title}
        </Text>
        <Text size="xs" c="dimmed">
          {plural(near.observation_count, 'observation')}
        </Text>
      </Link>
      {children}
    </div>
  )
}
