// The filters of a list, kept in the address: a view can be shared, saved, and gone back to.
import { useNavigate, useSearch } from '@tanstack/react-router'

/** As plain text; pages read the ones they know. */
export type Filters = Record<string, string | undefined>

/** What an address may carry: set, and as text. */
export function knownFilters(search: Record<string, unknown>): Filters {
  const set = Object.entries(search).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  return Object.fromEntries(set.map(([name, value]) => [name, String(value)]))
}

type ChangeOptions = {
  /** The view before is not gone back to; true unless told. */
  replace?: boolean
  /** What was unsaved is saved now: nothing holds the change up. */
  ignoreBlocker?: boolean
}

export function useFilters(): [Filters, (change: Filters, options?: ChangeOptions) => void] {
  const filters = useSearch({ strict: false }) as Filters
  const navigate = useNavigate()
  const change = (change: Filters, { replace = true, ignoreBlocker = false }: ChangeOptions = {}) => {
    const search = { ...filters, ...change } as never
    void navigate({ to: '.', search, replace, ignoreBlocker, resetScroll: false })
  }
  return [filters, change]
}
