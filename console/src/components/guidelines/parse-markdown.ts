// Parses Markdown to a tree: the parts that guidelines and comments use, with tables and without HTML. Our own, because
// libraries that fit the page's budget take quadratic time on hostile text, or fail on its nesting (ADR 12). Each level
// of nesting reads its lines once, and there are at most MOST_NESTED levels.
import { type Addresses, addressName, type Inline, MOST_NESTED, parseInline } from './parse-inline.ts'

export type Align = 'left' | 'right' | 'center' | null

export type Block =
  | { type: 'heading'; level: number; children: Inline[] }
  | { type: 'paragraph'; children: Inline[] }
  | { type: 'quote'; children: Block[] }
  | { type: 'list'; start: number | null; isLoose: boolean; items: Block[][] }
  | { type: 'table'; align: Align[]; rows: Inline[][][] }
  | { type: 'code'; text: string }
  | { type: 'rule' }

const QUOTE = /^ {0,3}> ?/
const ITEM = /^ {0,3}([-*+]|(\d{1,9})[.)])(?: {1,4}(?=[^ ])| (?= {4})| *$)/
const FENCE = /^( {0,3})(`{3,}(?=[^`]*$)|~{3,})/
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]|$)/
const RULE = /^ {0,3}(?:(?:- *){3,}|(?:\* *){3,}|(?:_ *){3,})$/
const UNDERLINE = /^ {0,3}(=+|-+) *$/
const INDENTED = /^ {4}/
const DELIMITERS = /^ {0,3}\|? *:?-+:? *(?:\| *:?-+:? *)*\|?$/
const DEFINITION = /^ {0,3}\[([^[\]]{1,200})\]: *(\S+)(?: +["'(].*)?$/

export function parseMarkdown(text: string): Block[] {
  const lines = text
    .replace(/\r?\n$/, '')
    .split(/\r\n|\n|\r/)
    .map((line) => line.replace(LEAD, withoutTabs))
  const addresses: Addresses = new Map()
  for (const line of lines) {
    const [, label, address] = DEFINITION.exec(line) ?? []
    if (label && address && !addresses.has(addressName(label)))
      addresses.set(addressName(label), address.replace(/^<|>$/g, ''))
  }
  return parseBlocks(lines, addresses, 0)
}

/** A line's indentation, including the markers of quotes and items, in which tabs count as spaces. */
const LEAD = /^(?:[ \t>*+-]|\d{1,9}[.)])*/

function withoutTabs(lead: string): string {
  let spaced = ''
  for (const character of lead) spaced += character === '\t' ? ' '.repeat(4 - (spaced.length % 4)) : character
  return spaced
}

function parseBlocks(lines: string[], addresses: Addresses, depth: number): Block[] {
  const blocks: Block[] = []
  const inline = (text: string) => parseInline(text, addresses)
  let paragraph: string[] = []
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push({ type: 'paragraph', children: inline(joined(paragraph)) })
    paragraph = []
  }
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] as string
    const nests = depth < MOST_NESTED
    const underline = paragraph.length > 0 ? UNDERLINE.exec(line) : null
    const heading = HEADING.exec(line)
    const fence = FENCE.exec(line)
    const item = nests && !RULE.test(line) ? ITEM.exec(line) : null
    if (underline) {
      const level = underline[1]?.startsWith('=') ? 1 : 2
      blocks.push({ type: 'heading', level, children: inline(joined(paragraph)) })
      paragraph = []
      at++
    } else if (line.trim() === '') {
      endParagraph()
      at++
    } else if (heading) {
      endParagraph()
      const level = heading[1]?.length ?? 1
      blocks.push({ type: 'heading', level, children: inline(headingText(line.slice(heading[0].length))) })
      at++
    } else if (fence) {
      endParagraph()
      const [, indent = '', mark = ''] = fence
      const end = endOfFence(lines, at, mark)
      const code = lines.slice(at + 1, end).map((one) => withoutIndent(one, indent.length))
      blocks.push({ type: 'code', text: code.join('\n') })
      at = end + 1
    } else if (RULE.test(line)) {
      endParagraph()
      blocks.push({ type: 'rule' })
      at++
    } else if (nests && QUOTE.test(line)) {
      endParagraph()
      const end = endOfQuote(lines, at)
      const quoted = lines.slice(at, end).map((one) => one.replace(QUOTE, ''))
      blocks.push({ type: 'quote', children: parseBlocks(quoted, addresses, depth + 1) })
      at = end
    } else if (item && !(paragraph.length > 0 && cannotInterrupt(item))) {
      endParagraph()
      at = parseList(lines, at, blocks, (itemLines) => parseBlocks(itemLines, addresses, depth + 1))
    } else if (INDENTED.test(line) && paragraph.length === 0) {
      const end = endOfIndented(lines, at)
      const code = lines.slice(at, end).map((one) => withoutIndent(one, 4))
      blocks.push({ type: 'code', text: code.join('\n').trimEnd() })
      at = end
    } else if (paragraph.length === 0 && DEFINITION.test(line)) {
      at++
    } else if (isTable(line, lines[at + 1])) {
      endParagraph()
      const end = endOfTable(lines, at)
      blocks.push(tableOf(lines.slice(at, end), inline))
      at = end
    } else {
      paragraph.push(line)
      at++
    }
  }
  endParagraph()
  return blocks
}

const joined = (paragraph: string[]): string =>
  paragraph
    .map((line) => line.trimStart())
    .join('\n')
    .trimEnd()

