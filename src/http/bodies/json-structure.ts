// Refuses JSON with too much structure before it is parsed. The cost of parsing depends on the structure and not on the
// bytes: 8 MB of brackets take seconds and a gigabyte of memory.
import { LIMITS } from '../../contract/limits.ts'

const [QUOTE, BACKSLASH] = [0x22, 0x5c]

/** How much each structural byte changes the depth; SKIP for all other bytes. */
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

/** Says what there is too much of; undefined when the text may be parsed. The text need not be valid JSON. */
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

/**
 * A cheap check: true when the text is so short, and has so few brackets (even inside strings), that it must be within
 * the limits.
 */
export const isSimple = (text: string): boolean =>
  text.length <= LIMITS.jsonParts && countOf('[', text) + countOf('{', text) <= LIMITS.jsonDepth

function countOf(bracket: string, text: string): number {
  let count = 0
  for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) count++
  return count
}
