// Agents send arrays and objects as JSON text now and then. Where the schema wants one, the text is parsed.

import type { Schema } from '../contract/schema.ts'

/** The arguments with such strings replaced; what does not parse is left for the validator to name. */
export function parseStringified(schema: Schema, args: Record<string, unknown>): Record<string, unknown> {
  const properties = schema.properties as Record<string, Schema>
  const entries = Object.entries(args).map(([name, value]) => {
    const wanted = properties[name]
    return [name, wanted ? parsed(wanted, value) : value]
  })
  return Object.fromEntries(entries)
}

function parsed(schema: Schema, value: unknown): unknown {
  const structured = schema.type === 'array' || schema.type === 'object'
  const plain = structured && typeof value === 'string' ? parseOrKeep(value) : value
  const items = schema.items as Schema | undefined
  return items && Array.isArray(plain) ? plain.map((item) => parsed(items, item)) : plain
}

function parseOrKeep(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : text
  } catch {
    return text
  }
}
