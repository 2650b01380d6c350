// The apps that a member connected; only that member sees and disconnects them.
import type { Grant } from '../../contract/accounts/oauth.ts'
import { OAUTH_SCOPES } from '../../contract/labels.ts'
import type { PageQuery } from '../../contract/pages.ts'
import { notFound } from '../../contract/refusal.ts'
import { isUuid } from '../../contract/validate.ts'
import {
  deleteGrant,
  deleteGrants,
  type GrantRow,
  selectGrant,
  selectGrantOf,
  selectGrants,
} from '../../db/accounts/oauth-grants.ts'
import { inTransaction, type Tx } from '../../db/pool.ts'
import { type Actor, audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { type Paged, page } from '../pages.ts'

const SHOWN_NAME = 80 // characters: enough for a name

/** The app's name without invisible characters and characters that change text direction. */
export function clientName(name: string | null): string {
  const plain = name?.replaceAll(/[\p{C}\p{Z}\s]+/gu, ' ').trim() ?? ''
  return [...plain].slice(0, SHOWN_NAME).join('') || 'Unnamed application'
}

/** The host of an app whose id is an https address: it was fetched from there, so it is true. */
export const clientHost = (clientId: string, discoveryId: string | null): string | null =>
  discoveryId !== null && URL.canParse(clientId) ? new URL(clientId).host : null

const show = (row: GrantRow): Grant => ({
  id: row.id,
  client_name: clientName(row.client_name),
  client_host: clientHost(row.client_id, row.client_discovery_id),
  project_id: row.project_id,
  project_name: row.project_name,
  scopes: OAUTH_SCOPES.filter((scope) => row.scopes.includes(scope)),
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
})

export function listGrants(deps: Deps, accountId: string, query: PageQuery): Promise<Paged<Grant>> {
  return page(
    query,
    (at) => selectGrants(deps.db, accountId, at),
    (row) => row.id,
    show,
  )
}

/** Takes effect at once on every process: the grant's tokens are deleted, and tokens are looked up on each request. */
export async function revokeGrant(deps: Deps, actor: Actor, accountId: string, id: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const row = isUuid(id) ? await selectGrant(tx, accountId, id) : undefined
    if (!row || !(await deleteGrant(tx, accountId, id))) throw notFound('connected application')
    await noteDisconnected(tx, deps, actor, row)
  })
}

/** Every app that acts for the account, in every project. */
export async function revokeGrants(tx: Tx, deps: Deps, actor: Actor, accountId: string): Promise<void> {
  for (const row of await deleteGrants(tx, accountId)) await noteDisconnected(tx, deps, actor, row)
}

async function noteDisconnected(tx: Tx, deps: Deps, actor: Actor, row: GrantRow): Promise<void> {
  const facts = { name: clientName(row.client_name) }
  const entry = { actor, action: 'application.disconnected', subjectId: row.id, facts }
  await audit(tx, deps, row.project_id, entry)
}

/** Records the new connection for the project's other members. */
export async function noteGrant(
  deps: Deps,
  actor: Actor,
  projectId: string,
  grant: { accountId: string; clientId: string },
): Promise<void> {
  const row = await selectGrantOf(deps.db, grant.accountId, projectId, grant.clientId)
  if (!row) return
  const { client_name, scopes } = show(row)
  await audit(deps.db, deps, projectId, {
    actor,
    action: 'application.connected',
    subjectId: row.id,
    facts: { name: client_name, scopes },
  })
}
