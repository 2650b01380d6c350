// Reads request bodies: JSON in UTF-8, or a refusal that says what is wrong with it.
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../contract/refusal.ts'

export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: unknown, raw: Buffer) => (raw.length === 0 ? undefined : parseJson(raw)),
  )
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

export function parseJson(raw: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(raw))
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : 'it is not UTF-8'
    throw new Refusal('invalid', `the body is not valid JSON: ${reason}`)
  }
}
