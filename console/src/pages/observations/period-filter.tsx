// Filters by time: a period that ends today, or days from a calendar.
import { Button, Popover, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense } from 'react'
import { FilterButton } from '../../components/lists/filter-menu.tsx'
import { useFilters } from '../../filters.ts'
import { isPeriod, PERIOD_LABELS, type Period } from './observation-query.ts'

const DayRange = lazy(() => import('./day-range.tsx').then(({ DayRange }) => ({ default: DayRange })))

const PRESETS = Object.entries(PERIOD_LABELS) as [Period, string][]

export function PeriodFilter() {
  const [filters, change] = useFilters()
  const [opened, { close, toggle }] = useDisclosure(false)
  const { period, from, to } = filters
  const choose = (next: Partial<Record<'period' | 'from' | 'to', string>>) => {
    change({ period: undefined, from: undefined, to: undefined, ...next })
    close()
  }
  return (
    <Popover opened={opened} onDismiss={close} position="bottom-start" trapFocus>
      <Popover.Target>
        <FilterButton
          label="Period"
          isSet={isPeriod(period) || from !== undefined || to !== undefined}
          onClick={toggle}
        />
      </Popover.Target>
      <Popover.Dropdown aria-label="Period" p="sm">
        <Stack gap="xs">
          <SimpleGrid cols={2} spacing={6}>
            {PRESETS.map(([name, label]) => (
              <Button
                key={name}
                size="xs"
                variant={period === name ? 'light' : 'default'}
                aria-pressed={period === name}
                onClick={() => choose(period === name ? {} : { period: name })}
              >
                {label}
              </Button>
            ))}
          </SimpleGrid>
          <Suspense fallback={<Skeleton h={300} w={259} />}>
            <DayRange from={from} to={to} onChange={(from, to) => choose({ from, to })} />
          </Suspense>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
