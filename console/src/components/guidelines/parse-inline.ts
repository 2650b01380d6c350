// Parses a line of Markdown: emphasis, code, links. The time is linear in the length of any text: each character is
// read a bounded number of times, and nesting is limited by MOST_NESTED.

export type Inline =
  | { type: 'text' | 'code'; text: string }
  | { type: 'image'; text: string; url: string }
  | { type: 'break' }
  | { type: 'em' | 'strong'; children: Inline[] }
  | { type: 'link'; url: string; children: Inline[] }

export const MOST_NESTED = 16

/** Targets of reference links. */
export type Addresses = Map<string, string>

export const addressName = (label: string): string => label.trim().toLowerCase()

type Wrap = { type: 'em' | 'strong' } | { type: 'image'; url: string } | { type: 'link'; url: string }

/** Pieces in text order. Wraps are closed and opened around the piece's remaining text. */
type Piece = { inline?: Inline; closes: number; text: string; opens: Wrap[] }

type Delimiter = {
  piece: Piece
  character: string
  length: number
  canOpen: boolean
  canClose: boolean
  /** In text order. */
  at: number
  before: Delimiter | null
  after: Delimiter | null
}

type Bracket = { piece: Piece; isImage: boolean; from: number; before: Delimiter | null }

const PLAIN = /[^\\`*_[\]!&<\n]+/y
const AUTOLINK = /<([a-z][a-z0-9+.-]{1,31}:[^\s<>]{0,1000}|[\w.+-]{1,64}@[\w.-]{1,200})>/iy
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp|copy|hellip|mdash|ndash));/iy
const ENTITIES = new Map(
  Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00A0', copy: '©' }).concat(
    Object.entries({ hellip: '…', mdash: '—', ndash: '–' }),
  ),
)
const TARGET =
  /\(\s{0,9}(?:<([^<>\n]{0,1000})>|([^\s()<]?[^\s()]{0,1000}(?:\([^\s()]{0,200}\)[^\s()]{0,200}){0,3}))(?:\s{1,9}(?:"[^"]{0,300}"|'[^']{0,300}'|\([^()]{0,300}\)))?\s{0,9}\)/y
const LABEL = /\[([^[\]]{0,200})\]/y
const MOST_LABEL = 200 // characters
const PUNCTUATION = /[\p{P}\p{S}]/u
const ESCAPABLE = /[!-/:-@[-`{-~]/

export function parseInline(text: string, addresses: Addresses): Inline[] {
  const pieces: Piece[] = []
  const brackets: Bracket[] = []
  let last: Delimiter | null = null
  /** Brackets below this one cannot open a link, because links must not contain links. */
  let noLinkBelow = 0
  const add = (piece: Partial<Piece>): Piece => {
    const added = { closes: 0, text: '', opens: [], ...piece }
    pieces.push(added)
    return added
  }
  const match = (pattern: RegExp, from: number): RegExpExecArray | null => {
    pattern.lastIndex = from
    return pattern.exec(text)
  }
  const endOfCode = codeEnds(text)

  const close = (at: number): number => {
    const bracket = brackets.pop()
    const isInLink = brackets.length < noLinkBelow
    noLinkBelow = Math.min(noLinkBelow, brackets.length)
    const mayLead = bracket && (bracket.isImage || !isInLink)
    const found = mayLead ? targetOf(bracket, at) : null
    if (!bracket || !found) {
      add({ text: ']' })
      return at + 1
    }
    emphasize(bracket.before)
    last = bracket.before
    if (last) last.after = null
    bracket.piece.text = ''
    bracket.piece.opens = [{ type: bracket.isImage ? 'image' : 'link', url: found.url }]
    if (!bracket.isImage) noLinkBelow = brackets.length
    add({ closes: 1 })
    return found.end
  }

  const targetOf = ({ from }: Bracket, at: number): { url: string; end: number } | null => {
    const inPlace = match(TARGET, at + 1)
    if (inPlace) return { url: unescaped(inPlace[1] ?? inPlace[2] ?? ''), end: at + 1 + inPlace[0].length }
    const named = match(LABEL, at + 1)
    if (!named?.[1] && at - from > MOST_LABEL) return null
    const url = addresses.get(addressName(named?.[1] || text.slice(from, at)))
    return url === undefined ? null : { url, end: at + 1 + (named?.[0].length ?? 0) }
  }

  const emphasize = (floor: Delimiter | null): void => {
    const floors = new Map<string, number>()
    let closer = floor ? floor.after : firstOf(last)
    while (closer) {
      const key = `${closer.character}${closer.canOpen}${closer.length % 3}`
      const opener = closer.canClose ? openerOf(closer, floor, floors.get(key) ?? -1) : null
      if (opener) {
        closer = wrap(opener, closer)
        continue
      }
      if (closer.canClose) floors.set(key, closer.at - 1)
      const next: Delimiter | null = closer.after
      if (closer.canClose && !closer.canOpen) unlink(closer)
      closer = next
    }
  }

  for (let at = 0; at < text.length; ) {
    const character = text[at] as string
    const plain = match(PLAIN, at)
    if (plain) {
      add({ text: plain[0] })
      at += plain[0].length
    } else if (character === '\n') {
      const line = pieces.at(-1)
      const isHard = line?.text.endsWith('  ')
      if (line) line.text = line.text.trimEnd()
      add(isHard ? { inline: { type: 'break' } } : { text: '\n' })
      at++
    } else if (character === '\\' && text[at + 1] === '\n') {
      add({ inline: { type: 'break' } })
      at += 2
    } else if (character === '\\' && ESCAPABLE.test(text[at + 1] ?? '')) {
      add({ text: text[at + 1] as string })
      at += 2
    } else if (character === '`') {
      const length = runAt(text, at)
      const end = endOfCode.get(at)
      if (end === undefined) add({ text: text.slice(at, at + length) })
      else add({ inline: { type: 'code', text: codeOf(text.slice(at + length, end)) } })
      at = (end ?? at) + length
    } else if (character === '*' || character === '_') {
      const length = runAt(text, at)
      const piece = add({ text: text.slice(at, at + length) })
      const delimiter: Delimiter = {
        piece,
        character,
        length,
        at,
        before: last,
        after: null,
        ...flanking(text, at, length),
      }
      if (last) last.after = delimiter
      last = delimiter
      at += length
    } else if (character === '[' || (character === '!' && text[at + 1] === '[')) {
      const isImage = character === '!'
      const piece = add({ text: isImage ? '![' : '[' })
      at += piece.text.length
      brackets.push({ piece, isImage, from: at, before: last })
    } else if (character === ']') {
      at = close(at)
    } else {
      const found = match(AUTOLINK, at) ?? match(ENTITY, at)
      if (found && character === '<') {
        const [, address = ''] = found
        add({ opens: [{ type: 'link', url: address.includes(':') ? address : `mailto:${address}` }] })
        add({ text: address })
        add({ closes: 1 })
      } else add({ text: found ? entity(found) : character })
      at += found?.[0].length ?? 1
    }
  }
  emphasize(null)
  return nested(pieces)
}

/** Where the code span of each run of backticks ends: at the next run of the same length. */
function codeEnds(text: string): Map<number, number> {
  const ends = new Map<number, number>()
  const open = new Map<number, number[]>()
  for (let at = text.indexOf('`'); at !== -1; at = text.indexOf('`', at)) {
    const length = runAt(text, at)
    for (const from of open.get(length) ?? []) ends.set(from, at)
    open.set(length, [at])
    at += length
  }
  return ends
}

function runAt(text: string, from: number): number {
  let end = from + 1
  while (text[end] === text[from]) end++
  return end - from
}

function codeOf(text: string): string {
  const line = text.replaceAll('\n', ' ')
  return line.startsWith(' ') && line.endsWith(' ') && line.trim() !== '' ? line.slice(1, -1) : line
}

function flanking(text: string, at: number, length: number): { canOpen: boolean; canClose: boolean } {
  const before = text[at - 1] ?? ' '
  const after = text[at + length] ?? ' '
  const isSpace = (character: string) => character.trim() === ''
  const opens = !isSpace(after) && (!PUNCTUATION.test(after) || isSpace(before) || PUNCTUATION.test(before))
  const closes = !isSpace(before) && (!PUNCTUATION.test(before) || isSpace(after) || PUNCTUATION.test(after))
  if (text[at] === '*') return { canOpen: opens, canClose: closes }
  return {
    canOpen: opens && (!closes || PUNCTUATION.test(before)),
    canClose: closes && (!opens || PUNCTUATION.test(after)),
  }
}

function firstOf(delimiter: Delimiter | null): Delimiter | null {
  let first = delimiter
  while (first?.before) first = first.before
  return first
}

/** No delimiter at or below `tried` opens for a closer of this kind, as an earlier closer found. */
function openerOf(closer: Delimiter, floor: Delimiter | null, tried: number): Delimiter | null {
  for (let opener = closer.before; opener && opener !== floor && opener.at > tried; opener = opener.before) {
    const isOdd =
      (closer.canOpen || opener.canClose) &&
      (opener.length + closer.length) % 3 === 0 &&
      (opener.length % 3 !== 0 || closer.length % 3 !== 0)
    if (opener.character === closer.character && opener.canOpen && !isOdd) return opener
  }
  return null
}

/** @returns the delimiter to continue with */
function wrap(opener: Delimiter, closer: Delimiter): Delimiter | null {
  const taken = opener.piece.text.length >= 2 && closer.piece.text.length >= 2 ? 2 : 1
  for (const { piece } of [opener, closer]) piece.text = piece.text.slice(taken)
  opener.piece.opens.push({ type: taken === 2 ? 'strong' : 'em' })
  closer.piece.closes++
  opener.after = closer
  closer.before = opener
  if (opener.piece.text === '') unlink(opener)
  if (closer.piece.text !== '') return closer
  unlink(closer)
  return closer.after
}

function unlink({ before, after }: Delimiter): void {
  if (before) before.after = after
  if (after) after.before = before
}

function entity([whole, decimal, hex, name]: RegExpExecArray): string {
  if (name) return ENTITIES.get(name.toLowerCase()) ?? whole
  const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16)
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : '\uFFFD'
}

