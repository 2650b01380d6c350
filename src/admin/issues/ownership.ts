// /api/projects/{project_id}/issues/{issue_id}: comments and tickets.
import { COMMENT, ISSUE_DETAIL, TICKET } from '../../contract/issues/issue-examples.ts'
import { IssueDetail } from '../../contract/issues/issues.ts'
import { Comment, CommentCreate, TicketCreate } from '../../contract/issues/ownership.ts'
import { PageOf, PageQuery } from '../../contract/pages.ts'
import { exactBody } from '../../contract/validate.ts'
import {
  createComment,
  deleteComment,
  listComments,
  updateComment,
  type Writer,
} from '../../domain/issues/comment-on-issue.ts'
import { addTicket, removeTicket } from '../../domain/issues/link-tickets.ts'
import { pathParameter } from '../../http/operation.ts'
import type { AdminContext } from '../auth.ts'
import { listQuery } from '../list-query.ts'
import type { AdminOperation } from '../operation.ts'
import { issueInPath, noSuchIssue, ONE, tag } from './issue-in-path.ts'

const pageQuery = listQuery(PageQuery)
const commentBody = exactBody(CommentCreate)
const ticketBody = exactBody(TicketCreate)

const noSuchComment = {
  not_found: 'No such project, no such issue in it, or no such comment on it.',
  forbidden: 'Somebody else wrote it.',
}
const merged = { conflict: 'The issue was merged into another.' }

const writerOf = ({ account, role }: AdminContext): Writer => ({ accountId: account?.id ?? null, role })

export const ownershipOperations: AdminOperation[] = [
  {
    method: 'GET',
    role: 'viewer',
    path: `${ONE}/comments`,
    operationId: 'list_comments',
    summary: 'List the comments on an issue',
    tag,
    query: PageQuery,
    success: {
      status: 200,
      description: 'Newest first, including those of issues that were merged into it.',
      schema: PageOf(Comment),
      example: { items: [COMMENT], next_cursor: null },
    },
    refusals: noSuchIssue,
    async handle(context, request) {
      const { deps, projectId } = context
      const id = await issueInPath(context, request)
      return { body: await listComments(deps, projectId, id, pageQuery(request), writerOf(context)) }
    },
  },
  {
    method: 'POST',
    role: 'editor',
    path: `${ONE}/comments`,
    operationId: 'create_comment',
    summary: 'Comment on an issue',
    tag,
    body: { schema: CommentCreate, example: { body: COMMENT.body } },
    success: { status: 201, description: 'The comment.', schema: Comment, example: COMMENT },
    refusals: { ...noSuchIssue, ...merged },
    async handle(context, request) {
      const { deps, actor, projectId } = context
      const { body } = commentBody.parse(request.body)
      const id = await issueInPath(context, request)
      return {
        body: await createComment(deps, actor, projectId, id, { body, writer: writerOf(context) }),
      }
    },
  },
  {
    method: 'PATCH',
    role: 'editor',
    path: `${ONE}/comments/{comment_id}`,
    operationId: 'update_comment',
    summary: 'Change your own comment',
    tag,
    body: { schema: CommentCreate, example: { body: COMMENT.body } },
    success: {
      status: 200,
      description: 'The comment after the change.',
      schema: Comment,
      example: COMMENT,
    },
    refusals: noSuchComment,
    async handle(context, request) {
      const { deps, actor, projectId } = context
      const { body } = commentBody.parse(request.body)
      const issueId = await issueInPath(context, request)
      const commentId = pathParameter(request, 'comment_id')
      const one = { issueId, commentId, writer: writerOf(context), body }
      return { body: await updateComment(deps, actor, projectId, one) }
    },
  },
  {
    method: 'DELETE',
    role: 'editor',
    path: `${ONE}/comments/{comment_id}`,
    operationId: 'delete_comment',
    summary: 'Delete your own comment',
    description: 'Owners may also delete those of others.',
    tag,
    success: { status: 204, description: 'Deleted.' },
    refusals: noSuchComment,
    async handle(context, request) {
      const { deps, actor, projectId } = context
      const issueId = await issueInPath(context, request)
      const commentId = pathParameter(request, 'comment_id')
      await deleteComment(deps, actor, projectId, { issueId, commentId, writer: writerOf(context) })
      return {}
    },
  },
  {
    method: 'POST',
    role: 'editor',
    path: `${ONE}/tickets`,
    operationId: 'add_ticket',
    summary: 'Link an issue to a ticket in your tracker',
    description: 'Linking the same address again changes nothing.',
    tag,
    body: { schema: TicketCreate, example: { url: TICKET.url } },
    success: {
      status: 200,
      description: 'The issue with its tickets.',
      schema: IssueDetail,
      example: ISSUE_DETAIL,
    },
    refusals: { ...noSuchIssue, conflict: 'The issue was merged into another, or has too many tickets.' },
    async handle(context, request) {
      const { deps, actor, projectId } = context
      const { url } = ticketBody.parse(request.body)
      return {
        body: await addTicket(deps, actor, projectId, await issueInPath(context, request), url),
      }
    },
  },
  {
    method: 'DELETE',
    role: 'editor',
    path: `${ONE}/tickets/{ticket_id}`,
    operationId: 'remove_ticket',
    summary: 'Remove the link to a ticket',
    tag,
    success: {
      status: 200,
      description: 'The issue with its remaining tickets.',
      schema: IssueDetail,
      example: ISSUE_DETAIL,
    },
    refusals: { not_found: 'No such project, no such issue in it, or no such ticket of it.' },
    async handle(context, request) {
      const { deps, actor, projectId } = context
      const id = await issueInPath(context, request)
      return {
        body: await removeTicket(deps, actor, projectId, id, pathParameter(request, 'ticket_id')),
      }
    },
  },
]
