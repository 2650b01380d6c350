// Dependencies of the operations that agents call; they use connections of their own.
import { createAgentCache } from './agent-cache.ts'
import type { AgentDeps, Deps } from './deps.ts'
import { paceReceiving } from './imports/pace-receiving.ts'
import { createDailyBudgets } from './observations/daily-budgets.ts'
import { createPostGroups } from './observations/group-posts.ts'
import { createRequestLimits } from './projects/limits/limit-requests.ts'
import { lookUpUsers } from './research/look-up-users.ts'

/** `trustMs`: how long a cached version is used before the database is asked again. */
export function agentDeps(
  deps: Deps,
  { ingest, exports }: Pick<AgentDeps, 'ingest' | 'exports'>,
  trustMs?: number,
): AgentDeps {
  const posts = createPostGroups(ingest)
  return {
    ...deps,
    ingest,
    exports,
    posts,
    cache: createAgentCache(ingest, trustMs),
    users: lookUpUsers(ingest, deps.now),
    requests: createRequestLimits(deps.now),
    budgets: createDailyBudgets(ingest, deps.now),
    receiving: paceReceiving(posts),
  }
}
