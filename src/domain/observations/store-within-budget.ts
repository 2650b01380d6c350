// Stores posts within the project's daily budget.
import { DAY_MS } from '../../contract/date-time.ts'
import { Refusal } from '../../contract/refusal.ts'
import { isOfStatement } from '../../db/error-codes.ts'
import { selectRememberedResponse } from '../../db/idempotency-keys.ts'
import type { NewPost, PostOutcome } from '../../db/observations/insert-posts.ts'
import type { AgentDeps } from '../deps.ts'

/** Stores the post if the project's budget allows it. A repeated post costs nothing. */
export const storeWithinBudget = (
  deps: AgentDeps,
  projectId: string,
  budget: number | null,
  post: NewPost,
): Promise<PostOutcome> =>
  budget === null ? deps.posts.store(projectId, post) : storeCounted(deps, projectId, budget, post)

async function storeCounted(
  deps: AgentDeps,
  projectId: string,
  budget: number,
  post: NewPost,
): Promise<PostOutcome> {
  const { once, items } = post
  const reservation = await deps.budgets.take(projectId, budget, items.length)
  if (!reservation) {
    if (once && (await selectRememberedResponse(deps.ingest, projectId, once.key))) return 'repeated'
    throw overBudget(budget, deps.now())
  }
  try {
    const outcome = await deps.posts.store(projectId, post)
    if (outcome !== 'stored') reservation.giveBack()
    return outcome
  } catch (error) {
    if (isCertainlyNotStored(error)) reservation.giveBack()
    throw error
  }
}

/** Too much was waiting, or PostgreSQL refused. After a lost connection, the post may have been stored. */
const isCertainlyNotStored = (error: unknown): boolean => error instanceof Refusal || isOfStatement(error)

function overBudget(budget: number, at: Date): Refusal {
  const seconds = Math.ceil((DAY_MS - (at.getTime() % DAY_MS)) / 1000)
  const detail = `too many observations: this project stores ${budget} a day, and this batch is more than is left; the next day begins in ${seconds} s, at midnight UTC`
  return new Refusal('rate_limited', detail, {
    'Retry-After': String(seconds),
    'RateLimit-Policy': `"observations";q=${budget};w=${DAY_MS / 1000}`,
    RateLimit: `"observations";r=0;t=${seconds}`,
  })
}
