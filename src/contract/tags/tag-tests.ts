// Tests a tag that is being edited on the newest observations, before it is saved.

import { TAG_REASONS } from '../labels.ts'
import { LIMITS } from '../limits.ts'
import { ObservationDetail } from '../observations/observation-details.ts'
import {
  AnyNumber,
  AnyText,
  type Infer,
  ListOf,
  Nullable,
  ObjectOf,
  OneOf,
  Optional,
  Uuid,
  WholeNumber,
} from '../schema.ts'
import { TagCreate } from './tags.ts'

export const TagTestCreate = ObjectOf({
  ...TagCreate.fields,
  tag_id: Optional(
    Nullable(Uuid({ description: 'The tag that is being edited, whose verdicts by people count, too.' })),
  ),
})
export type TagTestCreate = Infer<typeof TagTestCreate>

export const TagTestItem = ObjectOf({
  observation: ObservationDetail,
  reason: ObjectOf({
    by: OneOf(TAG_REASONS, {
      description:
        'keyword: a keyword occurs. meaning: only the closeness decides. excluded: it would match, but an excluded phrase occurs. person: somebody confirmed or removed the tag here.',
    }),
    score: AnyNumber({ description: 'How close it is, 0 to 1; compare it with `threshold`.' }),
    phrase: Nullable(AnyText({ description: 'The keyword or excluded phrase that matched.' })),
  }),
})
export type TagTestItem = Infer<typeof TagTestItem>

export const TagTest = ObjectOf({
  looked_at: WholeNumber({
    description: `How many observations were tested: the newest ${LIMITS.tagTestObservations} that are digested.`,
  }),
  matched: WholeNumber(),
  excluded: WholeNumber({ description: 'How many are kept out by an excluded phrase alone.' }),
  threshold: AnyNumber({ description: 'The score from which closeness in meaning is enough.' }),
  items: ListOf(TagTestItem, {
    description: `Observations that would carry the tag, newest first, at most ${LIMITS.tagTestItems}.`,
  }),
  near_misses: ListOf(TagTestItem, {
    description: 'Observations that were kept out or came closest without matching, at most 10.',
  }),
})
export type TagTest = Infer<typeof TagTest>
