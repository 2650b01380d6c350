// A short label for a ticket, from its address.
import type { Ticket } from '../../contract/issues/ownership.ts'
import type { TicketRow } from '../../db/issues/issue-tickets.ts'

export const showTicket = ({ id, url, added_by, added_at }: TicketRow): Ticket => ({
  id,
  url,
  label: ticketLabel(url),
  added_by,
  added_at: added_at.toISOString(),
})

/** `LED-142` for Jira and Linear, `#57` for GitHub and GitLab; otherwise the host. */
function ticketLabel(address: string): string {
  const { pathname, host } = new URL(address)
  const [, key] = /\/([A-Z][A-Z0-9_]+-\d+)(?:\/|$)/.exec(pathname) ?? []
  if (key) return key
  const [, number] = /\/(?:issues|pull|merge_requests|work_items)\/(\d+)(?:\/|$)/.exec(pathname) ?? []
  return number ? `#${number}` : host
}
