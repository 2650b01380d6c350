// Agents send arrays and objects as JSON text now and then, whole numbers as digits, ids as numbers, and null for what they
// leave out. Where the schema wants the plain thing, it is read as that.

import type { Schema } from '../contract/schema.ts'
import { excessIn } from '../http/bodies/json-structure.ts'

/**
 * The arguments with such values replaced, or the same object where there are none; what does not parse is left for the validator to
 * name.
 */
export function parseStringified(schema: Schema, args: Record<string, unknown>): Record<string, unknown> {
  const fields = fieldsOf(schema)
  let replaced: Record<string, unknown> | undefined
  for (const name in args) {
    const value = read(fields.get(name), args[name])
    if (value === args[name]) continue
    replaced ??= { ...args }
    if (value === OMITTED) delete replaced[name]
    else replaced[name] = value
  }
  return replaced ?? args
}

const OMITTED = Symbol('left out')

type Field = { schema: Schema; isId: boolean; isOmittable: boolean }

/** Asked of every message, so looked up once. */
const known = new WeakMap<Schema, Map<string, Field>>()

function fieldsOf(schema: Schema): Map<string, Field> {
  const fields = known.get(schema) ?? listFields(schema)
  known.set(schema, fields)
  return fields
}

function listFields({ properties = {}, required = [] }: Schema): Map<string, Field> {
  const fields = Object.entries(properties as Record<string, Schema>)
  return new Map(
    fields.map(([name, schema]) => {
      const isOmittable = !(required as string[]).includes(name) && !allowsNull(schema)
      return [name, { schema, isId: IDS.test(name), isOmittable }]
    }),
  )
}

function read(field: Field | undefined, value: unknown): unknown {
  if (!field) return value
  if (value === null && field.isOmittable) return OMITTED
  return parsed(field.schema, field.isId && Number.isSafeInteger(value) ? String(value) : value)
}

const allowsNull = (schema: Schema): boolean => Array.isArray(schema.type) && schema.type.includes('null')

function parsed(schema: Schema, value: unknown): unknown {
  if (schema.type === 'integer')
    return typeof value === 'string' && DIGITS.test(value.trim()) ? Number(value) : value
  const structured = schema.type === 'array' || schema.type === 'object'
  const plain = structured && typeof value === 'string' ? parseOrKeep(value) : value
  const items = schema.items as Schema | undefined
  if (items && Array.isArray(plain)) return parsedItems(items, plain)
  return schema.type === 'object' && isObject(plain) ? parseStringified(schema, plain) : plain
}

function parsedItems(schema: Schema, items: unknown[]): unknown[] {
  let replaced: unknown[] | undefined
  for (const [place, item] of items.entries()) {
    const value = parsed(schema, item)
    if (value === item) continue
    replaced ??= [...items]
    replaced[place] = value
  }
  return replaced ?? items
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
