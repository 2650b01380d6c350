// The gate of the public API: key, then project, then rate limits.
import type { IncomingHttpHeaders } from 'node:http'
import type { AgentDeps } from '../domain/deps.ts'
import { authenticateKey, type Caller, requireProject } from '../domain/projects/authenticate-key.ts'
import type { KeyUses } from '../domain/projects/key-uses.ts'
import type { ProjectQueues } from '../http/connections/project-queues.ts'
import { pathParameter } from '../http/operation.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import type { Gate } from '../http/register.ts'

/** Who is calling, and where uses of the key are counted. */
export type PublicContext = Caller & {
  deps: AgentDeps
  uses: KeyUses
}

export function publicGate(
  deps: AgentDeps,
  uses: KeyUses,
  rateLimit: RateLimit,
  queues: ProjectQueues,
): Gate<PublicContext> {
  return async (request, reply) => {
    const { projectId, callerId, keyId, limits } = await authenticateKey(deps, uses, sentKey(request.headers))
    requireProject(projectId, pathParameter(request, 'project_id'))
    rateLimit.take(reply, { projectId, callerId, limits })
    const wait = queues.enter(projectId, request.raw, reply.raw)
    if (wait) await wait
    return { projectId, callerId, keyId, limits, deps, uses }
  }
}

/** `Authorization: ApiKey K` or `Bearer K`; with another scheme or none, `X-Api-Key: K`. */
function sentKey(headers: IncomingHttpHeaders): string | undefined {
  const [, key] = /^(?:apikey|bearer) +(\S+) *$/i.exec(headers.authorization ?? '') ?? []
  const own = headers['x-api-key']
  return key ?? (typeof own === 'string' ? own : undefined)
}
