// The gate of the team's endpoint: members, by an OAuth access token or a personal one, and the operator's admin token.
import type { FastifyRequest } from 'fastify'
import { ROLES, type Role, SCOPE_ROLES } from '../../contract/labels.ts'
import { Refusal } from '../../contract/refusal.ts'
import { ADMIN_TOKEN_ACTOR, isAdminToken } from '../../domain/accounts/admin-token.ts'
import { authenticateOauthToken, isOauthToken } from '../../domain/accounts/authenticate-oauth-token.ts'
import { authenticateAccessToken } from '../../domain/accounts/manage-access-tokens.ts'
import { clientName } from '../../domain/accounts/manage-grants.ts'
import type { AgentDeps, Deps } from '../../domain/deps.ts'
import { getProject } from '../../domain/projects/manage-projects.ts'
import { roleIn } from '../../domain/projects/roles.ts'
import { asAsked } from '../../http/address.ts'
import { pathParameter } from '../../http/operation.ts'
import type { RateLimit } from '../../http/rate-limit.ts'
import type { Gate } from '../../http/register.ts'
import { bearerToken, challenge, INVALID_TOKEN, lackingScope, refusedToken } from '../auth.ts'
import { linksInto, type TeamContext } from './context.ts'

export type TeamGateOptions = {
  deps: AgentDeps
  adminToken: string | null
  rateLimit: RateLimit
  baseUrl(): string
  /** Where a client learns how to get a token for the project; null if OAuth is not served. */
  metadataUrl(projectId: string): string | null
}

const READ = 'team:read'
const WRITE = 'team:write'

/** Both scopes: the member decides, and can leave out the second. */
const ASKED_FOR = `${READ} ${WRITE}`

type Member = Pick<TeamContext, 'role' | 'actor' | 'readOnly'> & { limitedBy: string }

export function teamGate(options: TeamGateOptions): Gate<TeamContext> {
  const { deps, rateLimit, baseUrl, metadataUrl } = options
  return async (request, reply) => {
    const projectId = pathParameter(request, 'project_id').toLowerCase()
    const url = metadataUrl(projectId)
    const metadata = url && asAsked(url, request)
    const { limitedBy, ...member } = await identify(options, request, projectId, metadata)
    const { limits } = await deps.cache.settings(projectId)
    rateLimit.take(reply, { callerId: limitedBy, projectId, limits })
    return { deps, projectId, ...member, links: linksInto(baseUrl(), projectId) }
  }
}

async function identify(
  { deps, adminToken }: TeamGateOptions,
  request: FastifyRequest,
  projectId: string,
  metadata: string | null,
): Promise<Member> {
  const token = bearerToken(request)
  if (token !== undefined && isAdminToken(token, adminToken)) return byAdminToken(deps, projectId)
  if (token !== undefined && isOauthToken(token) && metadata !== null)
    return byApplication(deps, token, projectId, metadata)
  const identity = token === undefined ? null : await authenticateAccessToken(deps, token)
  if (!identity) throw unauthorized(metadata)
  const { account, tokenName } = identity
  const role = await roleIn(deps, account.id, projectId)
  const actor = `token ${tokenName} of ${account.email}`
  return { role, actor, readOnly: tooLow(role), limitedBy: account.id }
}

async function byAdminToken(deps: Deps, projectId: string): Promise<Member> {
  await getProject(deps, projectId)
  return { role: 'owner', actor: ADMIN_TOKEN_ACTOR, readOnly: null, limitedBy: ADMIN_TOKEN_ACTOR }
}

async function byApplication(
  deps: Deps,
  token: string,
  projectId: string,
  metadata: string,
): Promise<Member> {
  const grant = await authenticateOauthToken(deps, token)
  // A token of another project is treated as invalid, so it reveals nothing about which projects exist.
  if (grant?.projectId !== projectId)
    throw refusedToken('unauthorized', INVALID_TOKEN, challenge(metadata, ASKED_FOR, 'invalid_token'))
  const { role, scopes, account, grantId } = grant
  if (!scopes.includes(READ))
    throw refusedToken('forbidden', lackingScope(READ), challenge(metadata, ASKED_FOR, 'insufficient_scope'))
  const actor = `app ${clientName(grant.clientName)} of ${account.email}`
  const readOnly = scopes.includes(WRITE) ? null : (tooLow(role) ?? lackingScope(WRITE))
  return { role, actor, readOnly, limitedBy: grantId }
}

/** Why this role may only read; null if it may write. */
function tooLow(role: Role): string | null {
  const needed = SCOPE_ROLES[WRITE]
  return ROLES.indexOf(role) >= ROLES.indexOf(needed)
    ? null
    : `this needs the role ${needed}; yours is ${role}`
}

const unauthorized = (metadata: string | null): Refusal =>
  new Refusal(
    'unauthorized',
    'send a personal access token or the admin token as Bearer, or connect with OAuth; API keys are not accepted here',
    {
      'WWW-Authenticate': metadata === null ? 'Bearer' : challenge(metadata, ASKED_FOR),
    },
  )
