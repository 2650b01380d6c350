// Finds ids that are new since the last query. Ids contain the time, but come from several clocks and are committed out
// of order, so each query goes back over the last two minutes and skips what earlier ones have seen.

const OVERLAP_MS = 120_000

/** The most ids per query. A flood shortens how far back a query goes. */
export const WINDOW_SIZE = 10_000

export type IdWindow = {
  /** Ask for the newest `WINDOW_SIZE` ids after this one. */
  from(now: Date): string
  /** The ids that no earlier query has seen. */
  unknown(ids: string[]): string[]
  /** Remembers what a query found, newest first. */
  remember(ids: string[]): void
}

export function createIdWindow(): IdWindow {
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
export const timeOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

/** No UUIDv7 of this moment or later is lower. */
export function timeFloor(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}
