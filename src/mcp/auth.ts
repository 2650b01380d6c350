// The gate of the agents' MCP endpoint: an API key, as over REST, or an OAuth access token that a member granted for
// the project.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../contract/refusal.ts'
import { authenticateOauthToken, isOauthToken } from '../domain/accounts/authenticate-oauth-token.ts'
import type { AgentDeps } from '../domain/deps.ts'
import type { KeyUses } from '../domain/projects/authenticate-key.ts'
import { asAsked } from '../http/address.ts'
import type { ProjectQueues } from '../http/connections/project-queues.ts'
import { pathParameter } from '../http/operation.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import type { Gate } from '../http/register.ts'
import type { ToolContext } from './tool.ts'

export type McpGateOptions = {
  deps: AgentDeps
  uses: KeyUses
  rateLimit: RateLimit
  queues: ProjectQueues
  byKey: Gate<ToolContext>
  /** Where a client learns how to get a token for the project; null if OAuth is not served. */
  metadataUrl(projectId: string): string | null
}

const SCOPE = 'agent'

export function mcpGate({
  deps,
  uses,
  rateLimit,
  queues,
  byKey,
  metadataUrl,
}: McpGateOptions): Gate<ToolContext> {
  const metadataFor = (request: FastifyRequest): string | null => {
    const url = metadataUrl(pathParameter(request, 'project_id').toLowerCase())
    return url && asAsked(url, request)
  }
  const passByToken = async (
    request: FastifyRequest,
    reply: FastifyReply,
    token: string,
    metadata: string,
  ) => {
    const projectId = pathParameter(request, 'project_id').toLowerCase()
    const grant = await authenticateOauthToken(deps, token)
    // A token of another project gets the same answer as an invalid one, so it reveals nothing about which projects
    // exist.
    if (grant?.projectId !== projectId)
      throw refusedToken('unauthorized', INVALID_TOKEN, challenge(metadata, SCOPE, 'invalid_token'))
    if (!grant.scopes.includes(SCOPE))
      throw refusedToken('forbidden', lackingScope(SCOPE), challenge(metadata, SCOPE, 'insufficient_scope'))
    const { limits } = await deps.cache.settings(projectId)
    const caller = { projectId, callerId: grant.grantId, keyId: null, limits }
    rateLimit.take(reply, caller)
    await queues.enter(projectId, request.raw, reply.raw)
    return { deps, uses, ...caller }
  }
  return async (request, reply) => {
    const token = bearerToken(request)
    const metadata = token !== undefined && isOauthToken(token) ? metadataFor(request) : null
    if (token !== undefined && metadata !== null) return passByToken(request, reply, token, metadata)
    try {
      return await byKey(request, reply)
    } catch (error) {
      throw withChallenge(error, metadataFor(request))
    }
  }
}

/** Puts the OAuth challenge first, because many clients read only the first scheme in the header. */
function withChallenge(error: unknown, metadata: string | null): unknown {
  if (!(error instanceof Refusal) || error.kind !== 'unauthorized' || metadata === null) return error
  const own = error.headers['WWW-Authenticate']
  const first = challenge(metadata, SCOPE)
  return new Refusal(error.kind, error.detail, {
    ...error.headers,
    'WWW-Authenticate': `${first}, ${own}`,
  })
}

// Bearer tokens at the MCP endpoints, and the challenge that says where to get one.

/** The token of `Authorization: Bearer …`; undefined with another scheme or none. */
export function bearerToken({ headers }: FastifyRequest): string | undefined {
  const [, token] = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? []
  return token
}

/** The `WWW-Authenticate` value: where the metadata is and which scopes to ask for. */
export function challenge(metadata: string, scope: string, error?: string): string {
  const parts = [
    ...(error ? [`error="${error}"`] : []),
    `resource_metadata="${metadata}"`,
    `scope="${scope}"`,
  ]
  return `Bearer ${parts.join(', ')}`
}

export const refusedToken = (kind: 'unauthorized' | 'forbidden', detail: string, header: string): Refusal =>
  new Refusal(kind, detail, { 'WWW-Authenticate': header })

export const INVALID_TOKEN =
  'the access token is not valid here: it has expired, was revoked, or is for another project'

export const lackingScope = (scope: string): string =>
  `this needs the scope ${scope}, which the access token lacks`
