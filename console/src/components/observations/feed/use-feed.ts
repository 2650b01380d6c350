// Observations newest first, that stay where they are while one reads: what is new is known, and shown when asked for.
import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { ObservationItem } from '../../../../../src/contract/observations/observation-details.ts'
import type { Page } from '../../../api.ts'
import { useLiveEvents } from '../../../live/live-project.tsx'
import type { QueryFor } from '../../../operations.ts'
import { PAGE_SIZE, resource, useList } from '../../../queries.ts'
import { useProjectId } from '../../../session/project.ts'

/** Events come in bursts, one for each observation: one look for all of them. */
const BURST_MS = 150

export function useFeed(query: QueryFor<['observations']>) {
  const projectId = useProjectId()
  const list = useList(['observations'], query, {
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  // The first page as it is by now. The server decides what fits the filters: tags, issues and words are known to it alone.
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
    /** What fits the filters and is not listed yet; when it fills a page there may be more. */
    arrived,
    arrivedMore: arrived.length === PAGE_SIZE,
    showArrived: () => latest && list.startWith(latest),
  }
}

/** A row that is listed may have been digested since. */
function withLatest(items: ObservationItem[], latest: Page<ObservationItem> | undefined): ObservationItem[] {
  if (!latest) return items
  const byId = new Map(latest.items.map((item) => [item.id, item]))
  return items.map((item) => byId.get(item.id) ?? item)
}
