// Reads request bodies: JSON in UTF-8, or a refusal that says what is wrong with it.
import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../../contract/refusal.ts'
import { type Soon, whenKnown } from '../../domain/soon.ts'
import { excessIn } from './json-structure.ts'
import { boundLargeBodies } from './large-bodies.ts'

export type ReadJson = (request: FastifyRequest, raw: Buffer) => Soon<unknown>

/** Returns how a body is parsed, for routes that take it as it was sent. */
export function readJsonBodies(app: FastifyInstance): ReadJson {
  const largeBodies = boundLargeBodies(app)
  const read: ReadJson = (request, raw) => {
    const excess = excessIn(raw)
    if (excess) throw new Refusal('invalid', `the body has too much structure: ${excess}`)
    return whenKnown(largeBodies.turn(request, raw.length), () => parse(raw))
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

function parse(raw: Buffer): unknown {
  if (!isUtf8(raw)) throw notParsed('it is not UTF-8')
  try {
    return JSON.parse(withoutMark(raw.toString()))
  } catch (error) {
    throw notParsed((error as SyntaxError).message)
  }
}

/** Some write a byte order mark before everything else. */
const withoutMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text)

const notParsed = (reason: string): Refusal => new Refusal('invalid', `the body is not valid JSON: ${reason}`)
