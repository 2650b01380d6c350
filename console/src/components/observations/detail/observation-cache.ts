// Observations in the cache, in lists or alone: a change updates all of them without another request.
import type { InfiniteData } from '@tanstack/react-query'
import type { ObservationDetail } from '../../../../../src/contract/observations/observation-details.ts'
import type { Page } from '../../../api.ts'
import { useShowAtOnce } from '../../../queries.ts'

type Cached = InfiniteData<Page<ObservationDetail>> | Page<ObservationDetail> | ObservationDetail

/** Returns a function that replaces an observation in the cache. */
export function usePutObservation() {
  const showAtOnce = useShowAtOnce()
  return async (observation: ObservationDetail) => {
    await showAtOnce<Cached>('observations', (cached) => cached && replaced(cached, observation))
    return observation
  }
}

function replaced(cached: Cached, observation: ObservationDetail): Cached {
  const inPage = <P extends { items: ObservationDetail[] }>(page: P): P =>
    page.items.some(({ id }) => id === observation.id)
      ? {
          ...page,
          items: page.items.map((item) => (item.id === observation.id ? { ...item, ...observation } : item)),
        }
      : page
  if ('pages' in cached) return { ...cached, pages: cached.pages.map(inPage) }
  if ('items' in cached) return inPage(cached)
  return cached.id === observation.id ? observation : cached
}
