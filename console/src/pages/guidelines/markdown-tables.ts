// Tables in Markdown: a paragraph whose lines all begin with a bar, the second of them a ruler. Everything else of a
// cell (bold, code, links) is already read when this runs, and is kept.

type Node = { type: string; value?: string; children?: Node[]; align?: (string | null)[] }

export function tables() {
  return (tree: Node) => {
    withTables(tree)
  }
}

function withTables(node: Node): Node {
  node.children = node.children?.map((child) =>
    child.type === 'paragraph' ? (toTable(child) ?? child) : withTables(child),
  )
  return node
}

function toTable({ children = [] }: Node): Node | null {
  const [head, ruler, ...body] = linesOf(children)
  if (!head || !ruler || !isRuler(ruler) || ![head, ...body].every(beginsWithBar)) return null
  const width = cellsOf(head).length
  return {
    type: 'table',
    align: Array(width).fill(null),
    children: [head, ...body].map((line) => row(line, width)),
  }
}

function row(line: Node[], width: number): Node {
  const cells = cellsOf(line)
  return {
    type: 'tableRow',
    children: Array.from({ length: width }, (_, i) => ({ type: 'tableCell', children: cells[i] ?? [] })),
  }
}

const text = (value: string): Node => ({ type: 'text', value })

/** The inline nodes of a paragraph, cut where its text has a line end. */
const linesOf = (nodes: Node[]): Node[][] => cut(nodes, '\n')

/** Between the bars; what stands before the first bar and after the last is no cell. */
function cellsOf(line: Node[]): Node[][] {
  const [, ...cells] = cut(line, '|')
  const last = cells.at(-1) ?? []
  return last.every((node) => node.value?.trim() === '') ? cells.slice(0, -1) : cells
}

function cut(nodes: Node[], at: string): Node[][] {
  const pieces: Node[][] = [[]]
  for (const node of nodes) {
    if (node.type !== 'text') {
      pieces.at(-1)?.push(node)
      continue
    }
    const [first = '', ...others] = (node.value ?? '').split(at)
    pieces.at(-1)?.push(text(first))
    pieces.push(...others.map((piece) => [text(piece)]))
  }
  return pieces
}

function isRuler(line: Node[]): boolean {
  return (
    line.every(({ value }) => value !== undefined && /^[\s|:-]*$/.test(value)) &&
    line.some(({ value }) => value?.includes('-'))
  )
}

const beginsWithBar = (line: Node[]): boolean => line[0]?.value?.trimStart().startsWith('|') === true
