// Reads the query of a list: known filters only, so that a misspelt one is never silently ignored.

import type { FastifyRequest } from 'fastify'
import type { Infer, Schema } from '../contract/schema.ts'
import { checker } from '../contract/validate.ts'

export function listQuery<S extends Schema>(schema: S): (request: FastifyRequest) => Infer<S> {
  const check = checker(schema, 'query')
  const { properties = {} } = schema as { properties?: Record<string, Schema> }
  const isList = (name: string) => properties[name]?.type === 'array'
  return (request) => {
    const sent = Object.entries(request.query as Record<string, unknown>)
    return check.parse(
      Object.fromEntries(
        sent.map(([name, value]) => [name, isList(name) ? split(value) : read(name, value)]),
      ),
    )
  }
}

const split = (value: unknown): string[] => [value].flat().flatMap((part) => String(part).split(','))

// A query string holds text only: these two are the numbers, everything else is compared as text.
const NUMBERS = new Set(['limit', 'days'])

const read = (name: string, value: unknown): unknown =>
  NUMBERS.has(name) && typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
