// Accepts what models get wrong in arguments: arrays and objects sent as JSON text, integers as text, ids as numbers,
// and null for an omitted value. Such values are converted to what the schema wants.
import type { Schema } from '../contract/schema.ts'
import { excessIn } from '../http/bodies/json-body.ts'

/**
 * Returns the arguments with such values replaced, or the same object if there are none. What cannot be converted is
 * left to the validator.
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

/** Made once per schema: every message needs it. */
const fieldsBySchema = new WeakMap<Schema, Map<string, Field>>()

function fieldsOf(schema: Schema): Map<string, Field> {
  const fields = fieldsBySchema.get(schema) ?? listFields(schema)
  fieldsBySchema.set(schema, fields)
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

/**
 * Ids may be sent as numbers. Only safe integers are accepted: a larger one may have been rounded and would name
 * another user.
 */
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
