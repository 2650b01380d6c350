// /api/projects/{project_id}/issues

import { IssueApart, IssueMerge, IssueSplit, IssueUpdate } from '../../contract/issues/issue-changes.ts'
import { ISSUE, ISSUE_DETAIL } from '../../contract/issues/issue-examples.ts'
import {
  Issue,
  IssueCounts,
  IssueCountsQuery,
  IssueDetail,
  IssuesQuery,
} from '../../contract/issues/issues.ts'
import { LIMITS } from '../../contract/limits.ts'
import { PageOf } from '../../contract/pages.ts'
import { exactBody } from '../../contract/validate.ts'
import { updateIssue } from '../../domain/issues/change-issues.ts'
import { keepIssuesApart, mergeIssue, unmergeIssue } from '../../domain/issues/merge-issues.ts'
import { countIssues, getIssue, listIssues, markIssueSeen } from '../../domain/issues/read-issues.ts'
import { splitIssue } from '../../domain/issues/split-issue.ts'
import { listQuery } from '../list-query.ts'
import type { AdminOperation } from '../operation.ts'
import { issueInPath, LIST, noSuchIssue, ONE, tag } from './issue-in-path.ts'

const query = listQuery(IssuesQuery)
const countsQuery = listQuery(IssueCountsQuery)
const updateBody = exactBody(IssueUpdate)
const mergeBody = exactBody(IssueMerge)
const splitBody = exactBody(IssueSplit)
const apartBody = exactBody(IssueApart)

const merged = {
  conflict: 'The issue was merged into another, or the change is not possible; `detail` says which.',
}

const answers = (description: string, status = 200) => ({
  status,
  description,
  schema: IssueDetail,
  example: ISSUE_DETAIL,
})

export const issueOperations: AdminOperation[] = [
  {
    method: 'GET',
    role: 'viewer',
    path: LIST,
    operationId: 'list_issues',
    summary: 'List issues',
    description: 'Filters combine; unknown ones are refused. Merged issues are not listed.',
    tag,
    query: IssuesQuery,
    success: {
      status: 200,
      description: `Sorted as asked, last seen first by default, each with its last ${LIMITS.periodDays} days.`,
      schema: PageOf(Issue),
      example: { items: [ISSUE], next_cursor: null },
    },
    async handle({ deps, projectId, account }, request) {
      return { body: await listIssues(deps, projectId, query(request), account) }
    },
  },
  {
    method: 'GET',
    role: 'viewer',
    path: `${LIST}/counts`,
    operationId: 'count_issues',
    summary: 'Count issues by status',
    description: 'Takes the filters of the list.',
    tag,
    query: IssueCountsQuery,
    success: {
      status: 200,
      description: 'The number of issues of each status. Merged issues are not counted.',
      schema: IssueCounts,
      example: { open: 31, acknowledged: 4, planned: 9, resolved: 112, ignored: 6 },
    },
    async handle({ deps, projectId, account }, request) {
      return { body: await countIssues(deps, projectId, countsQuery(request), account) }
    },
  },
  {
    method: 'GET',
    role: 'viewer',
    path: ONE,
    operationId: 'get_issue',
    summary: 'Read an issue',
    description: 'By its id or its number, such as `142`, as in every path with an issue.',
    tag,
    success: answers('The issue with its tags, similar issues and suggested merges.'),
    refusals: noSuchIssue,
    async handle({ deps, projectId }, request) {
      return { body: await getIssue(deps, projectId, await issueInPath({ deps, projectId }, request)) }
    },
  },
  {
    method: 'POST',
    role: 'editor',
    path: `${ONE}/seen`,
    operationId: 'mark_issue_seen',
    summary: 'Record that a person opened an issue',
    description: 'From then on the issue keeps its id. The console calls this; reading an issue does not.',
    tag,
    success: { status: 204, description: 'Noted.' },
    refusals: noSuchIssue,
    async handle(context, request) {
      await markIssueSeen(context.deps, context.projectId, await issueInPath(context, request))
      return {}
    },
  },
  {
    method: 'PATCH',
    role: 'editor',
    path: ONE,
    operationId: 'update_issue',
    summary: 'Rename an issue, correct its kind or severity, change its status, or assign it',
    description:
      'The digest keeps what a person sets. A resolved issue that is observed again reopens as a regression.',
    tag,
    body: { schema: IssueUpdate, example: { status: 'planned', status_note: 'In the April release.' } },
    success: answers('The issue after the change.'),
    refusals: { ...noSuchIssue, ...merged },
    async handle(context, request) {
      const { deps, projectId, actor } = context
      const id = await issueInPath(context, request)
      return { body: await updateIssue(deps, actor, projectId, id, updateBody.parse(request.body)) }
    },
  },
  {
    method: 'POST',
    role: 'editor',
    path: `${ONE}/merge`,
    operationId: 'merge_issue',
    summary: 'Merge an issue into another',
    tag,
    body: { schema: IssueMerge, example: { into: ISSUE.id } },
    success: answers('The issue that remains.'),
    refusals: { ...noSuchIssue, ...merged },
    async handle(context, request) {
      const { deps, projectId, actor } = context
      const id = await issueInPath(context, request)
      return { body: await mergeIssue(deps, actor, projectId, id, mergeBody.parse(request.body).into) }
    },
  },
  {
    method: 'POST',
    role: 'editor',
    path: `${ONE}/unmerge`,
    operationId: 'unmerge_issue',
    summary: 'Undo the merge of an issue into another',
    description: 'Its observations return, and the two are kept apart from then on.',
    tag,
    success: answers('The separate issue.'),
    refusals: { ...noSuchIssue, conflict: 'No person merged this issue into another.' },
    async handle({ deps, projectId, actor }, request) {
      return {
        body: await unmergeIssue(deps, actor, projectId, await issueInPath({ deps, projectId }, request)),
      }
    },
  },
  {
    method: 'POST',
    role: 'editor',
    path: `${ONE}/split`,
    operationId: 'split_issue',
    summary: 'Move some observations of an issue to a new one',
    tag,
    body: { schema: IssueSplit, example: { observation_ids: [ISSUE.quotes[0]?.observation_id] } },
    success: answers('The new issue.', 201),
    refusals: { ...noSuchIssue, ...merged },
    async handle(context, request) {
      const { deps, projectId, actor } = context
      const id = await issueInPath(context, request)
      return { body: await splitIssue(deps, actor, projectId, id, splitBody.parse(request.body)) }
    },
  },
  {
    method: 'POST',
    role: 'editor',
    path: `${ONE}/keep-apart`,
    operationId: 'keep_issues_apart',
    summary: 'Refuse a suggested merge',
    description: 'The digest never merges the two, nor suggests it again.',
    tag,
    body: { schema: IssueApart, example: { from: ISSUE_DETAIL.similar[0]?.issue_id } },
    success: answers('The issue.'),
    refusals: { ...noSuchIssue, ...merged },
    async handle(context, request) {
      const { deps, projectId, actor } = context
      const id = await issueInPath(context, request)
      return { body: await keepIssuesApart(deps, actor, projectId, id, apartBody.parse(request.body).from) }
    },
  },
]
