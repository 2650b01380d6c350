// Reads request bodies: JSON in UTF-8, or a refusal that says what is wrong with it.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../../contract/refusal.ts'
import type { Soon } from '../../domain/soon.ts'
import { excessIn, isSimple } from './json-structure.ts'
import { boundLargeBodies, SMALL_BYTES } from './large-bodies.ts'

/** What clients usually send. Other parameters have no meaning for JSON; bodies with them are read as well, on the framework's way. */
export const USUAL_JSON = /^application\/json(?:; ?charset=utf-8)?$/i

export type ReadJson = (request: FastifyRequest, raw: Buffer) => Soon<unknown>

/** Returns the function that parses a body, for routes that get it unparsed. */
export function readJsonBodies(app: FastifyInstance): ReadJson {
  const largeBodies = boundLargeBodies(app)
  const read: ReadJson = (request, raw) => {
    if (raw.length <= SMALL_BYTES) return parseSmallJson(raw)
    refuseExcess(raw)
    const turn = largeBodies.turn(request, raw.length)
    return turn instanceof Promise ? turn.then(() => parseLarge(raw)) : parse(raw)
  }
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (request: FastifyRequest, raw: Buffer, done: (error: null, body: unknown) => void) => {
      const body = raw.length === 0 ? undefined : read(request, raw)
      if (body instanceof Promise) return body
      done(null, body)
    },
  )
  return read
}

/** Only for a body of at most SMALL_BYTES. */
export function parseSmallJson(raw: Buffer): unknown {
  const text = textOf(raw)
  if (text === undefined || !isSimple(text)) refuseExcess(raw)
  return parsed(text)
}

function refuseExcess(raw: Buffer): void {
  const excess = excessIn(raw)
  if (excess) throw new Refusal('invalid', `the body has too much structure: ${excess}`)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Ends the turn of the event loop after parsing, so that checking the body has a turn of its own and others get theirs. */
async function parseLarge(raw: Buffer): Promise<unknown> {
  const body = parse(raw)
  await nextTurn()
  return body
}

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
