// Notifies watchers of a project of what arrives in it. Writers do nothing for that: while somebody watches, this
// process queries the database about once a second, once per project however many watch it.
import { setTimeout as sleep } from 'node:timers/promises'
import type { ObservationDetail } from '../../contract/observations/observation-details.ts'
import type { DigestEvent } from '../../contract/projects/events.ts'
import { selectObservationsByIds } from '../../db/observations/observations.ts'
import { selectDigestPulse, selectIdsAfter } from '../../db/projects/arrivals.ts'
import type { Deps } from '../deps.ts'
import { showObservation } from '../observations/read-observations.ts'

const LOOK_EVERY_MS = 1_000
const ROWS_PER_LOOK = 100
const ROWS_TO_CATCH_UP = 500
/** Commits that were under way when the last row was sent may have lower ids than that row. */
const CATCH_UP_OVERLAP_MS = 5_000

type Watcher = {
  /** From here on, everything that arrives is passed on. */
  ready(): void
  /** After catching up, the same row may come twice, with the same id. */
  observation(row: ObservationDetail): void
  /** How many arrived that were not passed on one by one. */
  many(count: number): void
  digest(state: DigestEvent): void
  /** Nothing will follow. */
  end(): void
}

export type Watches = {
  /**
   * `after`: the id of the last row that the watcher has; later rows are passed on first. Returns a function that stops
   * it.
   */
  watch(projectId: string, after: string | null, watcher: Watcher): () => void
  /** Ends every watch; resolves when no query is running anymore. */
  close(): Promise<void>
}

type Source = Pick<Deps, 'db' | 'now'>

export function createWatches(source: Source): Watches {
  const watched = new Map<string, WatchedProject>()
  let closed = false
  const open = (projectId: string): WatchedProject => {
    const project = watchProject(source, projectId, () => watched.delete(projectId))
    watched.set(projectId, project)
    return project
  }
  return {
    watch(projectId, after, watcher) {
      if (closed) {
        watcher.end()
        return () => {}
      }
      const project = watched.get(projectId) ?? open(projectId)
      project.add(watcher, after)
      return () => project.remove(watcher)
    },
    async close() {
      closed = true
      await Promise.all([...watched.values()].map((project) => project.close()))
    },
  }
}

type WatchedProject = {
  add(watcher: Watcher, after: string | null): void
  remove(watcher: Watcher): void
  close(): Promise<void>
}

function watchProject(source: Source, projectId: string, onUnwatched: () => void): WatchedProject {
  const news = followNews(source, projectId)
  const watchers = new Set<Watcher>()
  const joining = new Map<Watcher, string | null>()
  let pause = new AbortController()
  let running: Promise<void> | undefined

  const isWatched = () => watchers.size + joining.size > 0
  async function look(): Promise<void> {
    await news.tell(watchers)
    for (const [watcher, after] of joining) {
      await news.catchUp(watcher, after)
      if (joining.delete(watcher)) watchers.add(watcher)
    }
  }
  async function run(): Promise<void> {
    while (isWatched()) {
      pause = new AbortController() // before the query, so that watchers who come or go during it cut the pause short
      await look().catch(() => {}) // if the database is unreachable, a later query finds the same rows
      await sleep(LOOK_EVERY_MS, undefined, { signal: pause.signal }).catch(() => {})
    }
    onUnwatched() // at once, so that the next watcher gets a new watch
  }
  function remove(watcher: Watcher): void {
    watchers.delete(watcher)
    joining.delete(watcher)
    if (!isWatched()) pause.abort()
  }
  return {
    add(watcher, after) {
      joining.set(watcher, after)
      pause.abort()
      running ??= run()
    },
    remove,
    async close() {
      for (const watcher of [...watchers, ...joining.keys()]) {
        remove(watcher)
        watcher.end()
      }
      await running
    },
  }
}

/** Finds what is new since the last call. */
function followNews({ db, now }: Source, projectId: string) {
  const window = createIdWindow()
  let state: DigestEvent | undefined

  async function tellArrivals(watchers: Set<Watcher>): Promise<void> {
    const ids = await selectIdsAfter(db, projectId, window.from(now()), WINDOW_SIZE)
    const fresh = watchers.size > 0 ? window.unknown(ids) : []
    const rows = await readRows(fresh.slice(0, ROWS_PER_LOOK))
    window.remember(ids)
    for (const watcher of watchers) {
      for (const row of rows) watcher.observation(row)
      if (fresh.length > ROWS_PER_LOOK) watcher.many(fresh.length - ROWS_PER_LOOK)
    }
  }
  /** The oldest first, in the order of arrival. */
  async function readRows(newestFirst: string[]): Promise<ObservationDetail[]> {
    if (newestFirst.length === 0) return []
    const rows = await selectObservationsByIds(db, projectId, newestFirst.toReversed())
    return rows.map(showObservation)
  }
  async function tellDigest(watchers: Set<Watcher>): Promise<void> {
    const was = state
    state = await selectDigestPulse(db, projectId)
    if (!state || JSON.stringify(state) === JSON.stringify(was)) return
    for (const watcher of watchers) watcher.digest(state)
  }
  return {
    async tell(watchers: Set<Watcher>): Promise<void> {
      await tellArrivals(watchers)
      await tellDigest(watchers)
    },
    async catchUp(watcher: Watcher, after: string | null): Promise<void> {
      const from = after && timeFloor(timeOf(after) - CATCH_UP_OVERLAP_MS)
      const found = from ? await selectIdsAfter(db, projectId, from, WINDOW_SIZE) : []
      const missed = found.filter((id) => id !== after)
      const rows = missed.length > ROWS_TO_CATCH_UP ? [] : await readRows(missed)
      watcher.ready()
      for (const row of rows) watcher.observation(row)
      if (missed.length > ROWS_TO_CATCH_UP) watcher.many(missed.length)
      if (state) watcher.digest(state)
    },
  }
}

const OVERLAP_MS = 120_000

/** The most ids per query. A flood shortens how far back a query goes. */
const WINDOW_SIZE = 10_000

/**
 * Finds ids that are new since the last query. Ids contain the time, but come from several clocks and are committed out
 * of order, so each query goes back over the last two minutes and skips what earlier ones have seen.
 */
type IdWindow = {
  /** Ask for the newest `WINDOW_SIZE` ids after this one. */
  from(now: Date): string
  /** The ids that no earlier query has seen. */
  unknown(ids: string[]): string[]
  /** Remembers what a query found, newest first. */
  remember(ids: string[]): void
}

function createIdWindow(): IdWindow {
  let known = new Set<string>()
  let from = timeFloor(0)
  return {
    from(now) {
      const [newest] = known
      // Whichever is earlier, our clock or the newest id: an id from a fast clock must not hide the others.
      const wanted = newest ? timeFloor(Math.min(now.getTime(), timeOf(newest)) - OVERLAP_MS) : from
      from = wanted > from ? wanted : from
      return from
    },
    unknown: (ids) => ids.filter((id) => !known.has(id)),
    remember(ids) {
      known = new Set(ids)
      // Older ids were cut off. They must not count as new when a later query reaches them again.
      if (ids.length >= WINDOW_SIZE) from = ids.at(-1) as string
    },
  }
}

/** A UUIDv7 begins with its milliseconds. */
const timeOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

/** No UUIDv7 of this moment or later is lower. */
function timeFloor(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}
