// The gate of the agents' MCP endpoint: a key, as everywhere, or an access token that a member allowed for the project.
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../contract/refusal.ts'
import { authenticateOauthToken, isOauthToken } from '../domain/accounts/authenticate-oauth-token.ts'
import type { AgentDeps } from '../domain/deps.ts'
import type { KeyUses } from '../domain/projects/key-uses.ts'
import { pathParameter } from '../http/operation.ts'
import { asAsked } from '../http/path.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import type { Gate } from '../http/register.ts'
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
    const token = sentToken(request)
    if (token === undefined || metadata === null)
      return byKey(request, reply).catch((error) => {
        throw metadata === null ? error : withChallenge(error, bearer(metadata))
      })
    const bearing = await authenticateOauthToken(deps, token)
    // A token of another project is no token here: it says nothing about which projects there are.
    if (bearing?.projectId !== projectId)
      throw refused('unauthorized', INVALID, bearer(metadata, 'invalid_token'))
    if (!bearing.scopes.includes(SCOPE))
      throw refused('forbidden', INSUFFICIENT, bearer(metadata, 'insufficient_scope'))
    rateLimit.take(bearing.grantId)
    return { deps, uses, projectId, keyId: null }
  }
}

const INVALID = 'the access token is not valid here: it expired, was revoked, or is for another project'
const INSUFFICIENT = `the access token does not allow this: it needs the scope ${SCOPE}`

function sentToken({ headers }: FastifyRequest): string | undefined {
  const [, token] = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? []
  return token !== undefined && isOauthToken(token) ? token : undefined
}

/** First, because many clients look no further than the first word of the header. */
function bearer(metadata: string, error?: string): string {
  const parts = [
    ...(error ? [`error="${error}"`] : []),
    `resource_metadata="${metadata}"`,
    `scope="${SCOPE}"`,
  ]
  return `Bearer ${parts.join(', ')}`
}

const refused = (kind: 'unauthorized' | 'forbidden', detail: string, challenge: string): Refusal =>
  new Refusal(kind, detail, { 'WWW-Authenticate': challenge })

function withChallenge(error: unknown, challenge: string): unknown {
  if (!(error instanceof Refusal) || error.kind !== 'unauthorized') return error
  const own = error.headers['WWW-Authenticate']
  return new Refusal(error.kind, error.detail, {
    ...error.headers,
    'WWW-Authenticate': `${challenge}, ${own}`,
  })
}
