// The gate of the agents' MCP endpoint: a key, as everywhere, or an access token that a member allowed for the project.
import { Refusal } from '../contract/refusal.ts'
import { authenticateOauthToken, isOauthToken } from '../domain/accounts/authenticate-oauth-token.ts'
import type { AgentDeps } from '../domain/deps.ts'
import type { KeyUses } from '../domain/projects/key-uses.ts'
import { pathParameter } from '../http/operation.ts'
import { asAsked } from '../http/path.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import type { Gate } from '../http/register.ts'
import { bearerToken, challenge, INVALID_TOKEN, lackingScope, refusedToken } from './bearer.ts'
import type { ToolContext } from './tool.ts'

export type McpGateOptions = {
  deps: AgentDeps
  uses: KeyUses
  rateLimit: RateLimit
  byKey: Gate<ToolContext>
  /** Where a client finds out how to get a token for the project; null where OAuth is not served. */
  metadataUrl(projectId: string): string | null
}

const SCOPE = 'agent'

export function mcpGate({ deps, uses, rateLimit, byKey, metadataUrl }: McpGateOptions): Gate<ToolContext> {
  return async (request, reply) => {
    const projectId = pathParameter(request, 'project_id').toLowerCase()
    const found = metadataUrl(projectId)
    const metadata = found && asAsked(found, request)
    const token = bearerToken(request)
    if (token === undefined || !isOauthToken(token) || metadata === null)
      return byKey(request, reply).catch((error) => {
        throw metadata === null ? error : withChallenge(error, challenge(metadata, SCOPE))
      })
    const bearing = await authenticateOauthToken(deps, token)
    // A token of another project is no token here: it says nothing about which projects there are.
    if (bearing?.projectId !== projectId)
      throw refusedToken('unauthorized', INVALID_TOKEN, challenge(metadata, SCOPE, 'invalid_token'))
    if (!bearing.scopes.includes(SCOPE))
      throw refusedToken('forbidden', lackingScope(SCOPE), challenge(metadata, SCOPE, 'insufficient_scope'))
    rateLimit.take(bearing.grantId)
    return { deps, uses, projectId, callerId: bearing.grantId, keyId: null }
  }
}

/** First, because many clients look no further than the first word of the header. */
function withChallenge(error: unknown, first: string): unknown {
  if (!(error instanceof Refusal) || error.kind !== 'unauthorized') return error
  const own = error.headers['WWW-Authenticate']
  return new Refusal(error.kind, error.detail, {
    ...error.headers,
    'WWW-Authenticate': `${first}, ${own}`,
  })
}
