// What a member sees before granting access to an app: who asks, for which project, and what it could do there.
import type { ConsentShown } from '../../contract/accounts/oauth.ts'
import { isLoopbackHost } from '../../contract/accounts/oauth-address.ts'
import { type OauthScope, type Role, SCOPE_ROLES } from '../../contract/labels.ts'
import { LIMITS } from '../../contract/limits.ts'
import { notFound } from '../../contract/refusal.ts'
import { selectOauthClient } from '../../db/accounts/oauth-clients.ts'
import type { Deps } from '../deps.ts'
import { getProject, listProjectsOf } from '../projects/manage-projects.ts'
import { requireRole, roleIn } from '../projects/roles.ts'
import { scopesWithin } from './authenticate-oauth-token.ts'
import { clientHost, clientName } from './manage-grants.ts'

export type Asked = {
  clientId: string
  redirectUri: string
  /** Null if it names none, or one that does not exist. */
  projectId: string | null
  anyProject: boolean
  scopes: OauthScope[]
}

export async function readOauthRequest(deps: Deps, accountId: string, asked: Asked): Promise<ConsentShown> {
  const client = await selectOauthClient(deps.db, asked.clientId)
  if (!client) throw notFound('application')
  const projects = await choosableProjects(deps, accountId, asked)
  if (projects.length === 0) throw notFound('project')
  return {
    client_name: clientName(client.name),
    client_host: clientHost(client.client_id, client.client_discovery_id),
    ...whereTo(asked.redirectUri),
    scopes: asked.scopes,
    project_id: asked.projectId,
    projects: projects.map(({ id, name, role }) => ({
      id,
      name,
      role,
      scopes: scopesWithin(role, asked.scopes),
    })),
  }
}

type Choosable = { id: string; name: string; role: Role }

/** The requested project, or one page of the member's projects. */
async function choosableProjects(
  deps: Deps,
  accountId: string,
  { anyProject, projectId }: Asked,
): Promise<Choosable[]> {
  if (!anyProject && projectId === null) return []
  if (!anyProject && projectId !== null) {
    const role = await roleIn(deps, accountId, projectId)
    return [{ ...(await getProject(deps, projectId)), role }]
  }
  const all: Choosable[] = []
  for (let cursor: string | undefined; ; ) {
    const { items, next_cursor } = await listProjectsOf(deps, accountId, {
      limit: LIMITS.pageSizeMax,
      ...(cursor && { cursor }),
    })
    all.push(...items)
    if (next_cursor === null) return all
    cursor = next_cursor
  }
}

/** Refuses what the member's role does not allow. */
export async function requireScopes(
  deps: Deps,
  accountId: string,
  projectId: string,
  scopes: OauthScope[],
): Promise<void> {
  const role = await roleIn(deps, accountId, projectId)
  for (const scope of scopes) requireRole(SCOPE_ROLES[scope], role)
}

function whereTo(redirectUri: string): Pick<ConsentShown, 'redirect_to' | 'redirect_local'> {
  if (!URL.canParse(redirectUri)) throw notFound('application')
  const { protocol, host, hostname } = new URL(redirectUri)
  if (protocol !== 'https:' && protocol !== 'http:') return { redirect_to: protocol, redirect_local: true }
  return { redirect_to: host, redirect_local: isLoopbackHost(hostname) }
}