/** Without closing markers. */
function headingText(line: string): string {
  const text = line.trim()
  let end = text.length
  while (text[end - 1] === '#') end--
  return end === 0 || text[end - 1] === ' ' ? text.slice(0, end).trim() : text
}

const withoutIndent = (line: string, most: number): string => {
  let indent = 0
  while (indent < most && line[indent] === ' ') indent++
  return line.slice(indent)
}

function endOfFence(lines: string[], from: number, mark: string): number {
  let end = from + 1
  for (; end < lines.length; end++) {
    const line = (lines[end] as string).trim()
    if (line.startsWith(mark) && line === (mark[0] ?? '').repeat(line.length)) break
  }
  return end
}

function endOfIndented(lines: string[], from: number): number {
  let end = from
  while (end < lines.length && (INDENTED.test(lines[end] as string) || lines[end]?.trim() === '')) end++
  return end
}

/** A line that continues a paragraph belongs to the paragraph's container, even without marker or indentation. */
const goesOn = (line: string, before: string): boolean =>
  isProse(line) && isProse(before) && !INDENTED.test(before)

const isProse = (line: string): boolean =>
  line.trim() !== '' && ![QUOTE, ITEM, FENCE, HEADING, RULE].some((pattern) => pattern.test(line))

function endOfQuote(lines: string[], from: number): number {
  let end = from + 1
  let before = innermost(lines[from] as string)
  for (; end < lines.length; end++) {
    const line = lines[end] as string
    if (QUOTE.test(line)) before = innermost(line)
    else if (!goesOn(line, before)) break
  }
  return end
}

/** A line's text inside the quotes and lists that it opens. */
function innermost(line: string): string {
  let inner = line
  for (let depth = 0; depth < MOST_NESTED; depth++) {
    const [sign] = QUOTE.exec(inner) ?? (RULE.test(inner) ? null : ITEM.exec(inner)) ?? []
    if (!sign) break
    inner = inner.slice(sign.length)
  }
  return inner
}

/** An empty item, or a number other than 1, may be part of the paragraph's text. */
const cannotInterrupt = (item: RegExpExecArray): boolean =>
  isEmpty(item) || (item[2] !== undefined && item[2] !== '1')

const isEmpty = ({ 0: whole, input }: RegExpExecArray): boolean => whole.length === input.length

function parseList(
  lines: string[],
  from: number,
  blocks: Block[],
  parse: (lines: string[]) => Block[],
): number {
  const first = ITEM.exec(lines[from] as string)
  const kindOf = (mark: RegExpExecArray | null) => mark?.[1]?.at(-1)
  const list = {
    type: 'list' as const,
    start: first?.[2] ? Number(first[2]) : null,
    isLoose: false,
    items: [] as Block[][],
  }
  let at = from
  let item = first
  while (item && kindOf(item) === kindOf(first)) {
    const indent = isEmpty(item) ? item[0].trimEnd().length + 1 : item[0].length
    const itemLines = [(lines[at] as string).slice(item[0].length)]
    let before = innermost(itemLines[0] as string)
    let blanks = 0
    for (at++; at < lines.length; at++) {
      const line = lines[at] as string
      const isInside = line.startsWith(' '.repeat(indent))
      if (line.trim() === '') blanks++
      else if (isInside || (blanks === 0 && goesOn(line, before))) {
        if (blanks > 0) list.isLoose ||= true
        itemLines.push(...Array<string>(blanks).fill(''), isInside ? line.slice(indent) : line.trimStart())
        before = innermost(itemLines.at(-1) as string)
        blanks = 0
      } else break
    }
    list.items.push(parse(itemLines))
    const next = lines[at]
    item = next === undefined || RULE.test(next) ? null : ITEM.exec(next)
    if (item && kindOf(item) === kindOf(first) && blanks > 0) list.isLoose = true
  }
  blocks.push(list)
  return at
}

const isTable = (head: string, delimiters = ''): boolean =>
  head.includes('|') &&
  DELIMITERS.test(delimiters.trimEnd()) &&
  cellsOf(head).length === cellsOf(delimiters).length

function endOfTable(lines: string[], from: number): number {
  let end = from + 2
  while (end < lines.length && isRow(lines[end] as string)) end++
  return end
}

const isRow = (line: string): boolean => line.trim() !== '' && (line.includes('|') || isProse(line))

function tableOf([head = '', delimiters = '', ...rows]: string[], inline: (text: string) => Inline[]): Block {
  const align = cellsOf(delimiters).map(alignOf)
  const cells = (line: string) => cellsOf(line).slice(0, align.length).map(inline)
  return { type: 'table', align, rows: [head, ...rows].map(cells) }
}

function alignOf(delimiter: string): Align {
  if (delimiter.endsWith(':')) return delimiter.startsWith(':') ? 'center' : 'right'
  return delimiter.startsWith(':') ? 'left' : null
}

/** Bars at both ends are optional, and one after a backslash is text. */
function cellsOf(line: string): string[] {
  const row = line.trim()
  const cells: string[] = []
  let cell = ''
  for (let at = row.startsWith('|') ? 1 : 0; at < row.length; at++) {
    if (row[at] === '\\' && row[at + 1] === '|') cell += row[++at]
    else if (row[at] === '|') {
      cells.push(cell.trim())
      cell = ''
    } else cell += row[at]
  }
  return cell.trim() === '' && row.endsWith('|') ? cells : [...cells, cell.trim()]
}
