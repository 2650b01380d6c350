// Tells which ids are new although several clocks make them and they are committed out of order: each look goes back
// over the last minutes, and what was there before is remembered.

const OVERLAP_MS = 120_000

/** More ids than these shorten the look back: a flood must not make every look a long one. */
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
      // The earlier of both clocks: an id from a clock that runs ahead must not hide those of the others.
      const wanted = newest ? timeFloor(Math.min(now.getTime(), timeOf(newest)) - OVERLAP_MS) : from
      from = wanted > from ? wanted : from
      return from
    },
    unknown: (ids) => ids.filter((id) => !known.has(id)),
    remember(ids) {
      known = new Set(ids)
      // What lies further back was cut off: it is not to be taken for new when there is room for it again.
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
