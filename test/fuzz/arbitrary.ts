// Inputs made from schemas: ones that fit, ones that nearly fit, and ones that no schema would take.
import fc from 'fast-check'
import type { Loose } from '../service.ts'

/** What a schema leaves open: what its references name, and the ids of things that are there. */
export type Known = { resolve(ref: string): Loose; ids: string[] }

const ODD_TEXTS = [
  ...['', ' ', '\0', 'a\0b', '\uD800', 'x\uDFFF', '\u202E\u2066', 'e\u0301'.repeat(50), '🏳️‍🌈'.repeat(20)],
  ...[
    "'; DROP TABLE project; --",
    '$1',
    '%',
    '_',
    '\\',
    '"',
    '../../etc/passwd',
    '%00',
    '{{7*7}}',
    '<script>',
  ],
  ...[
    '-'.repeat(60),
    'word '.repeat(120),
    'NaN',
    '1e999',
    '-0',
    '0x10',
    'null',
    '[]',
    'infinity',
    '__proto__',
  ],
  ...['9999-12-31', '2026-02-30T00:00:00Z', '+275760-09-13T00:00:00Z', '0000-01-01T00:00:00Z'],
  ...['http://[', 'a@b', 'x'.repeat(40_000), '00000000-0000-7000-8000-000000000000'],
]

const text = fc.oneof(
  fc.constantFrom(...ODD_TEXTS),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
)

const number = fc.oneof(
  fc.constantFrom(0, -0, -1, 1.5, 1e308, -1e308, 5e-324, 2 ** 31, 2 ** 53, -(2 ** 63), 1e21),
  fc.integer(),
)

const deep = fc.integer({ min: 1, max: 200 }).map((depth) => {
  let value: unknown = []
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { a: value }
  return value
})

/** What nobody asked for. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  text,
  number,
  fc.boolean(),
  fc.constant(null),
  deep,
  fc.jsonValue({ maxDepth: 3 }),
  fc.array(number, { maxLength: 300 }),
  fc.constant(JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":1}}')),
)

export const hostileText = text

/** A value that fits the schema; fails for a schema that it does not know how to fit, so that none is left out. */
export function fitting(schema: Loose, known: Known): fc.Arbitrary<unknown> {
  if (schema.$ref) return fitting(known.resolve(schema.$ref), known)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  const choices = schema.oneOf ?? schema.anyOf
  if (choices) return fc.oneof(...choices.map((one: Loose) => fitting(one, known)))
  const types: string[] = [schema.type].flat()
  return fc.oneof(...types.map((type) => ofType(type, schema, known)))
}

function ofType(type: string | undefined, schema: Loose, known: Known): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1000, max: Math.min(schema.maximum ?? 1000, 2 ** 31 - 1) })
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true })
    case 'string':
      return ofText(schema, known)
    case 'array':
      return fc.array(fitting(schema.items, known), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 5, Math.max(5, schema.minItems ?? 0)),
      })
    case 'object':
      return ofObject(schema, known)
    default:
      throw new Error(`no generator for ${JSON.stringify(schema).slice(0, 200)}`)
  }
}

const FORMATS: Record<string, fc.Arbitrary<string>> = {
  email: fc.nat(9).map((n) => `fuzz-${n}@example.com`),
  search: fc.constantFrom('export', '"dark theme" -night', 'a OR b', 'ünïcode'),
  'date-time': fc
    .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
}

function ofText(schema: Loose, { ids }: Known): fc.Arbitrary<string> {
  const { format, minLength = 0, maxLength = 200, examples = [] } = schema
  if (format === 'uuid') return fc.oneof(fc.constantFrom(...ids), fc.uuid())
  if (format !== undefined) {
    const known = FORMATS[format]
    if (!known) throw new Error(`no generator for the format ${format}`)
    return known
  }
  const words = fc
    .string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 60) })
    .map((made) => `${made}w`.slice(0, Math.max(1, maxLength)))
  return examples.length > 0 ? fc.oneof(fc.constantFrom(...examples), words) : words
}

function ofObject({ properties = {}, required = [] }: Loose, known: Known): fc.Arbitrary<unknown> {
  const fields = Object.entries<Loose>(properties).map(([name, one]) => [name, fitting(one, known)])
  return fc.record(Object.fromEntries(fields), { requiredKeys: required })
}

/** Fits but for one place: something hostile in it, nothing there, or something more. */
export const nearly = (fit: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(fit, fc.nat(), fc.constantFrom('replace', 'remove', 'add'), hostile, text)
    .map(([value, at, way, wrong, name]) => mutate(structuredClone(value), at, way, wrong, name))

function mutate(root: unknown, at: number, way: string, wrong: unknown, name: string): unknown {
  const places = placesIn({ root })
  const [owner, key] = places[at % places.length] as [Loose, string]
  if (way === 'add' && Array.isArray(owner[key])) owner[key].push(wrong)
  else if (way === 'add' && typeof owner[key] === 'object' && owner[key] !== null) owner[key][name] = wrong
  else if (way === 'remove' && owner[key] !== root) delete owner[key]
  else if (owner[key] === root) return wrong
  else owner[key] = wrong
  return root
}

function placesIn(owner: Loose): [owner: Loose, key: string][] {
  return Object.keys(owner).flatMap((key) => {
    const inside = owner[key]
    return [
      [owner, key] as [Loose, string],
      ...(inside && typeof inside === 'object' ? placesIn(inside) : []),
    ]
  })
}
