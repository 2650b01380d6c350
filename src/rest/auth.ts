// The gate of the public interface: key, then project, then the limits on requests.
import type { IncomingHttpHeaders } from 'node:http'
import type { AgentDeps } from '../domain/deps.ts'
import {
  admitted,
  authenticateKey,
  type Caller,
  isValid,
  requireProject,
} from '../domain/projects/authenticate-key.ts'
import type { KeyUses } from '../domain/projects/key-uses.ts'
import { quotasOf, type ServiceLimits } from '../domain/projects/limits/limit-requests.ts'
import { whenKnown } from '../domain/soon.ts'
import type { Turns } from '../http/connections/turns.ts'
import { pathParameter } from '../http/operation.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import type { Gate } from '../http/register.ts'
import type { CallerAtOnce } from '../http/short-way/visits.ts'

/** Who calls, and where their uses are noted. */
export type PublicContext = Caller & {
  deps: AgentDeps
  uses: KeyUses
  /** It waited too long for its turn: what it posts is refused. */
  isLate: boolean
}

export function publicGate(
  deps: AgentDeps,
  uses: KeyUses,
  rateLimit: RateLimit,
  turns: Turns,
): Gate<PublicContext> {
  return (request, reply) =>
    whenKnown(authenticateKey(deps, uses, sentKey(request.headers)), (caller) => {
      requireProject(caller, pathParameter(request, 'project_id'))
      rateLimit.take(reply, caller)
      // Written out field by field: adding fields after a spread cost as much as reading the body.
      const { projectId, callerId, keyId, limits } = caller
      return whenKnown(turns.take(request.raw, reply.raw, projectId), (isLate) => ({
        projectId,
        callerId,
        keyId,
        limits,
        isLate,
        deps,
        uses,
      }))
    })
}

/** The same gate on the short way: only for callers whose key is cached and whose requests are not limited. */
export function knownCallers(deps: AgentDeps, uses: KeyUses, service: ServiceLimits): CallerAtOnce {
  return (headers, projectId) => {
    const sent = sentKey(headers)
    const key = sent === undefined ? null : deps.cache.keyAtOnce(sent)
    if (key?.project_id !== projectId) return null
    if (quotasOf({ callerId: key.id, projectId, limits: key }, service) !== null) return null
    const now = deps.now()
    return isValid(key, now) ? admitted(uses, key, now) : null
  }
}

/** `Authorization: ApiKey K` or `Bearer K`; with any other scheme, or none, `X-Api-Key: K`. */
function sentKey(headers: IncomingHttpHeaders): string | undefined {
  const [, key] = /^(?:apikey|bearer) +(\S+) *$/i.exec(headers.authorization ?? '') ?? []
  const own = headers['x-api-key']
  return key ?? (typeof own === 'string' ? own : undefined)
}
