// Counts the observations that match a filter, their users and their sentiments, without reading them.
import type { Sentiment } from '../../contract/labels.ts'
import { LIMITS } from '../../contract/limits.ts'
import type {
  ObservationsQuery,
  ObservationsTotalQuery,
} from '../../contract/observations/observation-details.ts'
import type { Total } from '../../contract/pages.ts'
import { countKeptObservations } from '../../db/observations/kept-counts.ts'
import { countMatchingObservations } from '../../db/observations/observations.ts'
import { countMatches } from '../../db/observations/word-searches.ts'
import type { Deps } from '../deps.ts'
import { totalOf } from '../pages.ts'
import { sentimentCounts } from '../sentiment-days.ts'
import { filterOf, wordsMeant } from './read-observations.ts'

export type ObservationCounts = {
  observation_count: number
  user_count: number
  sentiment_counts: Record<Sentiment, number>
  /** There are more: counting stopped here. */
  at_least: boolean
}

/** The total of the list, whose filters are the same. */
export async function totalObservations(
  deps: Deps,
  projectId: string,
  query: ObservationsTotalQuery,
): Promise<Total> {
  const typed = await countUpTo(deps, projectId, query)
  const q = typed === 0 && query.q !== undefined ? await wordsMeant(deps, projectId, query.q) : null
  return totalOf(q === null ? typed : await countUpTo(deps, projectId, { ...query, q }))
}

/** Uses the kept counters where they are exact, or already above the highest total shown. */
async function countUpTo(deps: Deps, projectId: string, query: ObservationsTotalQuery): Promise<number> {
  const most = LIMITS.listTotal + 1
  const { q, ...filter } = await filterOf(deps, query)
  if (q !== undefined && Object.keys(filter).length === 0) return countMatches(deps.db, projectId, q, most)
  const fromCounters = q === undefined ? await countKeptObservations(deps.db, projectId, filter) : undefined
  if (fromCounters && (fromCounters.complete || fromCounters.count >= most)) return fromCounters.count
  const conditions = { ...filter, ...(q !== undefined && { q }) }
  const rows = await countMatchingObservations(deps.db, projectId, conditions, most)
  return rows.find(({ sentiment }) => sentiment === null)?.count ?? 0
}

export async function countObservations(
  deps: Deps,
  projectId: string,
  query: ObservationsQuery,
): Promise<ObservationCounts> {
  const most = LIMITS.countedObservations
  const rows = await countMatchingObservations(deps.db, projectId, await filterOf(deps, query), most)
  const all = rows.find(({ sentiment }) => sentiment === null)
  return {
    observation_count: all?.count ?? 0,
    user_count: all?.users ?? 0,
    sentiment_counts: sentimentCounts(rows),
    at_least: (all?.count ?? 0) === most,
  }
}
