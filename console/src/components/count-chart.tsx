// A count per day, such as answers to a study.
import { Box, Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { CountDay } from './chart-days.ts'

const Bars = lazy(() => import('./chart-bars.tsx').then(({ CountBars }) => ({ default: CountBars })))

export function CountChart({
  series,
  name,
  height = 200,
  label,
}: {
  series: CountDay[]
  name: string
  height?: number
  label: string
}) {
  return (
    <Box role="img" aria-label={label}>
      <Suspense fallback={<Skeleton height={height} />}>
        <Bars series={series} name={name} height={height} />
      </Suspense>
    </Box>
  )
}
