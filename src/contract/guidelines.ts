// Guidelines as agents read them.
import Type, { type Static } from 'typebox'
import { LIMITS } from './limits.ts'
import { Nullable, Text } from './schema.ts'

export const Guidelines = Type.Object({
  observations: Type.String({ description: 'Markdown: when and how to post observations.' }),
  research: Type.Optional(
    Type.String({
      description: 'Markdown: how to conduct studies and post answers. Absent while no study is active.',
    }),
  ),
})
export type Guidelines = Static<typeof Guidelines>

const text = Nullable(
  Text(LIMITS.guidelineLength, {
    description: 'Markdown that replaces the default; null restores the default.',
  }),
)

export const GuidelinesUpdate = Type.Object({
  observations: Type.Optional(text),
  research: Type.Optional(text),
})
export type GuidelinesUpdate = Static<typeof GuidelinesUpdate>
