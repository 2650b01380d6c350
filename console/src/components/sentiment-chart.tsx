// Observations per day, stacked by sentiment. Drawn by the chart library, which is loaded when a chart is first shown.
import { Box, Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { SentimentDay } from './chart-days.ts'

const Bars = lazy(() => import('./chart-bars.tsx').then(({ SentimentBars }) => ({ default: SentimentBars })))

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
        <Bars series={series} height={height} />
      </Suspense>
    </Box>
  )
}
