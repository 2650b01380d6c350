// The contract's schemas as tools publish them. Hosts pass them to models of every vendor: some refuse lists of types,
// `examples` or unknown formats, and some drop limits. So these are left out, and limits are repeated in words.
import type { Schema } from '../contract/schema.ts'
import type { Tool } from './tool.ts'

type AnyTool = Omit<Tool, 'call'>

const WIRE_FORMS = new WeakMap<AnyTool, object>()

/** Tools in the form that hosts receive. */
export function wireTool(tool: AnyTool): object {
  const wireForm = WIRE_FORMS.get(tool) ?? toWireForm(tool)
  WIRE_FORMS.set(tool, wireForm)
  return wireForm
}

function toWireForm(tool: AnyTool): object {
  const { name, title, description, searchHint, inputSchema, outputSchema, annotations } = tool
  return {
    name,
    title,
    description,
    inputSchema: portableInput(inputSchema),
    ...(outputSchema && { outputSchema: portableOutput(outputSchema) }),
    annotations: { title, ...annotations },
    // Claude Code loads tools on demand. The few with a hint are always loaded, so that an agent thinks of them.
    ...(searchHint && { _meta: { 'anthropic/alwaysLoad': true, 'anthropic/searchHint': searchHint } }),
  }
}

/**
 * The tools change with the version, the caller's role and what the team asks to note. The guidelines say the last as
 * well, so a host need not ask in every conversation.
 */
export const LIST_CACHE = { ttlMs: 60 * 60 * 1000, cacheScope: 'private' } as const

const FORMATS_EVERYBODY_KNOWS = ['date-time']

/** For arguments. What is left out here is still validated when a call arrives. */
function portableInput(schema: Schema): Schema {
  const { examples, format, pattern, enum: labels, description, properties, items, ...rest } = schema
  const isPortable = FORMATS_EVERYBODY_KNOWS.includes(format as string)
  return {
    ...rest,
    ...(schema.type !== undefined && { type: plainType(schema.type) }),
    ...(Array.isArray(labels) && { enum: labels.filter((label) => label !== null) }),
    ...(isPortable && { format }),
    ...describe(schema, description as string | undefined),
    ...(properties !== undefined && { properties: eachOf(properties, portableInput) }),
    ...(items !== undefined && { items: portableInput(items as Schema) }),
  }
}

/**
 * For results: only the outline. A model reads the result itself, and every word here uses its context for the whole
 * conversation. A property that may be null gets no type, because hosts disagree on how to say "string or null".
 */
function portableOutput(schema: Schema): Schema {
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

/** The description, with every limit it does not mention yet. */
function describe(schema: Schema, description = ''): { description?: string } {
  const limits = limitsOf(schema).filter(([limit]) => !description.includes(spoken(limit)))
  const words = [description, ...limits.map(([, sentence]) => sentence)].filter(Boolean).join(' ')
  return words ? { description: words } : {}
}

function limitsOf({ maxLength, minItems, maxItems, minimum }: Schema): [limit: number, sentence: string][] {
  const limits: [unknown, (limit: string) => string][] = [
    [maxLength, (limit) => `At most ${limit} characters.`],
    [minItems, (limit) => `At least ${limit}.`],
    [maxItems, (limit) => `At most ${limit}.`],
    [minimum, (limit) => `At least ${limit}.`],
  ]
  return limits.flatMap(([limit, sentence]) =>
    typeof limit === 'number' ? [[limit, sentence(spoken(limit))] as [number, string]] : [],
  )
}

const spoken = (limit: number): string => limit.toLocaleString('en-US')
