// The period of a page, kept in the address.
import { SegmentedControl } from '@mantine/core'
import { DAY_MS } from '../../../../src/contract/date-time.ts'
import { LIMITS } from '../../../../src/contract/limits.ts'
import { useFilters } from '../../filters.ts'
import { serverNow } from '../../server-clock.ts'

const PERIODS = { '7': '7 days', '30': '30 days', '90': '90 days', '365': '1 year' }
const USUAL = String(LIMITS.periodDays)

export function usePeriod(): number {
  const [{ days = USUAL }] = useFilters()
  return Number(days in PERIODS ? days : USUAL)
}

export function PeriodPicker() {
  const days = usePeriod()
  const [, change] = useFilters()
  return (
    <SegmentedControl
      aria-label="Period"
      size="xs"
      value={String(days)}
      onChange={(value) => change({ days: value === USUAL ? undefined : value })}
      data={Object.entries(PERIODS).map(([value, label]) => ({ value, label }))}
    />
  )
}

/** The start of the period for the lists' filters. Days are UTC days. */
export function periodStart(days: number, now = serverNow()): string {
  const today = Math.floor(now / DAY_MS)
  return new Date((today - days + 1) * DAY_MS).toISOString()
}
