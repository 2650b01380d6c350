// Dependencies of every operation. The clock and the id maker are arguments, so that tests can control them.
import type { Database } from '../db/pool.ts'
import type { AgentCache } from './agent-cache.ts'
import type { ReceivingPace } from './imports/pace-receiving.ts'
import type { DailyBudgets } from './observations/daily-budgets.ts'
import type { PostGroups } from './observations/group-posts.ts'
import type { RequestLimits } from './projects/limits/limit-requests.ts'
import type { UserLookups } from './research/look-up-users.ts'

export type Deps = {
  db: Database
  now: () => Date
  newId: () => string
  meter: Meter
  /** Observations were stored: a worker in this process need not wait for its next poll. */
  wakeDigest: () => void
}

/** Further dependencies of the operations that agents call. */
export type AgentDeps = Deps & {
  /** For agents' short statements, while edits may wait for locks on the other connections. */
  ingest: Database
  /** For exports of whole projects, which last as long as their downloads. */
  exports: Database
  posts: PostGroups
  cache: AgentCache
  users: UserLookups
  requests: RequestLimits
  budgets: DailyBudgets
  receiving: ReceivingPace
}

/** Further dependencies of the operations that people call. */
export type AdminDeps = Deps & Pick<AgentDeps, 'receiving' | 'exports'>

/** Counts what operations do; the entry file decides where the numbers go. */
export type Meter = {
  observationsStored(source: string, count: number): void
  answerStored(source: string): void
}

export const UNCOUNTED: Meter = { observationsStored: () => {}, answerStored: () => {} }
