// Observations, newest first, that do not move while being read: new ones are loaded, and shown on request.
import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { ObservationItem } from '../../../../../src/contract/observations/observation-details.ts'
import type { Page } from '../../../api.ts'
import { useLiveEvents } from '../../../live/live-project.tsx'
import type { QueryFor } from '../../../operations.ts'
import { PAGE_SIZE, resource, useList } from '../../../queries.ts'
import { useProjectId } from '../../../session/project.ts'

/** Events come in bursts, one per observation, and are handled with one request. */
const BURST_MS = 150

export function useFeed(query: QueryFor<['observations']>) {
  const projectId = useProjectId()
  const list = useList(['observations'], query, {
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  // The current first page. Only the server can apply the filters, because it knows tags, issues and words.
  const head = useQuery({
    ...resource(projectId, ['observations'], { limit: PAGE_SIZE, ...query }),
    enabled: false,
  })
  useLiveEvents(useDebouncedCallback(() => void head.refetch(), BURST_MS))
  const latest = head.dataUpdatedAt > list.dataUpdatedAt ? head.data : undefined
  const rows = withLatest(list.items, latest)
  const listed = new Set(list.items.map(({ id }) => id))
  const isSettled = list.isSuccess && !list.isPlaceholderData
  const arrived = (isSettled && latest?.items.filter(({ id }) => !listed.has(id))) || []
  return {
    ...list,
    rows,
    /** Matches that are not listed yet. A full page means that there may be more. */
    arrived,
    arrivedMore: arrived.length === PAGE_SIZE,
    showArrived: () => latest && list.startWith(latest),
  }
}

/** Updates listed rows that were digested since. */
function withLatest(items: ObservationItem[], latest: Page<ObservationItem> | undefined): ObservationItem[] {
  if (!latest) return items
  const byId = new Map(latest.items.map((item) => [item.id, item]))
  return items.map((item) => byId.get(item.id) ?? item)
}
