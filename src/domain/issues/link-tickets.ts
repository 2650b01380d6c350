// Links an issue to the tickets in the team's own tracker, by address.
import type { IssueDetail } from '../../contract/issues/issues.ts'
import { LIMITS } from '../../contract/limits.ts'
import { conflict, invalid, notFound } from '../../contract/refusal.ts'
import { isUuid } from '../../contract/validate.ts'
import { deleteTicket, insertTicket, selectTickets } from '../../db/issues/issue-tickets.ts'
import { markDecided } from '../../db/issues/issues.ts'
import { type Actor, audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { requireUnmerged, underDigestLock } from './issue-decisions.ts'
import { getIssue, requireIssue } from './read-issues.ts'

/** Does nothing when the issue already has this address. */
export async function addTicket(
  deps: Deps,
  actor: Actor,
  projectId: string,
  issueId: string,
  address: string,
): Promise<IssueDetail> {
  const url = requireAddress(address)
  await underDigestLock(deps, projectId, async ({ tx, version }) => {
    const { id } = await requireUnmerged(tx, projectId, issueId)
    const tickets = await selectTickets(tx, projectId, [id])
    if (tickets.some((ticket) => ticket.url === url)) return
    if (tickets.length >= LIMITS.ticketsPerIssue)
      throw conflict(`an issue has at most ${LIMITS.ticketsPerIssue} tickets: remove one first`)
    const ticket = { id: deps.newId(), issue_id: id, url, added_by: actor, added_at: deps.now() }
    await insertTicket(tx, projectId, ticket)
    await markDecided(tx, projectId, [id], version)
    await audit(tx, deps, projectId, { actor, action: 'issue.ticket_added', subjectId: id, facts: { url } })
  })
  return getIssue(deps, projectId, issueId)
}

export async function removeTicket(
  deps: Deps,
  actor: Actor,
  projectId: string,
  issueId: string,
  ticketId: string,
): Promise<IssueDetail> {
  await underDigestLock(deps, projectId, async ({ tx }) => {
    const { id } = await requireIssue(tx, projectId, issueId)
    const gone = isUuid(ticketId) ? await deleteTicket(tx, projectId, id, ticketId) : undefined
    if (!gone) throw notFound('ticket')
    await audit(tx, deps, projectId, { actor, action: 'issue.ticket_removed', subjectId: id, facts: gone })
  })
  return getIssue(deps, projectId, issueId)
}

/** The address becomes a link on the issue's page, so only http and https are allowed. */
function requireAddress(sent: string): string {
  const address = sent.trim()
  if (/^https?:\/\//i.test(address) && URL.canParse(address)) return new URL(address).href
  throw invalid([{ loc: ['body', 'url'], msg: 'must be an http or https address', type: 'address' }])
}
