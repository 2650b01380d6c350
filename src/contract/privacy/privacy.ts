// What a project redacts before it is stored, and how long it keeps the rest.
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
  description: 'What is replaced by `[email]`, `[phone]` and so on before it is stored. Nothing by default.',
})

const patterns = ListOf(
  ObjectOf({
    name: Text(LIMITS.redactionNameLength, {
      description: 'What stands in the placeholder: letters, digits, - and _.',
      examples: ['customer-number'],
    }),
    pattern: Text(LIMITS.redactionPatternLength, {
      description:
        'A regular expression without groups that look around, references back, ^, $ and lazy repetition; letters match in both cases.',
      examples: ['\\bCUST-\\d{6}\\b'],
    }),
  }),
  { maxItems: LIMITS.redactionPatterns, description: 'What else is replaced, by patterns of your own.' },
)

const retentionDays = Nullable(
  WholeNumber({
    minimum: 1,
    maximum: LIMITS.retentionDays,
    description:
      'Observations and answers are deleted after so many days, by when they were said or stored, whichever is earlier. Null: never.',
  }),
)

export const Privacy = ObjectOf({
  redact,
  patterns,
  retention_days: retentionDays,
  redacted: ListOf(ObjectOf({ kind: AnyText(), count: WholeNumber() }), {
    description: `How much was replaced in the last ${LIMITS.redactionDays} days, by kind. What it was is stored nowhere.`,
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
