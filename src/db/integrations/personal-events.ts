// Statements on email to single members. Each has a target of their own in the project, created with their first event.
import type { Tx } from '../pool.ts'
import type { NewEvent } from './events.ts'

type Recipient = { accountId: string; targetId: string }

/**
 * Only for members who want email, and never for the actor (`by`: an email address, or a token's owner). Writes no
 * event without recipients.
 */
export async function insertPersonalEvent(
  tx: Tx,
  projectId: string,
  event: NewEvent,
  { recipients, by, readyAt }: { recipients: Recipient[]; by: string; readyAt: Date },
): Promise<void> {
  await tx.query({
    name: 'insert-personal-event',
    text: `WITH recipient AS (
             INSERT INTO event_target
               (project_id, id, account_id, name, format, address, rhythm, events, min_users, created_by, created_at)
             SELECT $1, item.target_id, item.account_id, 'Personal', 'email', '', 'each', '{}', 0, $9, $4
             FROM unnest($7::uuid[], $8::uuid[]) AS item (account_id, target_id)
             JOIN account_user u ON u.id = item.account_id AND u.personal_mail AND u.disabled_at IS NULL
             JOIN project_member m ON m.project_id = $1 AND m.account_id = u.id
             WHERE u.email <> $9 AND right($9, length(u.email) + 4) <> ' of ' || u.email
             ORDER BY item.account_id
             ON CONFLICT (account_id, project_id) WHERE account_id IS NOT NULL DO UPDATE SET name = excluded.name
             RETURNING id),
           new_event AS (
             INSERT INTO event (project_id, id, type, at, issue_id, facts)
             SELECT $1, $2, $3, $4, $5, $6 WHERE EXISTS (SELECT FROM recipient) RETURNING id, issue_id)
           INSERT INTO event_queue (project_id, event_id, target_id, issue_id, ready_at)
           SELECT $1, new_event.id, recipient.id, new_event.issue_id, $10 FROM new_event CROSS JOIN recipient`,
    values: [
      projectId,
      event.id,
      event.type,
      event.at,
      event.issueId,
      JSON.stringify(event.facts),
      recipients.map(({ accountId }) => accountId),
      recipients.map(({ targetId }) => targetId),
      by,
      readyAt,
    ],
  })
}
