// The building blocks of every schema: strings that must say something, closed label sets, ids, date-times.
import Type, { type Static, type TSchema } from 'typebox'

type Notes = { description?: string; examples?: unknown[] }

/** A string that holds at least one non-white-space character; lengths count code points. */
export const Text = (maxLength: number, notes: Notes = {}) =>
  Type.String({ maxLength, pattern: '\\S', ...notes })

export const OneOf = <const L extends readonly string[]>(labels: L, notes: Notes = {}) =>
  Type.Unsafe<L[number]>({ type: 'string', enum: [...labels], ...notes })

export const Uuid = (notes: Notes = {}) => Type.String({ format: 'uuid', ...notes })

export const DateTime = (notes: Notes = {}) => Type.String({ format: 'date-time', ...notes })

/** Only for schemas with a plain `type`: a two-name type list keeps error messages to one per fault. */
export function Nullable<S extends TSchema>(schema: S) {
  const plain = schema as unknown as { type: string; enum?: unknown[] }
  const widened = { ...plain, type: [plain.type, 'null'], ...(plain.enum && { enum: [...plain.enum, null] }) }
  return Type.Unsafe<Static<S> | null>(widened)
}
