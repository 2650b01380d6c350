// One issue: its description, its trend, affected users, and all actions.
import { Skeleton, Stack } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { IssueDetail } from '../../../../../src/contract/issues/issues.ts'
import { ApiError, api, projectPath } from '../../../api.ts'
import type { PickableIssue } from '../../../components/issues/issue-picker.tsx'
import { BackLink } from '../../../components/links.tsx'
import { usePageKeys } from '../../../components/lists/list-keys.ts'
import { Page } from '../../../components/page.tsx'
import { Panel } from '../../../components/panel.tsx'
import { Empty, Loaded, Rows } from '../../../components/states.tsx'
import { useResource } from '../../../queries.ts'
import { useMay, useProjectId } from '../../../session/project.ts'
import { lastInboxView } from '../issue-query.ts'
import { sayViewersMayNot } from '../may-not.ts'
import { MergeDialog } from '../merges/merge-dialog.tsx'
import { MergedIssues, MergedNotice } from '../merges/merged-issues.tsx'
import { SimilarIssues } from '../merges/similar-issues.tsx'
import { SuggestedMerges } from '../merges/suggested-merges.tsx'
import { Comments } from '../ownership/comments.tsx'
import { useIssueActions } from '../use-issue-actions.ts'
import { useIssueCommands } from '../use-issue-commands.ts'
import { IssueActions } from './issue-actions.tsx'
import { IssueFacts } from './issue-facts.tsx'
import { IssueHistory } from './issue-history.tsx'
import { IssueLabels } from './issue-labels.tsx'
import { IssueObservations } from './issue-observations.tsx'
import classes from './issue-page.module.css'
import { IssueSummary } from './issue-summary.tsx'
import { IssueTitle } from './issue-title.tsx'
import { IssueTrend } from './issue-trend.tsx'
import { IssueUsers } from './issue-users.tsx'

export function IssuePage() {
  const { issueId = '' } = useParams({ strict: false })
  const projectId = useProjectId()
  const issue = useResource(['issues', issueId])
  // While the next issue loads, the cache still returns the previous one.
  const shown = issue.isPlaceholderData ? { ...issue, data: undefined } : issue
  const above = (
    <BackLink to="/p/$projectId/issues" params={{ projectId }} search={lastInboxView(projectId)}>
      Issues
    </BackLink>
  )
  if (shown.error instanceof ApiError && shown.error.status === 404) return <NoSuchIssue above={above} />
  if (shown.data) return <IssueView key={issueId} issue={shown.data} above={above} />
  return (
    <Page title="Issue" heading={!shown.error && <Skeleton height={30} maw={520} />} above={above}>
      <Loaded of={shown} loading={<IssueLoading />}>
        {() => null}
      </Loaded>
    </Page>
  )
}

function IssueView({ issue, above }: { issue: IssueDetail; above: React.ReactNode }) {
  const navigate = useNavigate()
  const projectId = useProjectId()
  /** This issue and, if known, the other one. */
  const [merging, setMerging] = useState<readonly PickableIssue[]>([])
  const mergeWith = (...others: PickableIssue[]) => setMerging([issue, ...others])
  const isMerged = issue.merged_into !== null
  const isEditor = useMay('editor')
  const mayEdit = isEditor && !isMerged
  useNoteSeen(issue.id, mayEdit)
  const onlyEditors = (action: () => void) => () => {
    if (mayEdit) action()
    else if (!isEditor) sayViewersMayNot()
  }
  const { setStatus, assign } = useIssueActions()
  usePageKeys([
    ['e', onlyEditors(() => void setStatus([issue], issue.status === 'resolved' ? 'open' : 'resolved'))],
    ['m', onlyEditors(() => mergeWith())],
  ])
  useIssueCommands({
    issues: mayEdit ? [issue] : [],
    setStatus: (status) => void setStatus([issue], status),
    assign: (person) => void assign([issue], person),
    merge: () => mergeWith(),
  })
  return (
    <Page
      title={issue.title}
      heading={<IssueTitle issue={issue} mayEdit={mayEdit} />}
      above={above}
      about={<IssueLabels issue={issue} />}
      actions={mayEdit && <IssueActions issue={issue} onMerge={() => mergeWith()} />}
    >
      <div className={classes.layout}>
        <Stack className={classes.main}>
          {issue.merged_into && <MergedNotice issue={issue} into={issue.merged_into} />}
          {!isMerged && <SuggestedMerges issue={issue} mayEdit={mayEdit} onMerge={mergeWith} />}
          <IssueSummary issue={issue} />
          {!isMerged && <IssueTrend issue={issue} />}
          <Comments issue={issue} mayEdit={mayEdit} />
        </Stack>
        <Stack className={classes.aside}>
          {!isMerged && (
            <>
              <IssueFacts issue={issue} mayEdit={mayEdit} />
              <IssueUsers issue={issue} />
              <SimilarIssues issue={issue} mayEdit={mayEdit} onMerge={mergeWith} />
              <MergedIssues issue={issue} mayEdit={mayEdit} />
            </>
          )}
          <IssueHistory issueId={issue.id} />
        </Stack>
        {!isMerged && (
          <div className={classes.observations}>
            <IssueObservations issue={issue} mayEdit={mayEdit} />
          </div>
        )}
      </div>
      <MergeDialog
        issues={merging}
        onClose={() => setMerging([])}
        onMerged={(into) =>
          void navigate({ to: '/p/$projectId/issues/$issueId', params: { projectId, issueId: into.id } })
        }
      />
    </Page>
  )
}

/** Only for editors who see the page, and not in a background tab or a prerendered page. */
function useNoteSeen(issueId: string, mayEdit: boolean): void {
  const projectId = useProjectId()
  useEffect(() => {
    if (!mayEdit) return
    const stop = () => document.removeEventListener('visibilitychange', note)
    function note() {
      if (document.visibilityState !== 'visible') return
      stop()
      api.post(projectPath(projectId, 'issues', issueId, 'seen')).catch(() => {}) // the next person who opens the issue marks it as seen
    }
    document.addEventListener('visibilitychange', note)
    note()
    return stop
  }, [projectId, issueId, mayEdit])
}

function NoSuchIssue({ above }: { above: React.ReactNode }) {
  return (
    <Page title="Issue not found" above={above}>
      <Panel>
        <Empty title="This issue may have been deleted">
          An issue is deleted when its last observation is erased.
        </Empty>
      </Panel>
    </Page>
  )
}

function IssueLoading() {
  return (
    <div className={classes.layout}>
      <Stack className={classes.main}>
        <Panel title="Summary">
          <Rows count={3} height={18} />
        </Panel>
        <Panel title="Over time">
          <Skeleton height={240} />
        </Panel>
      </Stack>
      <Stack className={classes.aside}>
        <Panel title="Details">
          <Rows count={6} height={16} />
        </Panel>
      </Stack>
    </div>
  )
}
