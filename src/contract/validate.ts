// One Ajv for all input: no coercion, no removed properties, and every violation listed with its location.

import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { parseDateTime } from './date-time.ts'
import { LIMITS } from './limits.ts'
import { refuseInvalid, type Violation } from './refusal.ts'
import type { Infer, Schema } from './schema.ts'

export type Root = 'body' | 'query' | 'header'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const UNSTORABLE = /[\0\p{Surrogate}]/u // in unicode mode a paired surrogate is one character and does not match

// Not more than sign-in accepts, so that nobody gets an account that they cannot use.
const EMAIL = /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

export const isUuid = (text: string): boolean => UUID.test(text)

const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, verbose: true })
ajv.addFormat('uuid', isUuid)
ajv.addFormat('date-time', (text: string) => parseDateTime(text) !== null)
ajv.addFormat('email', EMAIL)
ajv.addFormat('search', isSearchable)
ajv.addKeyword({
  keyword: 'storable',
  type: ['string', 'object'],
  schemaType: 'boolean',
  validate: (_: boolean, value: unknown) => isStorable(value),
})

/** Checks every string, including property names. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !UNSTORABLE.test(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, held]) => isStorable(name) && isStorable(held))
}

/** PostgreSQL accepts no more words at once, and no deeper negation. */
function isSearchable(typed: string): boolean {
  const words = typed.match(/"[^"]*"?|[^\s"]+/g)?.length ?? 0
  return words <= LIMITS.searchWords && !MANY_DASHES.test(typed)
}

const MANY_DASHES = new RegExp(`(-[^\\p{L}\\p{N}-]*){${LIMITS.searchDashes + 1}}`, 'u')

export type Check<T> = {
  /** All violations of the value; empty when it is valid. */
  violations(value: unknown): Violation[]
  /** Returns the value with its type, or throws a refusal that lists all violations. */
  parse(value: unknown): T
}

/**
 * Compiles a schema. Text that PostgreSQL cannot store (NUL, lone surrogates) is refused in every declared string, and
 * anywhere in objects that are stored as a whole.
 */
export function checker<S extends Schema>(schema: S, root: Root): Check<Infer<S>> {
  let compiled: ValidateFunction | undefined // compiled on first use, because compiling all schemas would add 0.3 s to every start
  const violations = (value: unknown): Violation[] => {
    compiled ??= ajv.compile(withStorableStrings(schema) as object)
    return compiled(value)
      ? []
      : withoutRedundant(compiled.errors ?? []).map((error) => toViolation(error, root))
  }
  return {
    violations,
    parse(value) {
      refuseInvalid(violations(value))
      return value as Infer<S>
    },
  }
}

/** For bodies of the admin API: refuses properties that the schema does not name, at any depth. The public API ignores them. */
export const exactBody = <S extends Schema>(schema: S): Check<Infer<S>> =>
  checker(closed(schema) as S, 'body')

function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]))
  const isObject = [copy.type].flat().includes('object') && 'properties' in copy
  return isObject ? { additionalProperties: false, ...copy } : copy
}

/** For a value of the wrong type, reports only that, and not that it is none of the allowed values. */
function withoutRedundant(errors: ErrorObject[]): ErrorObject[] {
  const mistyped = new Set(errors.filter(isAboutType).map(({ instancePath }) => instancePath))
  return errors.filter((error) => isAboutType(error) || !mistyped.has(error.instancePath))
}

const isAboutType = ({ keyword }: ErrorObject): boolean => keyword === 'type'

function withStorableStrings(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withStorableStrings)
  if (typeof schema !== 'object' || schema === null) return schema
  const copy = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, withStorableStrings(value)]),
  )
  const isString = copy.type === 'string' || (Array.isArray(copy.type) && copy.type.includes('string'))
  return isString || copy.additionalProperties === true ? { ...copy, storable: true } : copy
}

function toViolation(error: ErrorObject, root: Root): Violation {
  // A query parameter is one location, even when it lists several values.
  const steps = root === 'query' ? place(error).slice(0, 1) : place(error)
  const loc: (string | number)[] = [root, ...steps]
  if (error.keyword === 'required') loc.push(String(error.params.missingProperty))
  if (error.keyword === 'additionalProperties') loc.push(String(error.params.additionalProperty))
  const [type, msg] = describe(error, root)
  return { loc, msg, type }
}

function place(error: ErrorObject): (string | number)[] {
  const steps = error.instancePath.split('/').slice(1)
  return steps.map((step) =>
    /^\d+$/.test(step) ? Number(step) : step.replaceAll('~1', '/').replaceAll('~0', '~'),
  )
}

function describe({ keyword, params, schema }: ErrorObject, root: Root): [type: string, msg: string] {
  switch (keyword) {
    case 'required':
      return ['missing', 'is required']
    case 'type':
      return ['type', `must be ${spoken(params.type)}`]
    case 'enum':
      return ['enum', `must be one of: ${(schema as unknown[]).map((value) => value ?? 'null').join(', ')}`]
    case 'pattern':
      return ['blank', 'must not be blank']
    case 'minLength':
      return ['too_short', `must have at least ${params.limit} characters`]
    case 'maxLength':
      return ['too_long', `must have at most ${params.limit} characters`]
    case 'minItems':
      return ['too_few', `must hold at least ${counted(params.limit)}`]
    case 'maxItems':
      return ['too_many', `must hold at most ${counted(params.limit)}`]
    case 'minimum':
      return ['too_small', `must be at least ${params.limit}`]
    case 'maximum':
      return ['too_large', `must be at most ${params.limit}`]
    case 'additionalProperties':
      return ['unknown', `is not a known ${root === 'body' ? 'property' : 'parameter'}`]
    case 'storable':
      return ['text', 'must not contain NUL characters or unpaired surrogates']
    case 'format':
      return FORMATS.get(params.format as string) ?? ['format', 'has the wrong format']
    default:
      return [keyword, 'is not valid']
  }
}

const FORMATS = new Map<string, [string, string]>(
  Object.entries({
    uuid: ['uuid', 'must be a UUID'],
    email: ['email', 'must be an email address such as ada@example.com'],
    search: [
      'search',
      `must have at most ${LIMITS.searchWords} words, and ${LIMITS.searchDashes} dashes in a row`,
    ],
    'date-time': ['date_time', 'must be a real RFC 3339 date-time such as 2026-03-14T09:30:00Z'],
  }),
)

const counted = (limit: number): string => (limit === 1 ? '1 item' : `${limit} items`)

function spoken(type: string | string[]): string {
  const names = (Array.isArray(type) ? type : type.split(',')).map((name) => TYPE_NAMES.get(name) ?? name)
  return names.join(' or ')
}

const TYPE_NAMES = new Map<string, string>(
  Object.entries({
    string: 'a string',
    number: 'a number',
    integer: 'a whole number',
    boolean: 'true or false',
    array: 'an array',
    object: 'an object',
    null: 'null',
  }),
)
