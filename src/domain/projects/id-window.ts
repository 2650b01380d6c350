// Finds out which ids are new since the last look. Ids carry the time, but several clocks make them and they are committed out of
// order; so each look goes back over the last two minutes, and leaves out what earlier looks have seen.

const OVERLAP_MS = 120_000

/** The most ids of one look. During a flood, this shortens how far a look goes back. */
export const WINDOW_SIZE = 10_000

export type IdWindow = {
  /** Ask for the newest `WINDOW_SIZE` ids after this one. */
  from(now: Date): string
  /** Those of the ids that no look remembered. */
  unknown(ids: string[]): string[]
  /** What a look found, the newest first. */
  remember(ids: string[]): void
}

export function createIdWindow(): IdWindow {
  let known = new Set<string>()
  let from = timeFloor(0)
  return {
    from(now) {
      const [newest] = known
      // By whichever is earlier, our clock or the newest id: one from a clock that runs ahead must not hide the others.
      const wanted = newest ? timeFloor(Math.min(now.getTime(), timeOf(newest)) - OVERLAP_MS) : from
      from = wanted > from ? wanted : from
      return from
    },
    unknown: (ids) => ids.filter((id) => !known.has(id)),
    remember(ids) {
      known = new Set(ids)
      // Older ids were cut off. They must not count as new when a later look has room for them again.
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
