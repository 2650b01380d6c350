// Reads the events of a message, each with the current state of its issue, study, comment or answer.
import type { EventType, IssueKind, IssueStatus, Severity } from '../../contract/labels.ts'
import type { Tx } from '../pool.ts'

export type EventIssue = {
  id: string
  number: number
  title: string
  summary: string
  quotes: { observation_id: string; text: string }[]
  kind: IssueKind
  severity: Severity | null
  status: IssueStatus
  user_count: number
  observation_count: number
  first_seen: string | null
  last_seen: string | null
  assignee: { name: string; email: string } | null
  tickets: string[]
}

export type EventToSend = {
  id: string
  type: EventType
  at: Date
  facts: Record<string, unknown>
  issue: EventIssue | null
  study: { id: string; question: string; answer_count: number } | null
  comment: { id: string; body: string; author: string; mentions: string[] } | null
  answer: { id: string; user_id: string; answer: string } | null
}

export const EVENT_ISSUE = `jsonb_build_object('id', issue.id, 'number', issue.number, 'title', issue.title,
  'summary', issue.summary, 'quotes', issue.quotes, 'kind', issue.kind, 'severity', issue.severity,
  'status', issue.status, 'user_count', issue.user_count, 'observation_count', issue.observation_count,
  'first_seen', issue.first_seen, 'last_seen', issue.last_seen,
  'assignee', (SELECT jsonb_build_object('name', name, 'email', email) FROM account_user
               WHERE account_user.id = issue.assignee_id),
  'tickets', coalesce((SELECT jsonb_agg(url ORDER BY t.id) FROM issue_ticket t
                       WHERE t.project_id = issue.project_id AND t.issue_id = issue.id), '[]'))`

/** In chronological order. Leaves out events whose subject was deleted. */
export async function selectEventsToSend(
  tx: Tx,
  projectId: string,
  messageId: string,
): Promise<EventToSend[]> {
  const { rows } = await tx.query<EventToSend>(
    `SELECT e.id, e.type, e.at, e.facts,
       CASE WHEN issue.id IS NOT NULL THEN ${EVENT_ISSUE} END AS issue,
       CASE WHEN study.id IS NOT NULL THEN jsonb_build_object('id', study.id, 'question', study.question,
         'answer_count', study.answer_count) END AS study,
       CASE WHEN c.id IS NOT NULL THEN jsonb_build_object('id', c.id, 'body', c.body,
         'author', coalesce(writer.name, c.author), 'mentions', coalesce((
           SELECT jsonb_agg(email) FROM account_user WHERE account_user.id = ANY(c.mentions)), '[]')) END AS comment,
       CASE WHEN a.id IS NOT NULL THEN jsonb_build_object('id', a.id, 'user_id', a.user_id, 'answer', a.answer)
       END AS answer
     FROM event_queue q JOIN event e ON e.project_id = q.project_id AND e.id = q.event_id
     LEFT JOIN issue ON issue.project_id = e.project_id AND issue.id = e.issue_id
     LEFT JOIN study ON study.project_id = e.project_id AND study.id = e.study_id
     LEFT JOIN issue_comment c ON c.project_id = e.project_id AND c.id = (e.facts ->> 'comment_id')::uuid
     LEFT JOIN account_user writer ON writer.id = c.author_id
     LEFT JOIN answer a ON a.project_id = e.project_id AND a.study_id = e.study_id
       AND a.id = (e.facts ->> 'answer_id')::uuid
     WHERE q.project_id = $1 AND q.message_id = $2
       AND (e.issue_id IS NULL OR issue.id IS NOT NULL) AND (e.study_id IS NULL OR study.id IS NOT NULL)
       AND (NOT e.facts ? 'comment_id' OR c.id IS NOT NULL) AND (NOT e.facts ? 'answer_id' OR a.id IS NOT NULL)
     ORDER BY e.at, e.id`,
    [projectId, messageId],
  )
  return rows
}
