// The live feed of a project: what it is asked with, and what its events carry.

import { LIMITS } from '../limits.ts'
import { type Infer, ObjectOf, Optional, Uuid, WholeNumber } from '../schema.ts'
import { inWords } from '../wording.ts'

export const EventsQuery = ObjectOf(
  {
    after: Optional(
      Uuid({
        description:
          'The newest observation that the caller has: those stored since come first. A `Last-Event-ID` header wins.',
      }),
    ),
  },
  { additionalProperties: false },
)

/** The data of `many`: so many observations arrived that they are counted, not sent. */
export const ManyEvent = ObjectOf({ count: WholeNumber() })
export type ManyEvent = Infer<typeof ManyEvent>

/** The data of `digest`: issues, tags or counts may have changed since the version before. */
export const DigestEvent = ObjectOf({
  version: WholeNumber(),
  digested_count: WholeNumber(),
  pending: WholeNumber({ description: `Counted up to ${inWords(LIMITS.countedJobs)}.` }),
  failed: WholeNumber({ description: `Counted up to ${inWords(LIMITS.countedJobs)}.` }),
})
export type DigestEvent = Infer<typeof DigestEvent>
