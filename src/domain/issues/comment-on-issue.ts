// Comments on issues. Authors may change their comments; owners may delete any.
import type { Comment } from '../../contract/issues/ownership.ts'
import type { Role } from '../../contract/labels.ts'
import type { PageQuery } from '../../contract/pages.ts'
import { notFound, Refusal } from '../../contract/refusal.ts'
import { isUuid } from '../../contract/validate.ts'
import {
  deleteCommentRow,
  insertComment,
  type ShownComment,
  selectComment,
  selectComments,
  updateCommentRow,
} from '../../db/issues/issue-comments.ts'
import { markDecided } from '../../db/issues/issues.ts'
import type { Tx } from '../../db/pool.ts'
import { selectMembersByEmail } from '../../db/projects/project-members.ts'
import { type Actor, audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { emit } from '../integrations/emit.ts'
import { notifyMembers } from '../integrations/notify-members.ts'
import { type Paged, page } from '../pages.ts'
import { type Change, requireUnmerged, underDigestLock } from './issue-decisions.ts'
import { requireIssue } from './read-issues.ts'

/** The account that writes and its role; the account is null for a token that belongs to no account. */
export type Writer = { accountId: string | null; role: Role }

const show = (row: ShownComment, writer: Writer): Comment => ({
  id: row.id,
  author: row.author,
  author_name: row.author_name ?? row.author,
  body: row.body,
  mentions: row.mentions,
  created_at: row.created_at.toISOString(),
  edited_at: row.edited_at?.toISOString() ?? null,
  own: isOwn(row, writer),
})

const isOwn = ({ author_id }: ShownComment, { accountId }: Writer): boolean =>
  accountId === null || author_id === accountId

export async function listComments(
  deps: Deps,
  projectId: string,
  issueId: string,
  query: PageQuery,
  writer: Writer,
): Promise<Paged<Comment>> {
  const { id } = await requireIssue(deps.db, projectId, issueId)
  return page(
    query,
    (at) => selectComments(deps.db, projectId, id, at),
    (row) => row.id,
    (row) => show(row, writer),
  )
}

export function createComment(
  deps: Deps,
  actor: Actor,
  projectId: string,
  issueId: string,
  { body, writer }: { body: string; writer: Writer },
): Promise<Comment> {
  return underDigestLock(deps, projectId, async ({ tx, version }) => {
    const issue = await requireUnmerged(tx, projectId, issueId)
    const id = deps.newId()
    const mentions = await mentionedIn(tx, projectId, body)
    const comment = {
      id,
      issue_id: issue.id,
      author_id: writer.accountId,
      author: actor,
      body,
      created_at: deps.now(),
    }
    await insertComment(tx, projectId, comment, mentions)
    await markDecided(tx, projectId, [issue.id], version) // an issue that people discuss must not be merged away
    const facts = { comment_id: id, mentions: mentions.length }
    await audit(tx, deps, projectId, { actor, action: 'issue.commented', subjectId: issue.id, facts })
    await emit(tx, deps, projectId, commented(issue.id, id, actor))
    await notifyMembers(tx, deps, actor, projectId, commented(issue.id, id, actor), mentions)
    return show(await requireComment(tx, projectId, issue.id, id), writer)
  })
}

const commented = (issueId: string, commentId: string, actor: Actor) => ({
  type: 'issue.commented' as const,
  issueId,
  facts: { comment_id: commentId, by: actor },
})

type OneComment = { issueId: string; commentId: string; writer: Writer }

export function updateComment(
  deps: Deps,
  actor: Actor,
  projectId: string,
  { issueId, commentId, writer, body }: OneComment & { body: string },
): Promise<Comment> {
  return onComment(deps, projectId, { issueId, commentId, writer }, async ({ tx }, comment) => {
    if (!isOwn(comment, writer)) throw notYours('change')
    const mentions = await mentionedIn(tx, projectId, body)
    await updateCommentRow(tx, projectId, comment.id, { body, mentions, at: deps.now() })
    const facts = { comment_id: comment.id }
    const subjectId = comment.issue_id
    await audit(tx, deps, projectId, { actor, action: 'issue.comment_changed', subjectId, facts })
    const before = comment.mentions.map(({ account_id }) => account_id)
    const added = mentions.filter((accountId) => !before.includes(accountId))
    await notifyMembers(tx, deps, actor, projectId, commented(subjectId, comment.id, actor), added)
    return show(await requireComment(tx, projectId, comment.issue_id, comment.id), writer)
  })
}

export function deleteComment(deps: Deps, actor: Actor, projectId: string, one: OneComment): Promise<void> {
  return onComment(deps, projectId, one, async ({ tx }, comment) => {
    if (!isOwn(comment, one.writer) && one.writer.role !== 'owner') throw notYours('delete')
    await deleteCommentRow(tx, projectId, comment.id)
    const facts = { comment_id: comment.id, author: comment.author }
    const subjectId = comment.issue_id
    await audit(tx, deps, projectId, { actor, action: 'issue.comment_deleted', subjectId, facts })
  })
}

function onComment<T>(
  deps: Deps,
  projectId: string,
  { issueId, commentId }: OneComment,
  work: (change: Change, comment: ShownComment) => Promise<T>,
): Promise<T> {
  return underDigestLock(deps, projectId, async (change) => {
    const issue = await requireIssue(change.tx, projectId, issueId)
    return work(change, await requireComment(change.tx, projectId, issue.id, commentId))
  })
}

async function requireComment(tx: Tx, projectId: string, issueId: string, id: string): Promise<ShownComment> {
  const comment = isUuid(id) ? await selectComment(tx, projectId, issueId, id) : undefined
  if (!comment) throw notFound('comment')
  return comment
}

const MENTION = /(?<![\w.@])@([\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(?:\.[\w-]+)+)/g

/** The members that the text mentions by email address. Addresses of anybody else are plain text. */
async function mentionedIn(tx: Tx, projectId: string, body: string): Promise<string[]> {
  const emails = [...body.matchAll(MENTION)].map(([, email = '']) => email.toLowerCase())
  return emails.length === 0 ? [] : selectMembersByEmail(tx, projectId, [...new Set(emails)])
}

const notYours = (what: string): Refusal =>
  new Refusal('forbidden', `only whoever wrote this comment may ${what} it`)
