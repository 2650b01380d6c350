// Reads the query of a list: known filters only, so that a misspelt one is never silently ignored.

import type { FastifyRequest } from 'fastify'
import type { Infer, Schema } from '../contract/schema.ts'
import { checker } from '../contract/validate.ts'

export function listQuery<S extends Schema>(schema: S): (request: FastifyRequest) => Infer<S> {
  const check = checker(schema, 'query')
  return (request) => {
    const sent = request.query as Record<string, unknown>
    // A query string holds text only: `limit` is the one number, everything else is compared as text.
    const isNumber = typeof sent.limit === 'string' && /^\d{1,9}$/.test(sent.limit)
    return check.parse(isNumber ? { ...sent, limit: Number(sent.limit) } : { ...sent })
  }
}
