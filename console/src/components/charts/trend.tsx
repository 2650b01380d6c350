// The change against the previous period: up, down or level.
import { Group, Text } from '@mantine/core'
import { formatCompact, formatNumber, formatPercent } from '../../format.ts'
import { IconArrowDownRight, IconArrowUpRight, IconMinus } from '../../icons/tabler.ts'

type TrendProps = {
  now: number
  before: number
  /** Whether more is bad (problems), good (answers), or neither. */
  more?: 'bad' | 'good' | 'neutral'
  /** The compared period, for screen readers and on hover, such as "the previous 7 days". */
  against?: string
  /** Also shows the compared period next to the figure. */
  named?: boolean
}

export function Trend(props: TrendProps) {
  const { now, before, more = 'neutral', against = 'the previous period', named = false } = props
  const change = now - before
  const Icon = change > 0 ? IconArrowUpRight : change < 0 ? IconArrowDownRight : IconMinus
  const good = more === 'neutral' || change === 0 ? null : change > 0 === (more === 'good')
  const color = good === null ? 'dimmed' : good ? 'var(--fn-good)' : 'var(--fn-bad)'
  const said =
    before === 0
      ? change === 0
        ? '0'
        : `+${formatCompact(change)}`
      : formatPercent(Math.abs(change) / before)
  const title = `${formatNumber(now)}, compared with ${formatNumber(before)} in ${against}`
  return (
    <Group gap="0 3px" wrap={named ? 'wrap' : 'nowrap'} c={color} title={title}>
      <Icon size={15} aria-hidden />
      <Text size="xs" className="fn-number" aria-label={title}>
        {said}
      </Text>
      {named && (
        <Text size="xs" c="dimmed" component="span" aria-hidden>
          vs. {against.replace(/^the /, '')}
        </Text>
      )}
    </Group>
  )
}
