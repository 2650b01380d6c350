// Rendered Markdown.
import { createElement, useMemo } from 'react'
import { drawMarkdown, type Refer } from './draw-markdown.ts'
import classes from './markdown.module.css'

export type MarkdownTextProps = { text: string; refer?: Refer }

export function MarkdownText({ text, refer }: MarkdownTextProps) {
  const drawn = useMemo(() => drawMarkdown(text, classes, refer), [text, refer])
  return createElement('div', { className: classes.markdown }, ...drawn)
}
