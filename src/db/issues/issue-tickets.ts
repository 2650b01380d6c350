// Statements on the tickets of issues in the team's own tracker.
import type { Tx } from '../pool.ts'

export type TicketRow = { id: string; issue_id: string; url: string; added_by: string; added_at: Date }

export async function insertTicket(tx: Tx, projectId: string, row: TicketRow): Promise<void> {
  await tx.query(
    `INSERT INTO issue_ticket (project_id, id, issue_id, linked_on, url, added_by, added_at)
     VALUES ($1, $2, $3, $3, $4, $5, $6)`,
    [projectId, row.id, row.issue_id, row.url, row.added_by, row.added_at],
  )
}

/** Tickets of each issue, the oldest first. */
export async function selectTickets(tx: Tx, projectId: string, issueIds: string[]): Promise<TicketRow[]> {
  const { rows } = await tx.query<TicketRow>(
    `SELECT id, issue_id, url, added_by, added_at FROM issue_ticket
     WHERE project_id = $1 AND issue_id = ANY($2::uuid[]) ORDER BY id`,
    [projectId, issueIds],
  )
  return rows
}

export async function deleteTicket(
  tx: Tx,
  projectId: string,
  issueId: string,
  id: string,
): Promise<{ url: string } | undefined> {
  const { rows } = await tx.query<{ url: string }>(
    'DELETE FROM issue_ticket WHERE project_id = $1 AND issue_id = $2 AND id = $3 RETURNING url',
    [projectId, issueId, id],
  )
  return rows[0]
}
