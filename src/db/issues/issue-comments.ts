// Statements on comments on issues.
import type { Assignee } from '../../contract/issues/ownership.ts'
import { type Page, pageOf } from '../page.ts'
import type { Tx } from '../pool.ts'

export type CommentRow = {
  id: string
  issue_id: string
  author_id: string | null
  author: string
  body: string
  created_at: Date
  edited_at: Date | null
}

/** With current names. */
export type ShownComment = CommentRow & { author_name: string | null; mentions: Assignee[] }

export async function insertComment(
  tx: Tx,
  projectId: string,
  row: Omit<CommentRow, 'edited_at'>,
  mentions: string[],
): Promise<void> {
  await tx.query(
    `INSERT INTO issue_comment (project_id, id, issue_id, written_on, author_id, author, body, mentions, created_at)
     VALUES ($1, $2, $3, $3, $4, $5, $6, $7, $8)`,
    [projectId, row.id, row.issue_id, row.author_id, row.author, row.body, mentions, row.created_at],
  )
}

export async function updateCommentRow(
  tx: Tx,
  projectId: string,
  id: string,
  { body, mentions, at }: { body: string; mentions: string[]; at: Date },
): Promise<void> {
  await tx.query(
    'UPDATE issue_comment SET body = $3, mentions = $4, edited_at = $5 WHERE project_id = $1 AND id = $2',
    [projectId, id, body, mentions, at],
  )
}

export async function deleteCommentRow(tx: Tx, projectId: string, id: string): Promise<void> {
  await tx.query('DELETE FROM issue_comment WHERE project_id = $1 AND id = $2', [projectId, id])
}

const COLUMNS = `comment.id, issue_id, author_id, author, writer.name AS author_name, body, comment.created_at, edited_at,
  coalesce((SELECT jsonb_agg(jsonb_build_object('account_id', named.id, 'name', named.name, 'email', named.email)
                             ORDER BY named.name)
            FROM account_user named WHERE named.id = ANY(mentions)), '[]') AS mentions`

export async function selectComments(
  tx: Tx,
  projectId: string,
  issueId: string,
  page: Page,
): Promise<ShownComment[]> {
  const { rows } = await tx.query<ShownComment>(
    `SELECT ${COLUMNS} FROM issue_comment comment LEFT JOIN account_user writer ON writer.id = author_id
     WHERE project_id = $1 AND issue_id = $2 AND ${pageOf('comment.id', 3)}
     ORDER BY comment.id DESC LIMIT $4`,
    [projectId, issueId, page.before, page.limit],
  )
  return rows
}

export async function selectComment(
  tx: Tx,
  projectId: string,
  issueId: string,
  id: string,
): Promise<ShownComment | undefined> {
  const { rows } = await tx.query<ShownComment>(
    `SELECT ${COLUMNS} FROM issue_comment comment LEFT JOIN account_user writer ON writer.id = author_id
     WHERE project_id = $1 AND issue_id = $2 AND comment.id = $3`,
    [projectId, issueId, id],
  )
  return rows[0]
}
