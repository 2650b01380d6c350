// Observations as the team reads them: with tags, issue and digest state.

import {
  DIGEST_STATES,
  ISSUE_KINDS,
  ISSUE_PLACED_BY,
  type IssuePlacedBy,
  PLACED_BY,
  SENTIMENTS,
  SOURCES,
} from '../labels.ts'
import { PageQuery } from '../pages.ts'
import {
  AnyText,
  DateTime,
  type Infer,
  ListOf,
  Nullable,
  ObjectOf,
  OneOf,
  Optional,
  type Schema,
  Search,
  SomeOf,
  Uuid,
  WholeNumber,
  YesOrNo,
} from '../schema.ts'
import { Tag } from '../tags/tags.ts'
import { anyOf } from '../wording.ts'
import { Observation } from './observations.ts'

const filters = {
  q: Optional(
    Search({
      description: 'Words in any form; "a phrase" in quotes; prefix* for beginnings; -word to exclude.',
    }),
  ),
  sentiment: Optional(SomeOf(SENTIMENTS, { description: 'One, or several separated by commas.' })),
  tag: Optional(Uuid({ description: 'A tag id.' })),
  issue: Optional(Uuid({ description: 'An issue id.' })),
  user_id: Optional(AnyText()),
  interaction_id: Optional(AnyText()),
  source: Optional(OneOf(SOURCES)),
  import: Optional(Uuid({ description: 'An import id.' })),
  from: Optional(DateTime({ description: 'observed_at at or after this.' })),
  to: Optional(DateTime({ description: 'observed_at before this.' })),
}

export const ObservationsTotalQuery = ObjectOf(filters, { additionalProperties: false })
export type ObservationsTotalQuery = Infer<typeof ObservationsTotalQuery>

export const ObservationsQuery = ObjectOf(
  { ...PageQuery.fields, ...filters },
  { additionalProperties: false },
)
export type ObservationsQuery = Infer<typeof ObservationsQuery>

const { tags: _, ...observationFields } = Observation.fields

export const ObservationDetail = ObjectOf({
  ...observationFields,
  tags: ListOf(ObjectOf({ ...Tag.fields, placed_by: OneOf(PLACED_BY) })),
  issue: Nullable(
    ObjectOf({
      id: Uuid(),
      number: WholeNumber(),
      title: AnyText(),
      placed_by: OneOf(ISSUE_PLACED_BY, {
        description:
          'Who placed it: the digest, the digest because the agent named the issue, an assistant, or a person.',
      }),
    }) as Schema<IssueLink>,
  ),
  quote: Nullable(AnyText({ description: "The user's own words; null when the agent passed none on." })),
  agent_issue: Nullable(
    WholeNumber({
      description: 'The number of the issue that the agent named, right or wrong.',
    }),
  ),
  kind: Nullable(AnyText({ description: `${anyOf(ISSUE_KINDS)}; null until digested.` })),
  language: Nullable(AnyText()),
  digest: ObjectOf({
    state: OneOf(DIGEST_STATES),
    error: Nullable(AnyText({ description: 'Why the last attempt failed.' })),
  }),
})
export type ObservationDetail = Infer<typeof ObservationDetail>

/** A piece of a text; all pieces in order are the text. */
export const TextSegment = ObjectOf({
  text: AnyText(),
  hit: YesOrNo({ description: 'Whether this piece matches the search.' }),
})
export type TextSegment = Infer<typeof TextSegment>

export const ObservationItem = ObjectOf({
  ...ObservationDetail.fields,
  highlight: Optional(
    ObjectOf(
      {
        title: ListOf(TextSegment),
        description: ListOf(TextSegment, {
          description: 'Of a long description, the part around the matches.',
        }),
      },
      { description: 'With `q`: where the search matched. Plain text, to be shown as text.' },
    ),
  ),
})
export type ObservationItem = Infer<typeof ObservationItem>

type IssueLink = { id: string; number: number; title: string; placed_by: IssuePlacedBy }
