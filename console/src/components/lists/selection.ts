// Rows selected for a bulk action.
import { useEffect, useState } from 'react'

type Row = { id: string }

/** Rows that leave the list are deselected. */
export function useSelection<R extends Row>(rows: readonly R[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [last, setLast] = useState<string | null>(null)
  const selected = rows.filter(({ id }) => ids.has(id))

  /** With `range`, selects from the last toggled row to this one. */
  const toggle = (id: string, range = false) => {
    const on = !ids.has(id)
    const next = new Set(ids)
    for (const each of range ? between(rows, last, id) : [id]) on ? next.add(each) : next.delete(each)
    setIds(next)
    setLast(id)
  }
  return {
    selected,
    has: (id: string) => ids.has(id),
    toggle,
    all: () => setIds(new Set(rows.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  }
}

type Rest = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
  error: Error | null
}

/** Selects all matches, including those out of view, which are loaded first so that the action can be undone. */
export function useSelectRest(list: Rest, selection: { all: () => void }, total: number | undefined) {
  const [busy, setBusy] = useState(false)
  const { hasNextPage, isFetchingNextPage, fetchNextPage, error } = list
  useEffect(() => {
    if (!busy) return
    if (hasNextPage && !error) {
      if (!isFetchingNextPage) void fetchNextPage()
      return
    }
    selection.all()
    setBusy(false)
  }, [busy, hasNextPage, isFetchingNextPage, fetchNextPage, error, selection])
  return total === undefined ? undefined : { total, onSelect: () => setBusy(true), busy }
}

function between(rows: readonly Row[], from: string | null, to: string): string[] {
  const start = rows.findIndex(({ id }) => id === from)
  const end = rows.findIndex(({ id }) => id === to)
  if (start < 0 || end < 0) return [to]
  return rows.slice(Math.min(start, end), Math.max(start, end) + 1).map(({ id }) => id)
}
