// Parses request bodies: JSON in UTF-8, or a refusal that says what is wrong.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LIMITS } from '../../contract/limits.ts'
import { Refusal } from '../../contract/refusal.ts'
import { boundLargeBodies, SMALL_BYTES } from './large-bodies.ts'

export type ReadJson = (request: FastifyRequest, raw: Buffer) => Promise<unknown>

/** Returns the parser, for routes that receive the body raw. */
export function readJsonBodies(app: FastifyInstance): ReadJson {
  const largeBodies = boundLargeBodies(app)
  const read: ReadJson = async (request, raw) => {
    if (raw.length <= SMALL_BYTES) return parseSmall(raw)
    refuseExcess(raw)
    await largeBodies.wait(request, raw.length)
    const body = parse(raw)
    await nextTurn() // validation gets its own turn of the event loop, so that other requests are served in between
    return body
  }
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, raw: Buffer) => (raw.length === 0 ? undefined : read(request, raw)),
  )
  return read
}

function parseSmall(raw: Buffer): unknown {
  const text = textOf(raw)
  if (text === undefined || !isSimple(text)) refuseExcess(raw)
  return parsed(text)
}

function refuseExcess(raw: Buffer): void {
  const excess = excessIn(raw)
  if (excess) throw new Refusal('invalid', `the body has too much structure: ${excess}`)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

const parse = (raw: Buffer): unknown => parsed(textOf(raw))

function textOf(raw: Buffer): string | undefined {
  try {
    return utf8.decode(raw)
  } catch {
    return undefined
  }
}

function parsed(text: string | undefined): unknown {
  if (text === undefined) throw notParsed('it is not UTF-8')
  try {
    return JSON.parse(text)
  } catch (error) {
    throw notParsed((error as SyntaxError).message)
  }
}

const notParsed = (reason: string): Refusal => new Refusal('invalid', `the body is not valid JSON: ${reason}`)

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

/**
 * Says what there is too much of before it is parsed; undefined when the text may be parsed. The cost of parsing depends
 * on the structure and not on the bytes: 8 MB of brackets take seconds and a gigabyte of memory. The text need not be
 * valid JSON.
 */
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
const isSimple = (text: string): boolean =>
  text.length <= LIMITS.jsonParts && countOf('[', text) + countOf('{', text) <= LIMITS.jsonDepth

function countOf(bracket: string, text: string): number {
  let count = 0
  for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) count++
  return count
}
