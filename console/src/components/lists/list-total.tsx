// How many a list has, where that is known; long lists are counted so far only.
import { Text } from '@mantine/core'
import { formatNumber, plural } from '../../format.ts'
import type { QueryFor } from '../../operations.ts'
import { useResource } from '../../queries.ts'

type Counted = 'observations' | 'users' | 'answers'
type ListTotalProps = { of: Counted; query: QueryFor<['totals', Counted]>; unit: string }

/** Read again with whatever changes the list, and every half minute while it grows by itself. */
const AGAIN_MS = 30_000

export function ListTotal({ of, query, unit }: ListTotalProps) {
  const { data } = useResource(['totals', of], query, { refetchInterval: AGAIN_MS })
  if (!data || data.count === 0) return null
  return (
    <Text size="sm" c="dimmed" className="fn-number" mb="xs">
      {data.at_least ? `${formatNumber(data.count)}+ ${unit}s` : plural(data.count, unit)}
    </Text>
  )
}
