// Observations as they come in and go out.

import { SENTIMENTS, SOURCES } from '../labels.ts'
import { LIMITS } from '../limits.ts'
import type { Violation } from '../refusal.ts'
import {
  AnyText,
  DateTime,
  type Infer,
  ListOf,
  Nullable,
  ObjectOf,
  OneOf,
  Optional,
  Text,
  Uuid,
  WholeNumber,
} from '../schema.ts'
import { Tag } from '../tags/tags.ts'
import { checker } from '../validate.ts'

export const UserId = Text(LIMITS.userIdLength, {
  description:
    'Your stable identifier of the end user, the same in every conversation: an opaque id that your host gave you, not an email address or a name.',
  examples: ['user-42'],
})

export const InteractionId = Text(LIMITS.interactionIdLength, {
  description: 'Your identifier of this conversation thread, the same throughout it and in no other.',
  examples: ['thread-2026-03-14-a'],
})

const UserSentiment = OneOf(SENTIMENTS, {
  description: 'How the user feels in this interaction, judged once for the whole batch.',
  examples: ['negative'],
})

export const ObservationItemCreate = ObjectOf(
  {
    title: Text(LIMITS.titleLength, {
      description: 'One line of plain text that names the single thing observed.',
      examples: ['CSV export stops at 10,000 rows without saying so'],
    }),
    description: Text(LIMITS.descriptionLength, {
      description:
        'Plain prose with the context: what happened, why it mattered to the user, how to reproduce it when that applies.',
      examples: [
        'The user exported the yearly ledger to CSV and found only 10,000 of about 14,200 rows. No warning was shown. They noticed when totals did not match and lost an afternoon to it.',
      ],
    }),
    quote: Optional(
      AnyText({
        maxLength: LIMITS.quoteLength,
        description:
          'The sentence of theirs that says it best, word for word. Leave it out when they said nothing worth quoting, and never put your own words here.',
        examples: ['I found out when my accountant called.'],
      }),
    ),
    issue: Optional(
      WholeNumber({
        description:
          'Only when the guidelines list known issues and you are sure that this is one of them: its number. A number that no issue has is ignored, and every number where the guidelines list none.',
        examples: [142],
      }),
    ),
  },
  { description: 'One observation. Batch fields such as user_id do not belong here.' },
)

export const ObservationBatchCreate = ObjectOf({
  user_id: UserId,
  interaction_id: InteractionId,
  user_sentiment: UserSentiment,
  observed_at: Optional(
    Nullable(
      DateTime({
        description:
          'When it was observed, as an RFC 3339 date-time; read as UTC without a zone. Leave it out for now.',
        examples: ['2026-03-14T09:30:00Z'],
      }),
    ),
  ),
  observations: ListOf(ObservationItemCreate, {
    minItems: 1,
    maxItems: LIMITS.observationsPerBatch,
    description: `What was observed in this interaction: 1 to ${LIMITS.observationsPerBatch} items, one per distinct fact.`,
  }),
})
export type ObservationBatchCreate = Infer<typeof ObservationBatchCreate>

export const Observation = ObjectOf({
  id: Uuid(),
  user_id: AnyText(),
  interaction_id: AnyText(),
  source: OneOf(SOURCES, { description: 'The way in: rest, mcp, or import for imported files.' }),
  title: AnyText(),
  description: AnyText(),
  user_sentiment: OneOf(SENTIMENTS),
  observed_at: DateTime(),
  created_at: DateTime(),
  tags: ListOf(Tag, { description: 'Matched asynchronously: empty at creation.' }),
})
export type Observation = Infer<typeof Observation>

export const ObservationBatchCreateResponse = ObjectOf({
  results: ListOf(Observation, {
    description: 'One created observation per input item, in input order.',
  }),
})
export type ObservationBatchCreateResponse = Infer<typeof ObservationBatchCreateResponse>

const batch = checker(ObservationBatchCreate, 'body')
const BATCH_FIELDS = ['user_id', 'interaction_id', 'user_sentiment', 'observed_at'] as const

/** Everything that keeps the input from being an `ObservationBatchCreate`. */
export function observationBatchViolations(input: unknown): Violation[] {
  const items = itemsOf(input)
  const tooMany = items.length > LIMITS.observationsPerBatch
  // A body may hold millions of bad items; those beyond the limit are one violation, not one each.
  const within = tooMany ? items.slice(0, LIMITS.observationsPerBatch) : items
  const found = batch.violations(tooMany ? { ...(input as object), observations: within } : input)
  return [...found, ...(tooMany ? [TOO_MANY] : []), ...within.flatMap(misplacedFields)]
}

const TOO_MANY: Violation = {
  loc: ['body', 'observations'],
  msg: `must hold at most ${LIMITS.observationsPerBatch} items`,
  type: 'too_many',
}

function itemsOf(input: unknown): unknown[] {
  const items = (input as { observations?: unknown } | null | undefined)?.observations
  return Array.isArray(items) ? items : []
}

function misplacedFields(item: unknown, index: number): Violation[] {
  if (typeof item !== 'object' || item === null) return []
  return BATCH_FIELDS.filter((field) => Object.hasOwn(item, field)).map((field) => ({
    loc: ['body', 'observations', index, field],
    msg: `${field} belongs to the batch: send it once beside observations, not inside an item`,
    type: 'misplaced',
  }))
}
