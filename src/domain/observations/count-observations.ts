// How many observations a filter finds, from how many users and in which mood, without reading them.
import { SENTIMENTS, type Sentiment } from '../../contract/labels.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { ObservationsQuery } from '../../contract/observations/observation-details.ts'
import { countMatchingObservations } from '../../db/observations/observations.ts'
import type { Deps } from '../deps.ts'
import { filterOf } from './read-observations.ts'

export type ObservationCounts = {
  observation_count: number
  user_count: number
  sentiment_counts: Record<Sentiment, number>
  /** There are more: counting stopped there. */
  at_least: boolean
}

export async function countObservations(
  deps: Deps,
  projectId: string,
  query: ObservationsQuery,
): Promise<ObservationCounts> {
  const most = LIMITS.countedObservations
  const rows = await countMatchingObservations(deps.db, projectId, await filterOf(deps, query), most)
  const of = (sentiment: Sentiment | null) => rows.find((row) => row.sentiment === sentiment)
  const bySentiment = SENTIMENTS.map((sentiment) => [sentiment, of(sentiment)?.count ?? 0])
  const all = of(null)
  return {
    observation_count: all?.count ?? 0,
    user_count: all?.users ?? 0,
    sentiment_counts: Object.fromEntries(bySentiment) as Record<Sentiment, number>,
    at_least: (all?.count ?? 0) === most,
  }
}
