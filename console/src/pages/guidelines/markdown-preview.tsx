// Markdown as agents' people read it; what reads it is loaded when it is first shown.
import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'

const MarkdownText = lazy(() =>
  import('../../components/guidelines/markdown-text.tsx').then((file) => ({ default: file.MarkdownText })),
)

export function MarkdownPreview({ text }: { text: string }) {
  return (
    <Suspense fallback={<Skeleton height={240} />}>
      <MarkdownText text={text} />
    </Suspense>
  )
}
