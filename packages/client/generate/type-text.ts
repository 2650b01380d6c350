// TypeScript for the schemas of the OpenAPI document. It knows the few forms that the document uses, and stops at others.

export type Schema = {
  $ref?: string
  type?: string | string[]
  description?: string
  enum?: (string | number | boolean | null)[]
  const?: string | number | boolean | null
  oneOf?: Schema[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  maxLength?: number
  maxItems?: number
}

/** `#/components/schemas/Study` is `Study`. */
export const nameOf = (reference: string): string => reference.split('/').at(-1) ?? ''

export function typeText(schema: Schema): string {
  if (schema.$ref) return nameOf(schema.$ref)
  if (schema.enum) return schema.enum.map((value) => literal(value)).join(' | ')
  if (schema.const !== undefined) return literal(schema.const)
  const choices = schema.oneOf ?? schema.anyOf
  if (choices) return choices.map(typeText).join(' | ')
  const types = [schema.type ?? []].flat()
  if (types.length === 0) throw new Error(`no type for ${JSON.stringify(schema)}`)
  return types.map((type) => simpleType(type, schema)).join(' | ')
}

function simpleType(type: string, schema: Schema): string {
  if (type === 'array') return `Array<${typeText(schema.items ?? {})}>`
  if (type === 'object') return schema.properties ? objectText(schema) : 'Record<string, unknown>'
  if (type === 'integer') return 'number'
  if (['string', 'number', 'boolean', 'null'].includes(type)) return type
  throw new Error(`no type for ${JSON.stringify(schema)}`)
}

function objectText({ properties = {}, required = [] }: Schema): string {
  const members = Object.entries(properties).map(([name, schema]) =>
    member(name, schema, required.includes(name)),
  )
  return `{\n${members.join('')}}`
}

export function member(name: string, schema: Schema, required: boolean): string {
  return `${comment(schema.description)}${propertyName(name)}${required ? '' : '?'}: ${typeText(schema)}\n`
}

export const comment = (text: string | undefined): string =>
  text ? `/** ${text.replaceAll('*/', '*\\/').replaceAll(/\s+/g, ' ')} */\n` : ''

const propertyName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name))

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : String(value)
