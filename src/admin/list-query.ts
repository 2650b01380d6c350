// Reads a list's query: only known filters, so that a misspelled one is never silently ignored.

import type { FastifyRequest } from 'fastify'
import type { Infer, Schema } from '../contract/schema.ts'
import { checker } from '../contract/validate.ts'

export function listQuery<S extends Schema>(schema: S): (request: FastifyRequest) => Infer<S> {
  const check = checker(schema, 'query')
  const { properties = {} } = schema as { properties?: Record<string, Schema> }
  return (request) => {
    const sent = Object.entries(request.query as Record<string, unknown>)
    return check.parse(Object.fromEntries(sent.map(([name, value]) => [name, read(value, properties[name])])))
  }
}

/** A query contains only text; the schema says what is meant. Text that does not convert is left for validation. */
function read(value: unknown, schema: Schema | undefined): unknown {
  if (schema?.type === 'array') return [value].flat().flatMap((part) => String(part).split(','))
  if (schema?.type === 'integer' && typeof value === 'string' && WHOLE_NUMBER.test(value))
    return Number(value)
  return value
}

const WHOLE_NUMBER = /^\d{1,9}$/
