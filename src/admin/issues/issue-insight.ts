// /api/projects/{project_id}/issues/{issue_id}: users, series and merged; and a status for many issues at once.

import { IssuesChange, IssuesChanged } from '../../contract/issues/issue-changes.ts'
import { ISSUE } from '../../contract/issues/issue-examples.ts'
import {
  IssueSeries,
  IssueSeriesQuery,
  IssueUser,
  IssueUsersQuery,
  MergedIssues,
} from '../../contract/issues/issue-insight.ts'
import { LIMITS } from '../../contract/limits.ts'
import { PageOf, PageQuery } from '../../contract/pages.ts'
import { OVERVIEW } from '../../contract/projects/overview-example.ts'
import { exactBody } from '../../contract/validate.ts'
import { changeIssues } from '../../domain/issues/change-issues.ts'
import { getIssueSeries, listIssueUsers, listMergedIssues } from '../../domain/issues/read-issue-insight.ts'
import { listQuery } from '../list-query.ts'
import type { AdminOperation } from '../operation.ts'
import { issueInPath, LIST, noSuchIssue, ONE, tag } from './issue-in-path.ts'

const usersQuery = listQuery(IssueUsersQuery)
const pageQuery = listQuery(PageQuery)
const seriesQuery = listQuery(IssueSeriesQuery)
const changeBody = exactBody(IssuesChange)

const MERGED = {
  id: ISSUE.id,
  title: ISSUE.title,
  merged_at: ISSUE.updated_at,
  merged_by: 'ann@example.com',
  observation_count: 12,
}

export const issueInsightOperations: AdminOperation[] = [
  {
    method: 'GET',
    role: 'viewer',
    path: `${ONE}/users`,
    operationId: 'list_issue_users',
    summary: 'List the end users of an issue',
    tag,
    query: IssueUsersQuery,
    success: {
      status: 200,
      description: 'Those with the most observations first.',
      schema: PageOf(IssueUser),
      example: { items: [{ user_id: 'user-42', observation_count: 3 }], next_cursor: null },
    },
    refusals: noSuchIssue,
    async handle(context, request) {
      const { deps, projectId } = context
      const id = await issueInPath(context, request)
      return { body: await listIssueUsers(deps, projectId, id, usersQuery(request)) }
    },
  },
  {
    method: 'GET',
    role: 'viewer',
    path: `${ONE}/series`,
    operationId: 'get_issue_series',
    summary: 'Read an issue per day and sentiment',
    tag,
    query: IssueSeriesQuery,
    success: {
      status: 200,
      description: 'Every day of the period.',
      schema: IssueSeries,
      example: { days: 1, series: OVERVIEW.series },
    },
    refusals: noSuchIssue,
    async handle({ deps, projectId }, request) {
      const { days = LIMITS.issueSeriesDays } = seriesQuery(request)
      return {
        body: await getIssueSeries(deps, projectId, await issueInPath({ deps, projectId }, request), days),
      }
    },
  },
  {
    method: 'GET',
    role: 'viewer',
    path: `${ONE}/merged`,
    operationId: 'list_merged_issues',
    summary: 'List the issues that people merged into an issue',
    description: '`unmerge` separates each of them again.',
    tag,
    query: PageQuery,
    success: {
      status: 200,
      description: `The latest merge first, ${LIMITS.mergedIssues} at most.`,
      schema: MergedIssues,
      example: { items: [MERGED], next_cursor: null },
    },
    refusals: noSuchIssue,
    async handle({ deps, projectId }, request) {
      const id = await issueInPath({ deps, projectId }, request)
      return { body: await listMergedIssues(deps, projectId, id, pageQuery(request)) }
    },
  },
  {
    method: 'POST',
    role: 'editor',
    path: `${LIST}/bulk`,
    operationId: 'change_issues',
    summary: 'Change the status or the assignee of many issues at once',
    description: 'All or none; the audit log has an entry for each.',
    tag,
    body: { schema: IssuesChange, example: { issue_ids: [ISSUE.id], status: 'acknowledged' } },
    success: {
      status: 200,
      description: 'The issues after the change, in the order of the ids.',
      schema: IssuesChanged,
      example: { items: [ISSUE] },
    },
    refusals: {
      not_found: 'No such project, or one of the issues is not in it.',
      conflict: 'One of the issues was merged into another; `detail` says which.',
    },
    async handle({ deps, projectId, actor }, request) {
      return { body: await changeIssues(deps, actor, projectId, changeBody.parse(request.body)) }
    },
  },
]
