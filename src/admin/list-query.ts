// Reads the query of a list: known filters only, so that a misspelt one is never silently ignored.

import type { FastifyRequest } from 'fastify'
import type { Infer, Schema } from '../contract/schema.ts'
import { checker } from '../contract/validate.ts'

export function listQuery<S extends Schema>(schema: S): (request: FastifyRequest) => Infer<S> {
  const check = checker(schema, 'query')
  return (request) => {
    const sent = request.query as Record<string, unknown>
    return check.parse(
      Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, read(name, value)])),
    )
  }
}

// A query string holds text only: these two are the numbers, everything else is compared as text.
const NUMBERS = new Set(['limit', 'days'])

const read = (name: string, value: unknown): unknown =>
  NUMBERS.has(name) && typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
