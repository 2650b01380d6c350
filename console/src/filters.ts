// The filters of a list, kept in the address: a view can be shared, saved, and gone back to.
import { useNavigate, useSearch } from '@tanstack/react-router'

/** As plain text; pages read the ones they know. */
export type Filters = Record<string, string | undefined>

/** What goes into an address: the filters that are set, as text. */
export function knownFilters(search: Record<string, unknown>): Filters {
  const set = Object.entries(search).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  return Object.fromEntries(set.map(([name, value]) => [name, String(value)]))
}

type ChangeOptions = {
  /** Replaces the entry in the browser's history, so that Back skips the view before; true unless given. */
  replace?: boolean
  /** Does not ask about unsaved changes: they have just been saved. */
  ignoreBlocker?: boolean
}

export function useFilters(): [Filters, (change: Filters, options?: ChangeOptions) => void] {
  const filters = useSearch({ strict: false }) as Filters
  const navigate = useNavigate()
  const change = (change: Filters, { replace = true, ignoreBlocker = false }: ChangeOptions = {}) => {
    const search = { ...filters, ...change }
    void navigate({ to: '.', search, replace, ignoreBlocker, resetScroll: false })
  }
  return [filters, change]
}
