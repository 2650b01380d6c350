// What a project redacts before storage, and how long it keeps its data.
import { REDACTION_KINDS } from '../labels.ts'
import { LIMITS } from '../limits.ts'
import {
  AnyText,
  type Infer,
  ListOf,
  Nullable,
  ObjectOf,
  OneOf,
  Optional,
  Text,
  WholeNumber,
} from '../schema.ts'

const redact = ListOf(OneOf(REDACTION_KINDS), {
  maxItems: REDACTION_KINDS.length,
  description: 'What is replaced by `[email]`, `[phone]` and so on before storage. Nothing by default.',
})

const patterns = ListOf(
  ObjectOf({
    name: Text(LIMITS.redactionNameLength, {
      description: 'The name in the placeholder: letters, digits, - and _.',
      examples: ['customer-number'],
    }),
    pattern: Text(LIMITS.redactionPatternLength, {
      description:
        'A regular expression without lookaround, backreferences, ^, $ and lazy repetition; letters match in either case.',
      examples: ['\\bCUST-\\d{6}\\b'],
    }),
  }),
  { maxItems: LIMITS.redactionPatterns, description: 'Your own patterns for further replacements.' },
)

const retentionDays = Nullable(
  WholeNumber({
    minimum: 1,
    maximum: LIMITS.retentionDays,
    description:
      'Observations and answers are deleted after this many days, counted from when they were said or stored, whichever is earlier. Null: never.',
  }),
)

export const Privacy = ObjectOf({
  redact,
  patterns,
  retention_days: retentionDays,
  redacted: ListOf(ObjectOf({ kind: AnyText(), count: WholeNumber() }), {
    description: `Replacements in the last ${LIMITS.redactionDays} days, by kind. The replaced text is not stored anywhere.`,
  }),
})
export type Privacy = Infer<typeof Privacy>

export const PrivacyUpdate = ObjectOf({
  redact: Optional(redact),
  patterns: Optional(patterns),
  retention_days: Optional(retentionDays),
})
export type PrivacyUpdate = Infer<typeof PrivacyUpdate>

export const RedactionTest = ObjectOf({
  text: Text(LIMITS.redactionTestLength, { examples: ['Call me on +49 171 1234567.'] }),
  redact: Optional(redact),
  patterns: Optional(patterns),
})
export type RedactionTest = Infer<typeof RedactionTest>

export const RedactionTested = ObjectOf({ text: AnyText() })
