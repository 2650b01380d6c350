// Markdown by other people. The parser is loaded on first use, and a text that cannot be rendered is shown as plain
// text, so that the rest of the page remains usable.
import { Skeleton } from '@mantine/core'
import { Component, lazy, type ReactNode, Suspense } from 'react'
import classes from './markdown.module.css'
import type { MarkdownTextProps } from './markdown-text.tsx'

const MarkdownText = lazy(() =>
  import('./markdown-text.tsx').then((file) => ({ default: file.MarkdownText })),
)

export function Markdown({ placeholder = 240, ...shown }: MarkdownTextProps & { placeholder?: number }) {
  return (
    <AsWritten key={shown.text} text={shown.text}>
      <Suspense fallback={<Skeleton height={placeholder} />}>
        <MarkdownText {...shown} />
      </Suspense>
    </AsWritten>
  )
}

type AsWrittenProps = { text: string; children: ReactNode }

class AsWritten extends Component<AsWrittenProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError = () => ({ failed: true })

  override render() {
    return this.state.failed ? (
      <div className={classes.asWritten}>{this.props.text}</div>
    ) : (
      this.props.children
    )
  }
}
