// JSON Schemas with their TypeScript types: plain objects that the validator, OpenAPI and MCP use as they are. A schema
// library would do the same but added 0.3 s to every start.
import { LIMITS } from './limits.ts'

declare const TYPE: unique symbol

export type Schema<T = unknown> = { readonly [keyword: string]: unknown; readonly [TYPE]?: T }
export type Infer<S> = S extends { readonly [TYPE]?: infer T } ? T : never

type OptionalField<T = unknown> = { readonly optional: Schema<T> }
type Fields = Record<string, Schema | OptionalField>

type OptionalNames<F extends Fields> = {
  [K in keyof F]: F[K] extends { readonly optional: Schema } ? K : never
}[keyof F]
type Properties<F extends Fields> = {
  [K in Exclude<keyof F, OptionalNames<F>>]: Infer<F[K]>
} & { [K in OptionalNames<F>]?: F[K] extends { readonly optional: infer S } ? Infer<S> : never }
type Flat<T> = { [K in keyof T]: T[K] }

/** `fields` are the parts that larger objects are built from. They are not part of the JSON. */
export type ObjectSchema<F extends Fields> = Schema<Flat<Properties<F>>> & { readonly fields: F }

type Notes = { description?: string; examples?: readonly unknown[]; default?: unknown }

export const Optional = <T>(schema: Schema<T>) => ({ optional: schema }) as const

/** Other properties are ignored, unless `additionalProperties` refuses them or, when true, keeps them. */
export function ObjectOf<const F extends Fields>(
  fields: F,
  notes: Notes & { additionalProperties?: boolean } = {},
): ObjectSchema<F> {
  const entries = Object.entries(fields)
  const isOptional = (field: Schema | OptionalField): field is OptionalField => 'optional' in field
  const required = entries.filter(([, field]) => !isOptional(field)).map(([name]) => name)
  const properties = entries.map(([name, field]) => [name, isOptional(field) ? field.optional : field])
  const schema = { type: 'object', required, properties: Object.fromEntries(properties), ...notes }
  return Object.defineProperty(schema, 'fields', { value: fields }) as unknown as ObjectSchema<F>
}

/** The same fields, all optional. */
export function partial<F extends Record<string, Schema>>(fields: F) {
  const entries = Object.entries(fields).map(([name, schema]) => [name, Optional(schema)])
  return Object.fromEntries(entries) as { [K in keyof F]: { readonly optional: F[K] } }
}

export const ListOf = <S extends Schema>(
  items: S,
  notes: Notes & { minItems?: number; maxItems?: number } = {},
): Schema<Infer<S>[]> => ({ type: 'array', items, ...notes })

/** One or more of the labels, separated by commas in a query. */
export const SomeOf = <const L extends readonly string[]>(
  labels: L,
  notes: Notes = {},
): Schema<L[number][]> => ListOf(OneOf(labels), { minItems: 1, ...notes })

export const AnyText = (notes: Notes & { minLength?: number; maxLength?: number } = {}): Schema<string> => ({
  type: 'string',
  ...notes,
})

/** A string with at least one character other than white space. Lengths count code points. */
export const Text = (maxLength: number, notes: Notes = {}): Schema<string> => ({
  type: 'string',
  maxLength,
  pattern: '[^\\s\\u0085]', // the only Unicode white space that \s leaves out
  ...notes,
})

/** The value that the caller read, so that a change does not overwrite another one. */
export const AsRead = (field: string, thing: string, text: Schema<string> = AnyText()) =>
  Optional({
    ...text,
    description: `The ${field} that the ${thing} had when it was read. If it has another by now, nothing is changed and the answer is 409.`,
  })

/** The text of a search field. */
export const Search = (notes: Notes = {}): Schema<string> => ({
  ...Text(LIMITS.searchLength, notes),
  format: 'search',
})

type Range = { minimum?: number; maximum?: number }

export const WholeNumber = (notes: Notes & Range = {}): Schema<number> => ({ type: 'integer', ...notes })

export const AnyNumber = (notes: Notes & Range = {}): Schema<number> => ({ type: 'number', ...notes })

export const YesOrNo = (notes: Notes = {}): Schema<boolean> => ({ type: 'boolean', ...notes })

export const OneOf = <const L extends readonly string[]>(
  labels: L,
  notes: Notes = {},
): Schema<L[number]> => ({
  type: 'string',
  enum: [...labels],
  ...notes,
})

export const Uuid = (notes: Notes = {}): Schema<string> => ({ type: 'string', format: 'uuid', ...notes })

/** An address as mail providers issue them, in any case. */
export const Email = (notes: Notes = {}): Schema<string> => ({
  type: 'string',
  format: 'email',
  maxLength: LIMITS.emailLength,
  ...notes,
})

export const DateTime = (notes: Notes = {}): Schema<string> => ({
  type: 'string',
  format: 'date-time',
  ...notes,
})

/** Only for schemas with a plain `type`: a list of two types keeps error messages to one per fault. */
export const Nullable = <T>(schema: Schema<T>): Schema<T | null> => ({
  ...schema,
  type: [schema.type, 'null'],
  ...(Array.isArray(schema.enum) && { enum: [...schema.enum, null] }),
})
