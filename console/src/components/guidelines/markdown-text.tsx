// Markdown as it reads.
import type { Root } from 'mdast'
import { createElement, useMemo } from 'react'
import { drawMarkdown } from './draw-markdown.ts'
import classes from './markdown.module.css'

type MarkdownTextProps = {
  text: string
  /** May read more into the parsed text, such as mentions. */
  change?: (tree: Root) => void
}

export function MarkdownText({ text, change }: MarkdownTextProps) {
  const drawn = useMemo(() => drawMarkdown(text, classes, change), [text, change])
  return createElement('div', { className: classes.markdown }, ...drawn)
}
