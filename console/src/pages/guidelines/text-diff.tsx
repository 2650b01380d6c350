// Differences between two texts; the comparison code is loaded on first use.
import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'

const DiffView = lazy(() => import('./diff-view.tsx').then((file) => ({ default: file.DiffView })))

export function TextDiff(props: { before: string; after: string; label: string }) {
  return (
    <Suspense fallback={<Skeleton height={240} />}>
      <DiffView {...props} />
    </Suspense>
  )
}
