// Issues that speak of something close to this one, the most similar first.
import { Button, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { IssueDetail } from '../../../../../src/contract/issues/issues.ts'
import { SUGGEST_MERGE_FROM } from '../../../../../src/contract/limits.ts'
import { Panel } from '../../../components/panel.tsx'
import { plural } from '../../../format.ts'
import { useProjectId } from '../../../session/project.ts'
import { useIssueActions } from '../use-issue-actions.ts'
import classes from './similar-issues.module.css'

type SimilarIssuesProps = { issue: IssueDetail; mayEdit: boolean }
type Similar = IssueDetail['similar'][number]

export function SimilarIssues({ issue, mayEdit }: SimilarIssuesProps) {
  const suggested = new Set(issue.suggested_merges.map(({ issue_id }) => issue_id))
  const similar = issue.similar.filter(({ issue_id }) => !suggested.has(issue_id))
  if (similar.length === 0) return null
  return (
    <Panel title="Similar issues">
      <Stack gap={2}>
        {similar.map((near) => (
          <SimilarIssue key={near.issue_id} near={near}>
            {mayEdit && near.score >= SUGGEST_MERGE_FROM && <MergeButton near={near} into={issue} />}
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
        <Text size="sm" className="fn-break">
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

function MergeButton({ near, into }: { near: Similar; into: IssueDetail }) {
  const { merge } = useIssueActions()
  const [busy, setBusy] = useState(false)
  const { issue_id: id, title } = near
  return (
    <Button
      size="compact-xs"
      variant="default"
      disabled={busy}
      onClick={() => {
        setBusy(true)
        void merge([{ id, title }], into).finally(() => setBusy(false))
      }}
      aria-label={`Merge “${title}” into this issue`}
    >
      Merge
    </Button>
  )
}
