// Observations per day, stacked by sentiment; a long time week by week. The library that draws it is loaded with the
// first chart.
import { Box, Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { byWeek } from './by-week.ts'
import type { SentimentDay } from './chart-days.ts'

const Bars = lazy(() => import('./chart-bars.tsx').then(({ SentimentBars }) => ({ default: SentimentBars })))

/** More days than this are too many bars. */
const MANY = 120

export const isByWeek = (series: SentimentDay[]): boolean => series.length > MANY

export function SentimentChart({
  series,
  height = 240,
  label,
}: {
  series: SentimentDay[]
  height?: number
  label: string
}) {
  return (
    <Box role="img" aria-label={label}>
      <Suspense fallback={<Skeleton height={height} />}>
        <Bars series={isByWeek(series) ? byWeek(series) : series} height={height} />
      </Suspense>
    </Box>
  )
}
