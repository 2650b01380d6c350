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

/** A page of a list, whatever else is said beside its items. */
export const isPage = ({ properties = {} }: Schema): boolean =>
  'items' in properties && 'next_cursor' in properties

/** Writes types; a schema that equals one of the named is written as its name. */
export function typeWriter(named: Record<string, Schema> = {}) {
  const nameOfEqual = new Map(Object.entries(named).map(([name, schema]) => [identity(schema), name]))

  function typeText(schema: Schema): string {
    if (schema.$ref) return nameOf(schema.$ref)
    return nameOfEqual.get(identity(schema)) ?? ownText(schema)
  }

  /** Of a schema that has a name itself, too. */
  function ownText(schema: Schema): string {
    if (schema.enum) return wordsText(schema.enum)
    if (schema.const !== undefined) return literal(schema.const)
    const choices = schema.oneOf ?? schema.anyOf
    if (choices) return choices.map(typeText).join(' | ')
    const types = [schema.type ?? []].flat()
    if (types.length === 0) throw new Error(`no type for ${JSON.stringify(schema)}`)
    return types.map((type) => simpleType(type, schema)).join(' | ')
  }

  function wordsText(words: NonNullable<Schema['enum']>): string {
    const name =
      words.includes(null) && nameOfEqual.get(identity({ enum: words.filter((word) => word !== null) }))
    return name ? `${name} | null` : words.map(literal).join(' | ')
  }

  function simpleType(type: string, schema: Schema): string {
    if (type === 'array') return `Array<${typeText(schema.items ?? {})}>`
    if (type === 'object') return schema.properties ? objectText(schema) : 'Record<string, unknown>'
    if (type === 'integer') return 'number'
    if (['string', 'number', 'boolean', 'null'].includes(type)) return type
    throw new Error(`no type for ${JSON.stringify(schema)}`)
  }

  function objectText(schema: Schema): string {
    const { properties = {}, required = [] } = schema
    if (!isPage(schema)) return membersText(properties, required)
    const { items, next_cursor: _, ...more } = properties
    const page = `Page<${typeText(items?.items ?? {})}>`
    return Object.keys(more).length > 0 ? `${page} & ${membersText(more, required)}` : page
  }

  const membersText = (properties: Record<string, Schema>, required: string[]): string => {
    const members = Object.entries(properties).map(([name, schema]) =>
      member(name, schema, required.includes(name)),
    )
    return `{\n${members.join('')}}`
  }

  const member = (name: string, schema: Schema, required: boolean): string =>
    `${comment(schema.description)}${propertyName(name)}${required ? '' : '?'}: ${typeText(schema)}\n`

  return { typeText, ownText, member }
}

/** Words are the same in any order and whatever is said of them. */
const identity = (schema: Schema): string =>
  schema.enum && !schema.enum.includes(null)
    ? [...schema.enum].sort().join('|')
    : JSON.stringify({ ...schema, description: undefined })

export const comment = (text: string | undefined): string =>
  text ? `/** ${text.replaceAll('*/', '*\\/').replaceAll(/\s+/g, ' ')} */\n` : ''

const propertyName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name))

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : String(value)