const unescaped = (address: string): string => address.replace(/\\([!-/:-@[-`{-~])/g, '$1')

/** Text nested too deeply is kept, without the additional nesting. */
function nested(pieces: Piece[]): Inline[] {
  const root: Inline[] = []
  const open: { wrap: Wrap; children: Inline[] }[] = []
  let children = root
  let skipped = 0
  const addText = (text: string) => {
    const previous = children.at(-1)
    if (previous?.type === 'text') previous.text += text
    else if (text !== '') children.push({ type: 'text', text })
  }
  for (const { inline, closes, text, opens } of pieces) {
    for (let left = closes; left > 0; left--) {
      if (skipped > 0) {
        skipped--
        continue
      }
      const closed = open.pop()
      children = open.at(-1)?.children ?? root
      if (closed) children.push(wrapped(closed.wrap, closed.children))
    }
    if (inline) children.push(inline)
    else addText(text)
    for (const wrap of opens.reverse()) {
      if (open.length >= MOST_NESTED || skipped > 0) {
        skipped++
        continue
      }
      children = []
      open.push({ wrap, children })
    }
  }
  return root
}

const wrapped = (wrap: Wrap, children: Inline[]): Inline =>
  wrap.type === 'image' ? { ...wrap, text: textOf(children) } : { ...wrap, children }

const textOf = (inlines: Inline[]): string =>
  inlines.map((one) => ('text' in one ? one.text : 'children' in one ? textOf(one.children) : ' ')).join('')
