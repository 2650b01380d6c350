// Parses request bodies: JSON in UTF-8, or a refusal that says what is wrong.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../../contract/refusal.ts'
import { excessIn, isSimple } from './json-structure.ts'
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
