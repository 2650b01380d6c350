// Observations that were read already, in lists or alone: a change shows wherever one of them is, without reading again.
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import type { ObservationDetail } from '../../../../../src/contract/observations/observation-details.ts'
import type { Page } from '../../../api.ts'
import { useProjectId } from '../../../session/project.ts'

type Cached = InfiniteData<Page<ObservationDetail>> | Page<ObservationDetail> | ObservationDetail | undefined

/** Returns what puts the new state of an observation in the place of the old one. */
export function usePutObservation() {
  const client = useQueryClient()
  const queryKey = ['project', useProjectId(), 'observations']
  return (observation: ObservationDetail) => {
    client.setQueriesData<Cached>({ queryKey }, (cached) => replaced(cached, observation))
    return observation
  }
}

function replaced(cached: Cached, observation: ObservationDetail): Cached {
  if (cached === undefined) return cached
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
