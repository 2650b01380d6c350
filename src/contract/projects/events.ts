// The live feed of a project: its query, and the data of its events.

import { LIMITS } from '../limits.ts'
import { type Infer, ObjectOf, Optional, Uuid, WholeNumber } from '../schema.ts'
import { inWords } from '../wording.ts'

export const EventsQuery = ObjectOf(
  {
    after: Optional(
      Uuid({
        description:
          'The newest observation that the caller has; the feed starts with those stored since. A `Last-Event-ID` header takes precedence.',
      }),
    ),
  },
  { additionalProperties: false },
)

/** The data of `many`: too many observations arrived to send each, so they are counted. */
export const ManyEvent = ObjectOf({ count: WholeNumber() })
export type ManyEvent = Infer<typeof ManyEvent>

/** The data of `digest`: issues, tags or counts may have changed since the previous version. */
export const DigestEvent = ObjectOf({
  version: WholeNumber(),
  digested_count: WholeNumber(),
  pending: WholeNumber({ description: `Counted up to ${inWords(LIMITS.countedJobs)}.` }),
  failed: WholeNumber({ description: `Counted up to ${inWords(LIMITS.countedJobs)}.` }),
})
export type DigestEvent = Infer<typeof DigestEvent>
