// Markdown as React elements: parsed by a library, drawn here, which weighs half of one that draws it as well. Raw HTML stays text,
// pictures are not loaded, and links lead only where a reader may follow.
import type { AlignType, List, Nodes, Root, RootContent, Table, TableRow } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'
import { createElement, type ReactNode } from 'react'

/** The names that a style sheet has for what Markdown has none for. */
export type MarkdownClasses = { table?: string; picture?: string; mention?: string }

/** @param change may read more into the parsed text, such as mentions */
export function drawMarkdown(
  text: string,
  classes: MarkdownClasses,
  change?: (tree: Root) => void,
): ReactNode[] {
  const tree = fromMarkdown(text, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] })
  change?.(tree)
  return drawAll(tree.children, { addresses: addressesOf(tree), classes })
}

type Drawing = { addresses: Addresses; classes: MarkdownClasses }

/** Of links that are named in one place and defined in another. */
type Addresses = Map<string, string>

const addressesOf = ({ children }: Root): Addresses =>
  new Map(children.flatMap((node) => (node.type === 'definition' ? [[node.identifier, node.url]] : [])))

const SIMPLE: Partial<Record<Nodes['type'], string>> = {
  paragraph: 'p',
  emphasis: 'em',
  strong: 'strong',
  blockquote: 'blockquote',
}

function draw(node: Nodes, drawing: Drawing): ReactNode {
  const children = () => ('children' in node ? drawAll(node.children, drawing) : [])
  const simple = SIMPLE[node.type]
  if (simple) return createElement(simple, null, ...children())
  switch (node.type) {
    case 'heading': {
      // The page's own title stands above these.
      const tag = `h${Math.min(6, node.depth + 1)}`
      return createElement(tag, node.depth < 3 ? { 'data-level': node.depth } : null, ...children())
    }
    case 'text':
    case 'html':
      return node.value
    case 'inlineCode':
      return createElement('code', null, node.value)
    case 'code':
      return createElement('pre', null, createElement('code', null, node.value))
    case 'break':
      return createElement('br')
    case 'thematicBreak':
      return createElement('hr')
    case 'list':
      return drawList(node, drawing)
    case 'table':
      return drawTable(node, drawing)
    case 'image':
    case 'imageReference':
      return createElement(
        'span',
        { className: drawing.classes.picture },
        node.alt ? `[image: ${node.alt}]` : '[image]',
      )
    case 'link':
      return drawLink(node.url, children(), drawing)
    case 'linkReference':
      return drawLink(drawing.addresses.get(node.identifier) ?? '', children(), drawing)
    default:
      return null
  }
}

const drawAll = (nodes: RootContent[], drawing: Drawing): ReactNode[] =>
  nodes.map((node) => draw(node, drawing))

/** Items of a tight list are lines, those of a loose one paragraphs. */
function drawList(list: List, drawing: Drawing): ReactNode {
  const isLoose = list.spread || list.children.some(({ spread }) => spread)
  const items = list.children.map(({ children }) => {
    const drawn = children.flatMap((node) =>
      node.type === 'paragraph' && !isLoose ? drawAll(node.children, drawing) : [draw(node, drawing)],
    )
    return createElement('li', null, ...drawn)
  })
  return list.ordered
    ? createElement('ol', { start: list.start ?? 1 }, ...items)
    : createElement('ul', null, ...items)
}

function drawTable({ children: [head, ...rows], align }: Table, drawing: Drawing): ReactNode {
  const cells = (some: TableRow[], tag: 'th' | 'td') => some.map((row) => drawRow(row, align, tag, drawing))
  const table = createElement(
    'table',
    null,
    head && createElement('thead', null, ...cells([head], 'th')),
    rows.length > 0 && createElement('tbody', null, ...cells(rows, 'td')),
  )
  return createElement('div', { className: drawing.classes.table }, table)
}

function drawRow(
  row: TableRow,
  align: AlignType[] | null | undefined,
  tag: 'th' | 'td',
  drawing: Drawing,
): ReactNode {
  const cells = row.children.map(({ children }, at) => {
    const side = align?.[at]
    // A heading that is empty heads nothing.
    return createElement(
      children.length > 0 ? tag : 'td',
      side ? { style: { textAlign: side } } : null,
      ...drawAll(children, drawing),
    )
  })
  return createElement('tr', null, ...cells)
}

const FOLLOWABLE = /^(https?:|mailto:|\/p\/)/i

function drawLink(address: string, children: ReactNode[], { classes }: Drawing): ReactNode {
  if (!FOLLOWABLE.test(address)) return createElement('span', null, ...children)
  if (address.startsWith('mailto:') && String(children[0]).startsWith('@'))
    return createElement('strong', { className: classes.mention }, ...children)
  const elsewhere = address.startsWith('/p/') ? {} : { target: '_blank', rel: 'noopener noreferrer nofollow' }
  return createElement('a', { href: address, ...elsewhere }, ...children)
}
