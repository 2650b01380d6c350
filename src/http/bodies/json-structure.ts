// Looks at JSON before it is parsed. Parsing costs by structure, not by bytes: 8 MB of brackets took seconds and a gigabyte
// where 8 MB of text takes a twentieth of a second.
import { LIMITS } from '../../contract/limits.ts'

const [QUOTE, BACKSLASH] = [0x22, 0x5c]

/** By how much a byte changes the depth, for those that structure is made of; SKIP for all others. */
const SKIP = 2
const STEP = new Int8Array(256).fill(SKIP)
for (const [byte, step] of [
  ['[', 1],
  ['{', 1],
  [']', -1],
  ['}', -1],
  [',', 0],
  ['"', 0],
] as const)
  STEP[byte.charCodeAt(0)] = step

/** What is too much about it; undefined when it may be parsed. It need not be JSON. */
export function excessIn(raw: Buffer): string | undefined {
  let depth = 0
  let parts = 0
  for (let at = 0; at < raw.length; at++) {
    const byte = raw[at] as number
    const step = STEP[byte] as number
    if (step === SKIP) continue
    depth += step
    if (step >= 0) parts++
    if (depth > LIMITS.jsonDepth) return `it is nested more than ${LIMITS.jsonDepth} levels deep`
    if (parts > LIMITS.jsonParts) return `it has more than ${LIMITS.jsonParts} parts`
    if (byte === QUOTE) at = endOfString(raw, at)
  }
  return undefined
}

function endOfString(raw: Buffer, start: number): number {
  let at = start + 1
  while (at < raw.length && raw[at] !== QUOTE) at += raw[at] === BACKSLASH ? 2 : 1
  return at
}

/** Told quickly: so short, and with so few brackets, those in texts included, that nothing about it can be too much. */
export const isSimple = (text: string): boolean =>
  text.length <= LIMITS.jsonParts && countOf('[', text) + countOf('{', text) <= LIMITS.jsonDepth

function countOf(bracket: string, text: string): number {
  let count = 0
  for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) count++
  return count
}
