// The filters of a list, kept in the address: a view can be shared, saved, and gone back to.
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Filters } from './router.tsx'

export function useFilters(): [Filters, (change: Filters, options?: { replace?: boolean }) => void] {
  const filters = useSearch({ strict: false }) as Filters
  const navigate = useNavigate()
  const change = (change: Filters, { replace = true } = {}) =>
    void navigate({ to: '.', search: { ...filters, ...change } as never, replace, resetScroll: false })
  return [filters, change]
}
