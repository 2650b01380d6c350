// Parses a project's own pattern: regular expressions without what can make them slow (lookaround, backreferences, lazy
// repetition), so that matching time grows only with the text.

/** Ranges of UTF-16 code units, both ends included. */
export type Ranges = [from: number, to: number][]

export type Node =
  | { is: 'set'; ranges: Ranges }
  | { is: 'edge' }
  | { is: 'sequence'; nodes: Node[] }
  | { is: 'choice'; nodes: Node[] }
  | { is: 'repeat'; node: Node; least: number; most: number | null }

/** Tells the author what is wrong with a pattern. */
export class PatternError extends Error {}

/** The last UTF-16 code unit. */
export const LAST = 0xffff
const DIGIT: Ranges = [[0x30, 0x39]]
const WORD: Ranges = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
]
const SPACE: Ranges = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x3000, 0x3000],
]
const NOT_NEWLINE = inverted([
  [0x0a, 0x0a],
  [0x0d, 0x0d],
])
const CLASSES = new Map<string, Ranges>(
  Object.entries({
    d: DIGIT,
    w: WORD,
    s: SPACE,
    D: inverted(DIGIT),
    W: inverted(WORD),
    S: inverted(SPACE),
  }),
)
const CONTROLS = new Map<string, number>(Object.entries({ t: 0x09, n: 0x0a, r: 0x0d }))

export function parsePattern(pattern: string): Node {
  let at = 0
  const peek = () => pattern[at]
  const next = () => pattern[at++]
  const fail = (what: string): never => {
    throw new PatternError(`${what} at character ${at + 1}`)
  }

  function choice(): Node {
    const nodes = [sequence()]
    while (peek() === '|') {
      at++
      nodes.push(sequence())
    }
    return nodes.length === 1 ? (nodes[0] as Node) : { is: 'choice', nodes }
  }

  function sequence(): Node {
    const nodes: Node[] = []
    while (at < pattern.length && peek() !== '|' && peek() !== ')') nodes.push(repeated(single()))
    return { is: 'sequence', nodes }
  }

  function repeated(node: Node): Node {
    const [least, most] = repetition()
    if (least === 1 && most === 1) return node
    if (node.is === 'edge') fail('\\b cannot be repeated')
    if (/[*+?{]/.test(peek() ?? '')) fail('a repetition cannot be repeated or made lazy')
    return { is: 'repeat', node, least, most }
  }

  function repetition(): [number, number | null] {
    const character = peek()
    if (character === '*' || character === '+' || character === '?') {
      at++
      return character === '*' ? [0, null] : character === '+' ? [1, null] : [0, 1]
    }
    if (character !== '{') return [1, 1]
    const [whole = '', least, comma, most] = /^\{(\d{1,3})(,?)(\d{0,3})\}/.exec(pattern.slice(at)) ?? []
    if (least === undefined)
      return fail('{ must be followed by a number of repetitions, such as {3} or {2,4}')
    at += whole.length
    const from = Number(least)
    const to = comma === '' ? from : most === '' ? null : Number(most)
    if (to !== null && to < from) fail('the repetitions in {} must grow')
    return [from, to]
  }

  function single(): Node {
    const character = next() as string
    if (character === '(') return group()
    if (character === '[') return { is: 'set', ranges: set() }
    if (character === '.') return { is: 'set', ranges: NOT_NEWLINE }
    if (character === '\\') return escaped()
    if (/[*+?{]/.test(character)) fail(`${character} has nothing before it to repeat`)
    if (character === '^' || character === '$')
      fail(`${character} is not supported; \\b stands for the edge of a word`)
    return literal(character.charCodeAt(0))
  }

  function group(): Node {
    if (pattern.startsWith('?:', at)) at += 2
    else if (peek() === '?') fail('groups that look around or have a name are not supported')
    const node = choice()
    if (next() !== ')') fail('a ( is not closed')
    return node
  }

  function escaped(): Node {
    const character = next()
    if (character === undefined) return fail('\\ has nothing after it')
    if (character === 'b') return { is: 'edge' }
    if (/[1-9k]/.test(character)) return fail('references back are not supported')
    const ranges = CLASSES.get(character)
    return ranges ? { is: 'set', ranges } : literal(codeOf(character))
  }

  function codeOf(character: string): number {
    const control = CONTROLS.get(character)
    if (control !== undefined) return control
    if (character === 'u') {
      const [hex] =
        /^[0-9a-fA-F]{4}/.exec(pattern.slice(at)) ?? fail('\\u must be followed by four hex digits')
      at += 4
      return Number.parseInt(hex, 16)
    }
    if (/[A-Za-z0-9]/.test(character)) return fail(`\\${character} is not supported`)
    return character.charCodeAt(0)
  }

  function set(): Ranges {
    const negated = peek() === '^'
    if (negated) at++
    const ranges: Ranges = []
    while (peek() !== ']') {
      if (at >= pattern.length) fail('a [ is not closed')
      const from = setMember()
      if (typeof from !== 'number') {
        ranges.push(...from)
        continue
      }
      if (peek() !== '-' || pattern[at + 1] === ']') {
        ranges.push([from, from])
        continue
      }
      at++
      const to = setMember()
      if (typeof to !== 'number' || to < from) return fail('the range in [] must grow')
      ranges.push([from, to])
    }
    at++
    if (ranges.length === 0) fail('[] is empty')
    return negated ? inverted(ranges) : ranges
  }

  function setMember(): number | Ranges {
    const character = next()
    if (character === undefined) return fail('a [ is not closed')
    if (character !== '\\') return character.charCodeAt(0)
    const name = next()
    if (name === undefined) return fail('\\ has nothing after it')
    return CLASSES.get(name) ?? codeOf(name)
  }

  const node = choice()
  if (at < pattern.length) fail('a ) has no (')
  return node
}

/** Letters match in either case. */
function literal(code: number): Node {
  const character = String.fromCharCode(code)
  const codes = new Set(
    [character, character.toLowerCase(), character.toUpperCase()].map((one) => one.charCodeAt(0)),
  )
  return { is: 'set', ranges: [...codes].map((one) => [one, one]) }
}

function inverted(ranges: Ranges): Ranges {
  const gaps: Ranges = []
  let from = 0
  for (const [first, last] of [...ranges].sort(([a], [b]) => a - b)) {
    if (first > from) gaps.push([from, first - 1])
    from = Math.max(from, last + 1)
  }
  if (from <= LAST) gaps.push([from, LAST])
  return gaps
}
