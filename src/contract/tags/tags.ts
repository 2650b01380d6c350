// Tags: a label, and how to recognize observations that belong to it.

import { TAG_VERDICTS } from '../labels.ts'
import { LIMITS } from '../limits.ts'
import {
  AnyNumber,
  AnyText,
  AsRead,
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

const Phrases = (description: string, maxItems: number = LIMITS.tagPhrases) =>
  ListOf(Text(LIMITS.tagPhraseLength), { maxItems, description })

export const TagConfig = ObjectOf(
  {
    description: Optional(
      AnyText({
        maxLength: LIMITS.tagTextLength,
        description: 'What the tag is for, in a sentence or two.',
      }),
    ),
    keywords: Optional(Phrases('Words or phrases that match whatever their form and case.')),
    exclude: Optional(Phrases('Phrases that rule the tag out.')),
    examples: Optional(
      ListOf(Text(LIMITS.tagTextLength), {
        maxItems: LIMITS.tagExamples,
        description: 'Texts that deserve the tag.',
      }),
    ),
    threshold: Optional(
      Nullable(
        AnyNumber({
          minimum: 0,
          maximum: 1,
          description: 'How close in meaning is close enough; null: calibrated.',
        }),
      ),
    ),
    color: Optional(AnyText({ maxLength: 32, examples: ['#2f9e44'] })),
  },
  { additionalProperties: true },
)
export type TagConfig = Infer<typeof TagConfig>

export const Tag = ObjectOf({
  id: Uuid(),
  label: AnyText(),
  config: TagConfig,
})
export type Tag = Infer<typeof Tag>

const label = Text(LIMITS.tagLabelLength, { examples: ['export'] })

export const TagCreate = ObjectOf({ label, config: Optional(TagConfig) })
export type TagCreate = Infer<typeof TagCreate>

export const TagUpdate = ObjectOf({
  label: Optional(label),
  expected_label: AsRead('label', 'tag'),
  config: Optional(TagConfig),
})
export type TagUpdate = Infer<typeof TagUpdate>

export const TagDetail = ObjectOf({
  ...Tag.fields,
  observation_count: WholeNumber({ description: 'How many observations carry it.' }),
  created_at: DateTime(),
  updated_at: DateTime(),
})
export type TagDetail = Infer<typeof TagDetail>

export const TagVerdict = ObjectOf({
  verdict: OneOf(TAG_VERDICTS, { description: 'Kept permanently; the tag learns from it.' }),
})
export type TagVerdict = Infer<typeof TagVerdict>

export const TagRematch = ObjectOf({
  started_at: DateTime(),
  finished_at: Nullable(DateTime()),
  total: WholeNumber({ description: 'Observations to match.' }),
  done: WholeNumber(),
  matched: WholeNumber(),
})
export type TagRematch = Infer<typeof TagRematch>
