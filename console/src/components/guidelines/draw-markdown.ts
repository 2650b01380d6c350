// Renders Markdown as React elements. Raw HTML stays text, images are not loaded, and only safe links become links.
import { createElement, type ReactNode } from 'react'
import type { Inline } from './parse-inline.ts'
import { type Align, type Block, parseMarkdown } from './parse-markdown.ts'

/** Class names for parts without a Markdown element. */
export type MarkdownClasses = { table?: string; picture?: string; mention?: string }

/** Finds references such as mentions in a text, except in code and links. */
export type Refer = (text: string) => Inline[]

export function drawMarkdown(text: string, classes: MarkdownClasses, refer?: Refer): ReactNode[] {
  return drawBlocks(parseMarkdown(text), { classes, refer })
}

type Drawing = { classes: MarkdownClasses; refer: Refer | undefined }

const drawBlocks = (blocks: Block[], drawing: Drawing): ReactNode[] =>
  blocks.map((block) => drawBlock(block, drawing))

function drawBlock(block: Block, drawing: Drawing): ReactNode {
  switch (block.type) {
    case 'heading': {
      // The page's own title is above these.
      const tag = `h${Math.min(6, block.level + 1)}`
      const props = block.level < 3 ? { 'data-level': block.level } : null
      return createElement(tag, props, ...drawInlines(block.children, drawing))
    }
    case 'paragraph':
      return createElement('p', null, ...drawInlines(block.children, drawing))
    case 'quote':
      return createElement('blockquote', null, ...drawBlocks(block.children, drawing))
    case 'code':
      return createElement('pre', null, createElement('code', null, block.text))
    case 'rule':
      return createElement('hr')
    case 'list': {
      const items = block.items.map((item) => drawItem(item, block.isLoose, drawing))
      return block.start === null
        ? createElement('ul', null, ...items)
        : createElement('ol', { start: block.start }, ...items)
    }
    case 'table': {
      const [head, ...rows] = block.rows.map((row, at) =>
        drawRow(row, block.align, at === 0 ? 'th' : 'td', drawing),
      )
      const body = rows.length > 0 && createElement('tbody', null, ...rows)
      const table = createElement('table', null, createElement('thead', null, head), body)
      return createElement('div', { className: drawing.classes.table }, table)
    }
  }
}

/** Items of a tight list are lines; items of a loose list are paragraphs. */
function drawItem(item: Block[], isLoose: boolean, drawing: Drawing): ReactNode {
  const drawn = item.flatMap((block) =>
    block.type === 'paragraph' && !isLoose
      ? drawInlines(block.children, drawing)
      : [drawBlock(block, drawing)],
  )
  return createElement('li', null, ...drawn)
}

function drawRow(row: Inline[][], align: Align[], tag: 'th' | 'td', drawing: Drawing): ReactNode {
  const cells = row.map((children, at) => {
    const side = align[at]
    // An empty heading is left out.
    return createElement(
      children.length > 0 ? tag : 'td',
      side ? { style: { textAlign: side } } : null,
      ...drawInlines(children, drawing),
    )
  })
  return createElement('tr', null, ...cells)
}

function drawInlines(inlines: Inline[], drawing: Drawing): ReactNode[] {
  const { refer, ...others } = drawing
  return inlines.flatMap((inline) =>
    inline.type === 'text' && refer
      ? refer(inline.text).map((part) => drawInline(part, { ...others, refer: undefined }))
      : [drawInline(inline, drawing)],
  )
}

function drawInline(inline: Inline, drawing: Drawing): ReactNode {
  switch (inline.type) {
    case 'text':
      return inline.text
    case 'code':
      return createElement('code', null, inline.text)
    case 'image':
      return createElement(
        'span',
        { className: drawing.classes.picture },
        inline.text ? `[image: ${inline.text}]` : '[image]',
      )
    case 'break':
      return createElement('br')
    case 'link':
      return drawLink(inline.url, drawInlines(inline.children, { ...drawing, refer: undefined }), drawing)
    default:
      return createElement(inline.type, null, ...drawInlines(inline.children, drawing))
  }
}

const FOLLOWABLE = /^(https?:|mailto:|\/p\/)/i

function drawLink(address: string, children: ReactNode[], { classes }: Drawing): ReactNode {
  if (!FOLLOWABLE.test(address)) return createElement('span', null, ...children)
  if (address.startsWith('mailto:') && String(children[0]).startsWith('@'))
    return createElement('strong', { className: classes.mention }, ...children)
  const elsewhere = address.startsWith('/p/') ? {} : { target: '_blank', rel: 'noopener noreferrer nofollow' }
  return createElement('a', { href: address, ...elsewhere }, ...children)
}
