// Guidelines as agents read them.

import { LIMITS } from '../limits.ts'
import { AnyText, type Infer, Nullable, ObjectOf, Optional, Text } from '../schema.ts'

export const Guidelines = ObjectOf({
  observations: AnyText({ description: 'Markdown: when and how to post observations.' }),
  research: Optional(
    AnyText({
      description: 'Markdown: how to conduct studies and post answers. Absent while no study is active.',
    }),
  ),
})
export type Guidelines = Infer<typeof Guidelines>

const text = Nullable(
  Text(LIMITS.guidelineLength, {
    description: 'Markdown that replaces the default; null restores the default.',
  }),
)

export const GuidelinesUpdate = ObjectOf({
  observations: Optional(text),
  research: Optional(text),
})
export type GuidelinesUpdate = Infer<typeof GuidelinesUpdate>
