// The filters of a list, kept in the address: a view can be shared, saved, and returned to.
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Filters } from './search-parameters.ts'

/** The active filters as text for an address. */
export function setFilters(search: Record<string, unknown>): Record<string, string> {
  const set = Object.entries(search).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  return Object.fromEntries(set.map(([name, value]) => [name, String(value)]))
}

/** Reads the parameters that a page has, and drops all others from its address. */
export const searchOf =
  <const Name extends string>(names: readonly Name[]) =>
  (search: Record<string, unknown>) => {
    const known = Object.entries(setFilters(search)).filter(([name]) => names.some((one) => one === name))
    return Object.fromEntries(known) as { [One in Name]?: string | undefined }
  }

type ChangeOptions = {
  /** Replaces the browser's history entry, so that Back skips the previous view; true by default. */
  replace?: boolean
  /** Skips the question about unsaved changes, because they have just been saved. */
  ignoreBlocker?: boolean
}

export function useFilters(): [Filters, (change: Filters, options?: ChangeOptions) => void] {
  const filters = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = (change: Filters, { replace = true, ignoreBlocker = false }: ChangeOptions = {}) => {
    const search = { ...filters, ...change }
    void navigate({ to: '.', search, replace, ignoreBlocker, resetScroll: false })
  }
  return [filters, change]
}
