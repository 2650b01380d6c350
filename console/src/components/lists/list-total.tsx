// How many a list has, where that is known; long lists are counted so far only.
import { Text } from '@mantine/core'
import type { Total } from '../../../../src/contract/pages.ts'
import type { Query } from '../../api.ts'
import { formatNumber, plural } from '../../format.ts'
import { useResource } from '../../queries.ts'

type ListTotalProps = { of: 'observations' | 'users' | 'answers'; query: Query; unit: string }

/** Read again with whatever changes the list, and every half minute while it grows by itself. */
const AGAIN_MS = 30_000

export function ListTotal({ of, query, unit }: ListTotalProps) {
  const { data } = useResource<Total>(['totals', of], query, { refetchInterval: AGAIN_MS })
  if (!data || data.count === 0) return null
  return (
    <Text size="sm" c="dimmed" className="fn-number" mb="xs">
      {data.at_least ? `${formatNumber(data.count)}+ ${unit}s` : plural(data.count, unit)}
    </Text>
  )
}
