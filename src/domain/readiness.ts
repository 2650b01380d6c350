// Whether requests can be served: the database answers and accepts writes.
import type { Refusal } from '../contract/refusal.ts'
import type { Database } from '../db/pool.ts'
import { isWritable } from '../db/writable.ts'
import type { AgentDeps } from './deps.ts'
import { databaseAway, refusalOf, unavailable } from './unavailable.ts'

const PATIENCE_MS = 2_000 // a connection may be open and silent

type Obstacle = Refusal | null

/** Concurrent callers share one check, so that a silent database does not fill the pool. */
export function watchReadiness({ db, ingest }: AgentDeps): () => Promise<Obstacle> {
  let asking: Promise<Obstacle> | undefined
  return async () => {
    asking ??= findObstacle([db, ingest]).finally(() => {
      asking = undefined
    })
    return inTime(asking)
  }
}

function findObstacle(pools: Database[]): Promise<Obstacle> {
  return Promise.all(pools.map(isWritable)).then(
    (answers) => (answers.every(Boolean) ? null : refusalOf('unwritable')),
    (error: unknown) => unavailable(error) ?? databaseAway(),
  )
}

function inTime(answer: Promise<Obstacle>): Promise<Obstacle> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<Refusal>((resolve) => {
    timer = setTimeout(() => resolve(databaseAway()), PATIENCE_MS)
  })
  return Promise.race([answer, silence]).finally(() => clearTimeout(timer))
}
