// The strings and templates of a TypeScript file, without a compiler: enough for code that Biome has formatted.

export type Literal = { start: number; content: string }

export function literalsIn(text: string): Literal[] {
  const found: Literal[] = []
  for (let at = 0; at < text.length; at++) {
    if (text.startsWith('//', at)) at = endOf(text.indexOf('\n', at), text)
    else if (text.startsWith('/*', at)) at = endOf(text.indexOf('*/', at), text) + 1
    else if (text[at] === '/' && beginsRegExp(text, at)) at = endOfRegExp(text, at)
    else if ('\'"`'.includes(text[at] as string)) {
      const end = endOfLiteral(text, at)
      found.push({ start: at, content: text.slice(at + 1, end) })
      at = end
    }
  }
  return found
}

const endOf = (at: number, text: string): number => (at === -1 ? text.length : at)

/** A slash after a value divides. */
const beginsRegExp = (text: string, at: number): boolean =>
  !/[\w)\]}]\s*$/.test(text.slice(Math.max(0, at - 20), at))

function endOfRegExp(text: string, start: number): number {
  let inClass = false
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '[') inClass = true
    else if (text[at] === ']') inClass = false
    else if (text[at] === '/' && !inClass) return at
  }
  return text.length
}

function endOfLiteral(text: string, start: number): number {
  const quote = text[start]
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === quote) return at
    else if (quote === '`' && text.startsWith('${', at)) at = endOfCode(text, at + 1)
  }
  return text.length
}

/** Of what stands between the braces of a template, which may hold further literals. */
function endOfCode(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    if ('\'"`'.includes(text[at] as string)) at = endOfLiteral(text, at)
    else if (text[at] === '{') depth++
    else if (text[at] === '}' && --depth === 0) return at
  }
  return text.length
}
