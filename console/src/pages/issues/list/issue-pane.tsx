// The current issue next to the list, on wide screens.
import { Box, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import type { IssueDetail } from '../../../../../src/contract/issues/issues.ts'
import { IconButton } from '../../../components/icon-button.tsx'
import type { PickableIssue } from '../../../components/issues/issue-picker.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import { Loaded, Rows } from '../../../components/states.tsx'
import { useFilters } from '../../../filters.ts'
import { plural } from '../../../format.ts'
import { IconArrowUpRight, IconX } from '../../../icons/tabler.ts'
import { useResource } from '../../../queries.ts'
import { useMay, useProjectId } from '../../../session/project.ts'
import { IssueActions } from '../detail/issue-actions.tsx'
import { IssueFacts } from '../detail/issue-facts.tsx'
import { IssueLabels } from '../detail/issue-labels.tsx'
import { IssueSummary } from '../detail/issue-summary.tsx'
import { IssueTitle } from '../detail/issue-title.tsx'
import { IssueTrend } from '../detail/issue-trend.tsx'
import { MergeDialog } from '../merges/merge-dialog.tsx'
import { SuggestedMerges } from '../merges/suggested-merges.tsx'
import classes from './issue-pane.module.css'

export function IssuePane({ issueId }: { issueId: string }) {
  const [, change] = useFilters()
  const issue = useResource(['issues', issueId])
  // While the next issue loads, the cache still returns the previous one.
  const shown = issue.data?.id === issueId ? issue : { ...issue, data: undefined }
  return (
    <Box component="section" aria-label="Selected issue" className={classes.pane}>
      <Box className={classes.close}>
        <IconButton label="Close" onClick={() => change({ open: undefined })}>
          <IconX size={16} />
        </IconButton>
      </Box>
      <Loaded of={shown} loading={<Rows count={6} height={40} />}>
        {(detail) => <Shown key={issueId} issue={detail} />}
      </Loaded>
    </Box>
  )
}

function Shown({ issue }: { issue: IssueDetail }) {
  const projectId = useProjectId()
  const [, change] = useFilters()
  const mayEdit = useMay('editor') && issue.merged_into === null
  const [merging, setMerging] = useState<readonly PickableIssue[]>([])
  const mergeWith = (...others: PickableIssue[]) => setMerging([issue, ...others])
  return (
    <Stack>
      <div className={classes.head}>
        <IssueTitle issue={issue} mayEdit={mayEdit} order={2} />
        <IssueLabels issue={issue} />
      </div>
      <Group gap="xs">
        {mayEdit && <IssueActions issue={issue} onMerge={() => mergeWith()} />}
        <ButtonLink
          to="/p/$projectId/issues/$issueId"
          params={{ projectId, issueId: issue.id }}
          variant="default"
          rightSection={<IconArrowUpRight size={15} />}
        >
          {plural(issue.observation_count, 'observation')}
        </ButtonLink>
      </Group>
      <SuggestedMerges issue={issue} mayEdit={mayEdit} onMerge={mergeWith} />
      <IssueSummary issue={issue} />
      <IssueTrend issue={issue} />
      <IssueFacts issue={issue} mayEdit={mayEdit} />
      <MergeDialog
        issues={merging}
        onClose={() => setMerging([])}
        onMerged={(into) => change({ open: into.id })}
      />
    </Stack>
  )
}
