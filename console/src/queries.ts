// The console's requests: one cache, keyed by project, so that a change can refresh all of it.
import {
  type InfiniteData,
  keepPreviousData,
  QueryClient,
  type QueryKey,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { LIMITS } from '../../src/contract/limits.ts'
import { type AnyQuery, ApiError, call, type Page, projectPath, whenForbidden, withQuery } from './api.ts'
import type { Item, Parts, QueryFor, Read, Readable } from './operations.ts'
import { useProjectId } from './session/project.ts'

export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        refetchOnWindowFocus: true,
        retry: (count, error) =>
          count < 2 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500),
      },
    },
  })
  // The page offered what this role may not do, so the role was changed meanwhile.
  whenForbidden(() => void client.invalidateQueries({ queryKey: ['session'] }))
  return client
}

export const PAGE_SIZE = LIMITS.pageSize

/** `['project', id, ...parts, query]`, so that all or a part of a project can be refreshed. */
function keyOf(projectId: string, parts: readonly string[], query?: AnyQuery) {
  return ['project', projectId, ...parts, query ?? {}]
}

const LIST = 'list'

type Interval = number | false

/** One resource of the current project: `useResource(['issues', id])`. */
export function useResource<const P extends Parts>(
  parts: Readable<P>,
  query?: QueryFor<P>,
  options: {
    enabled?: boolean
    refetchInterval?: Interval | ((known: Read<P> | undefined) => Interval)
  } = {},
) {
  const projectId = useProjectId()
  const { refetchInterval: again = false, ...others } = options
  return useQuery({
    ...resource<P>(projectId, parts, query),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      !isMissing(state.error) && (typeof again === 'function' ? again(state.data) : again),
    ...others,
  })
}

/** Somebody else was faster, or the name is taken. */
export const isConflict = (error: Error): boolean => error instanceof ApiError && error.status === 409

/** Missing things are not requested again automatically. */
export const isMissing = (error: Error | null): boolean => error instanceof ApiError && error.status === 404

export function resource<const P extends Parts>(projectId: string, parts: Readable<P>, query?: QueryFor<P>) {
  return queryOptions({
    queryKey: keyOf(projectId, parts, query),
    queryFn: ({ signal }) =>
      call<Read<P>>('GET', withQuery(projectPath(projectId, ...parts), query), undefined, signal),
  })
}

/** A list of the current project, page by page; `items` are all items loaded so far. */
export function useList<const P extends Parts>(
  parts: Readable<P>,
  query?: QueryFor<P>,
  options: { enabled?: boolean; refetchOnWindowFocus?: boolean; refetchOnReconnect?: boolean } = {},
) {
  const projectId = useProjectId()
  const client = useQueryClient()
  const queryKey = [...keyOf(projectId, parts, query), LIST]
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      call<Page<Item<P>>>(
        'GET',
        withQuery(projectPath(projectId, ...parts), { limit: PAGE_SIZE, ...query, cursor: pageParam }),
        undefined,
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
    placeholderData: keepPreviousData,
    ...options,
  })
  /** Restarts the list with a first page that was loaded elsewhere. */
  const startWith = (first: Page<Item<P>>) =>
    client.setQueryData<InfiniteData<Page<Item<P>>>>(queryKey, { pages: [first], pageParams: [null] })
  return { ...list, items: list.data?.pages.flatMap(({ items }) => items) ?? [], startWith }
}

/** An open feed does not move under its reader, and checks for new items by itself. */
const isFeed = ({ queryKey }: { queryKey: QueryKey }): boolean =>
  queryKey[2] === 'observations' && queryKey.at(-1) === LIST

async function refreshProject(client: QueryClient, projectId: string): Promise<void> {
  const queryKey = ['project', projectId]
  await Promise.all([
    client.invalidateQueries({ queryKey, predicate: (query) => !isFeed(query) }),
    client.invalidateQueries({ queryKey, predicate: isFeed, refetchType: 'none' }),
  ])
}

/**
 * Shows a change before it is stored, everywhere in the cache of a part of the project. Cancels requests under way,
 * whose answers may be older than the change; the refresh after the change repeats them.
 */
export function useShowAtOnce() {
  const client = useQueryClient()
  const projectId = useProjectId()
  return async <Data>(part: string, changed: (data: Data | undefined) => Data | undefined): Promise<void> => {
    const queryKey = ['project', projectId, part]
    await client.cancelQueries({ queryKey, predicate: (query) => !isFeed(query) && !query.isDisabled() })
    client.setQueriesData<Data>({ queryKey }, changed)
  }
}

/** Marks parts of the current project as outdated: `refresh('issues')`, or all of it: `refresh()`. */
export function useRefresh() {
  const client = useQueryClient()
  const projectId = useProjectId()
  return (...parts: string[]) => client.invalidateQueries({ queryKey: ['project', projectId, ...parts] })
}

/** Changes the current project, and then refreshes everything of it that is shown. */
export function useChange<Input, Answer>(
  change: (input: Input, projectId: string) => Promise<Answer>,
  { refreshes = true, onDone }: { refreshes?: boolean; onDone?: (answer: Answer, input: Input) => void } = {},
) {
  const client = useQueryClient()
  const projectId = useProjectId()
  const mutation = useMutation({
    mutationFn: (input: Input) => change(input, projectId),
    onSuccess: async (answer, input) => {
      if (refreshes) await refreshProject(client, projectId)
      onDone?.(answer, input)
    },
  })
  /**
   * Calls back even if the row or dialog of the change is gone by then. For callbacks that navigate or close something,
   * use `mutateHere`, which calls back only while the component is still mounted.
   */
  const mutate = (input: Input, callbacks: MutateCallbacks<Answer> = {}): void =>
    void mutation.mutateAsync(input).then(callbacks.onSuccess, callbacks.onError ?? leaveInMutation)
  return { ...mutation, mutate, mutateHere: mutation.mutate }
}

type MutateCallbacks<Answer> = { onSuccess?: (answer: Answer) => void; onError?: (error: Error) => void }

/** The form shows the error from the mutation. */
const leaveInMutation = (): void => undefined
