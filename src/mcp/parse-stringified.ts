// Agents send arrays and objects as JSON text now and then, whole numbers as digits, ids as numbers, and null for what they
// leave out. Where the schema wants the plain thing, it is read as that.

import type { Schema } from '../contract/schema.ts'
import { excessIn } from '../http/bodies/json-structure.ts'

/** The arguments with such values replaced; what does not parse is left for the validator to name. */
export function parseStringified(schema: Schema, args: Record<string, unknown>): Record<string, unknown> {
  const properties = (schema.properties ?? {}) as Record<string, Schema>
  const required = (schema.required ?? []) as string[]
  const entries: [name: string, value: unknown][] = []
  for (const [name, value] of Object.entries(args)) {
    const wanted = Object.hasOwn(properties, name) ? properties[name] : undefined
    const isOmitted = value === null && wanted && !required.includes(name) && !allowsNull(wanted)
    if (!isOmitted) entries.push([name, wanted ? parsed(wanted, plainId(name, value)) : value])
  }
  return Object.fromEntries(entries)
}

const plainId = (name: string, value: unknown): unknown =>
  IDS.test(name) && Number.isSafeInteger(value) ? String(value) : value

const allowsNull = (schema: Schema): boolean => Array.isArray(schema.type) && schema.type.includes('null')

function parsed(schema: Schema, value: unknown): unknown {
  if (schema.type === 'integer')
    return typeof value === 'string' && DIGITS.test(value.trim()) ? Number(value) : value
  const structured = schema.type === 'array' || schema.type === 'object'
  const plain = structured && typeof value === 'string' ? parseOrKeep(value) : value
  const items = schema.items as Schema | undefined
  if (items && Array.isArray(plain)) return plain.map((item) => parsed(items, item))
  return schema.type === 'object' && isObject(plain) ? parseStringified(schema, plain) : plain
}

/** Beyond safe integers the number is not what the agent wrote anymore: it might name somebody else. */
const IDS = /_id$/
const DIGITS = /^\d{1,9}$/

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parseOrKeep(text: string): unknown {
  if (excessIn(Buffer.from(text))) return text
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : text
  } catch {
    return text
  }
}
