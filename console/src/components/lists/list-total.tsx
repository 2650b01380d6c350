// The length of a list, if known; long lists are counted up to a limit.
import { Text } from '@mantine/core'
import { formatNumber, plural } from '../../format.ts'
import type { QueryFor } from '../../operations.ts'
import { useResource } from '../../queries.ts'

type Counted = 'observations' | 'users' | 'answers'
type ListTotalProps = { of: Counted; query: QueryFor<['totals', Counted]>; unit: string }

/** Refreshed with every change, and every half minute while the list grows by itself. */
const REFRESH_MS = 30_000

export function ListTotal({ of, query, unit }: ListTotalProps) {
  const { data } = useResource(['totals', of], query, { refetchInterval: REFRESH_MS })
  if (!data || data.count === 0) return null
  return (
    <Text size="sm" c="dimmed" className="fn-number" mb="xs">
      {data.at_least ? `${formatNumber(data.count)}+ ${unit}s` : plural(data.count, unit)}
    </Text>
  )
}
