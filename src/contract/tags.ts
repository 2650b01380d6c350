// Tags: a label and how to recognise what belongs under it.
import Type, { type Static } from 'typebox'
import { LIMITS } from './limits.ts'
import { Nullable, Text, Uuid } from './schema.ts'

const Phrases = (description: string, maxItems: number = LIMITS.tagPhrases) =>
  Type.Array(Text(LIMITS.tagPhraseLength), { maxItems, description })

export const TagConfig = Type.Object({
  description: Type.Optional(
    Type.String({
      maxLength: LIMITS.tagTextLength,
      description: 'What the tag is for, in a sentence or two.',
    }),
  ),
  keywords: Type.Optional(Phrases('Words or phrases that match whatever their form and case.')),
  exclude: Type.Optional(Phrases('Phrases that rule the tag out.')),
  examples: Type.Optional(
    Type.Array(Text(LIMITS.tagTextLength), {
      maxItems: LIMITS.tagExamples,
      description: 'Texts that deserve the tag.',
    }),
  ),
  threshold: Type.Optional(
    Nullable(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'How close in meaning is close enough; null: calibrated.',
      }),
    ),
  ),
  color: Type.Optional(Type.String({ maxLength: 32, examples: ['#2f9e44'] })),
})
export type TagConfig = Static<typeof TagConfig>

export const Tag = Type.Object({
  id: Uuid(),
  label: Type.String(),
  config: TagConfig,
})
export type Tag = Static<typeof Tag>

const label = Text(LIMITS.tagLabelLength, { examples: ['export'] })

export const TagCreate = Type.Object({ label, config: Type.Optional(TagConfig) })
export type TagCreate = Static<typeof TagCreate>

export const TagUpdate = Type.Object({ label: Type.Optional(label), config: Type.Optional(TagConfig) })
export type TagUpdate = Static<typeof TagUpdate>
