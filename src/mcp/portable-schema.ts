// The contract's schemas as tools publish them. Hosts hand them on to models of every maker: some refuse a list of types,
// `examples` or formats that they do not know, and some drop limits. What is left is plain, and says its limits in words.
import type { Schema } from '../contract/schema.ts'

const FORMATS_EVERYBODY_KNOWS = ['date-time']

/** For arguments. What it leaves out is still checked when a call comes. */
export function portableInput(schema: Schema): Schema {
  const { examples, format, pattern, enum: labels, description, properties, items, ...rest } = schema
  const known = FORMATS_EVERYBODY_KNOWS.includes(format as string)
  return {
    ...rest,
    ...(schema.type !== undefined && { type: plainType(schema.type) }),
    ...(Array.isArray(labels) && { enum: labels.filter((label) => label !== null) }),
    ...(known && { format }),
    ...describe(schema, description as string | undefined),
    ...(properties !== undefined && { properties: eachOf(properties, portableInput) }),
    ...(items !== undefined && { items: portableInput(items as Schema) }),
  }
}

/**
 * For results: enough to find one's way by. A model reads the result itself, and every word here is in its context for the
 * whole conversation; what may be null has no type, because "string or null" is said in as many ways as there are hosts.
 */
export function portableOutput(schema: Schema): Schema {
  return { ...outline(schema), required: schema.required }
}

function outline({ type, properties, items }: Schema): Schema {
  if (Array.isArray(type)) return {}
  return {
    type,
    ...(properties !== undefined && { properties: eachOf(properties, outline) }),
    ...(items !== undefined && { items: outline(items as Schema) }),
  }
}

const eachOf = (properties: unknown, change: (schema: Schema) => Schema) =>
  Object.fromEntries(
    Object.entries(properties as Record<string, Schema>).map(([name, schema]) => [name, change(schema)]),
  )

const plainType = (type: unknown): unknown =>
  Array.isArray(type) ? type.find((name) => name !== 'null') : type

/** The description, with every limit that it does not name yet. */
function describe(schema: Schema, description = ''): { description?: string } {
  const limits = limitsOf(schema).filter(([limit]) => !description.includes(spoken(limit)))
  const words = [description, ...limits.map(([, sentence]) => sentence)].filter(Boolean).join(' ')
  return words ? { description: words } : {}
}

function limitsOf({ maxLength, minItems, maxItems, minimum }: Schema): [limit: number, sentence: string][] {
  const found: [unknown, (limit: string) => string][] = [
    [maxLength, (limit) => `At most ${limit} characters.`],
    [minItems, (limit) => `At least ${limit}.`],
    [maxItems, (limit) => `At most ${limit}.`],
    [minimum, (limit) => `At least ${limit}.`],
  ]
  return found.flatMap(([limit, sentence]) =>
    typeof limit === 'number' ? [[limit, sentence(spoken(limit))] as [number, string]] : [],
  )
}

const spoken = (limit: number): string => limit.toLocaleString('en-US')
