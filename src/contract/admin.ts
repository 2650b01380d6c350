// The admin API's resources: projects, keys, studies, guidelines, and the shape of every list.

import { PLACED_BY, type PlacedBy, ROLES, SENTIMENTS, SOURCES, STUDY_STATES } from './labels.ts'
import { LIMITS } from './limits.ts'
import { Observation } from './observations/observations.ts'
import { SampleFacts } from './sample/samples.ts'
import {
  AnyNumber,
  AnyText,
  DateTime,
  type Infer,
  ListOf,
  Nullable,
  ObjectOf,
  OneOf,
  Optional,
  partial,
  type Schema,
  SomeOf,
  Text,
  Uuid,
  WholeNumber,
  YesOrNo,
} from './schema.ts'
import { Tag } from './tags/tags.ts'

export const Project = ObjectOf({
  id: Uuid(),
  name: AnyText(),
  role: OneOf(ROLES, { description: 'What the caller may do in it.' }),
  mcp_url: AnyText({ description: "The project's MCP endpoint." }),
  rest_url: AnyText({ description: "The beginning of every address of the project's REST interface." }),
  created_at: DateTime(),
})
export type Project = Infer<typeof Project>

export const ProjectDetail = ObjectOf({
  ...Project.fields,
  sample: Nullable(SampleFacts as Schema<SampleFacts>),
})
export type ProjectDetail = Infer<typeof ProjectDetail>

const name = Text(LIMITS.nameLength, { examples: ['Ledger app'] })

export const ProjectCreate = ObjectOf({ name })
export const ProjectUpdate = ObjectOf({ name: Optional(name) })
export const ProjectDelete = ObjectOf({
  name: AnyText({
    description: "The project's name, once more: nothing brings it back.",
    examples: ['Ledger app'],
  }),
})

export const ApiKey = ObjectOf({
  id: Uuid(),
  name: AnyText(),
  prefix: AnyText({ description: 'The first characters of the key, to tell keys apart.' }),
  created_at: DateTime(),
  expires_at: Nullable(DateTime()),
  revoked_at: Nullable(DateTime()),
  last_used_at: Nullable(DateTime({ description: 'Exact to within a few seconds.' })),
})
export type ApiKey = Infer<typeof ApiKey>

export const ApiKeyCreated = ObjectOf({
  ...ApiKey.fields,
  key: AnyText({ description: 'The key itself, shown this once.' }),
})
export type ApiKeyCreated = Infer<typeof ApiKeyCreated>

export const ApiKeyCreate = ObjectOf({ name, expires_at: Optional(Nullable(DateTime())) })
export type ApiKeyCreate = Infer<typeof ApiKeyCreate>

export const TagDetail = ObjectOf({
  ...Tag.fields,
  observation_count: WholeNumber({ description: 'How many observations carry it.' }),
  created_at: DateTime(),
  updated_at: DateTime(),
})
export type TagDetail = Infer<typeof TagDetail>

const studyFields = {
  question: Text(LIMITS.questionLength, { examples: ['What makes people export their data?'] }),
  eligibility_criteria: AnyText({
    maxLength: LIMITS.criteriaLength,
    description: 'Judged by the agent, not by the service. May be empty: everyone is eligible.',
  }),
  sampling_rate: AnyNumber({ minimum: 0, maximum: 1, description: 'The share of users who are asked.' }),
  starts_at: Nullable(DateTime({ description: 'Answers from this moment on; null: no bound.' })),
  ends_at: Nullable(DateTime({ description: 'Answers before this moment; null: no bound.' })),
  max_answers: Nullable(
    WholeNumber({ minimum: 1, maximum: LIMITS.answersPerStudy, description: 'null: no cap.' }),
  ),
  state: OneOf(STUDY_STATES, { description: 'draft → active ⇄ paused → ended' }),
}

export const Study = ObjectOf({
  id: Uuid(),
  ...studyFields,
  answer_count: WholeNumber(),
  activated_at: Nullable(DateTime({ description: 'When it first became active.' })),
  created_at: DateTime(),
  updated_at: DateTime(),
})
export type Study = Infer<typeof Study>

export const StudyCreate = ObjectOf({ ...partial(studyFields), question: studyFields.question })
export type StudyCreate = Infer<typeof StudyCreate>

export const StudyUpdate = ObjectOf(partial(studyFields))
export type StudyUpdate = Infer<typeof StudyUpdate>

export const StudyAnswer = ObjectOf({
  id: Uuid(),
  user_id: AnyText(),
  interaction_id: AnyText(),
  source: OneOf(SOURCES),
  answer: AnyText(),
  posted_at: DateTime(),
})
export type StudyAnswer = Infer<typeof StudyAnswer>

const Texts = ObjectOf({ observations: AnyText(), research: AnyText() })

export const GuidelinesDetail = ObjectOf({
  version: WholeNumber({ description: '0 until the texts are changed for the first time.' }),
  observations: Nullable(AnyText({ description: "The project's own text; null: the default." })),
  research: Nullable(AnyText()),
  updated_at: Nullable(DateTime()),
  updated_by: Nullable(AnyText({ description: 'Who wrote this version.' })),
  defaults: Texts,
  fetches: ListOf(
    ObjectOf({
      version: WholeNumber({ description: '0: the defaults, before anything was changed.' }),
      agents: WholeNumber({ description: 'API keys that fetched it.' }),
      fetches: WholeNumber(),
      last_fetched_at: DateTime(),
    }),
    { description: 'Who reads what, newest version first; exact to within a few seconds.' },
  ),
})
export type GuidelinesDetail = Infer<typeof GuidelinesDetail>

export const GuidelinesVersion = ObjectOf({
  version: WholeNumber(),
  observations: Nullable(AnyText()),
  research: Nullable(AnyText()),
  created_at: DateTime(),
  created_by: Nullable(AnyText({ description: 'Who wrote it; null when that was not written down.' })),
})
export type GuidelinesVersion = Infer<typeof GuidelinesVersion>

export const PageOf = <S extends Schema>(item: S) =>
  ObjectOf({
    items: ListOf(item),
    next_cursor: Nullable(
      AnyText({ description: 'Pass it as `cursor` for the next page; null on the last.' }),
    ),
  })

export const PageQuery = ObjectOf(
  {
    limit: Optional(WholeNumber({ minimum: 1, maximum: LIMITS.pageSizeMax, default: LIMITS.pageSize })),
    cursor: Optional(AnyText({ description: '`next_cursor` of the page before.' })),
  },
  { additionalProperties: false },
)
export type PageQuery = Infer<typeof PageQuery>

export const StudiesQuery = ObjectOf(
  { ...PageQuery.fields, state: Optional(OneOf(STUDY_STATES)) },
  { additionalProperties: false },
)
export type StudiesQuery = Infer<typeof StudiesQuery>

export const ObservationsQuery = ObjectOf(
  {
    ...PageQuery.fields,
    q: Optional(
      Text(LIMITS.searchLength, {
        description:
          'Words that it contains in any form; "a phrase" in quotes; begin* for beginnings; -without.',
      }),
    ),
    sentiment: Optional(SomeOf(SENTIMENTS, { description: 'One, or several separated by commas.' })),
    tag: Optional(Uuid({ description: 'A tag id.' })),
    issue: Optional(Uuid({ description: 'An issue id.' })),
    user_id: Optional(AnyText()),
    interaction_id: Optional(AnyText()),
    source: Optional(OneOf(SOURCES)),
    from: Optional(DateTime({ description: 'observed_at at or after this.' })),
    to: Optional(DateTime({ description: 'observed_at before this.' })),
  },
  { additionalProperties: false },
)
export type ObservationsQuery = Infer<typeof ObservationsQuery>

const { tags: _, ...observationFields } = Observation.fields

export const ObservationDetail = ObjectOf({
  ...observationFields,
  tags: ListOf(ObjectOf({ ...Tag.fields, placed_by: OneOf(PLACED_BY) })),
  issue: Nullable(
    ObjectOf({ id: Uuid(), title: AnyText(), placed_by: OneOf(PLACED_BY) }) as Schema<IssueLink>,
  ),
  kind: Nullable(AnyText({ description: 'problem, request, question or praise; null until digested.' })),
  language: Nullable(AnyText()),
  digest: ObjectOf({
    state: OneOf(['pending', 'failed', 'done']),
    error: Nullable(AnyText({ description: 'Why the last attempt failed.' })),
  }),
})
export type ObservationDetail = Infer<typeof ObservationDetail>

/** A piece of a text; the pieces in a row are the text. */
export const TextSegment = ObjectOf({
  text: AnyText(),
  hit: YesOrNo({ description: 'Whether this piece is what was searched for.' }),
})
export type TextSegment = Infer<typeof TextSegment>

export const ObservationItem = ObjectOf({
  ...ObservationDetail.fields,
  highlight: Optional(
    ObjectOf(
      {
        title: ListOf(TextSegment),
        description: ListOf(TextSegment, { description: 'Of a long one, the part around the hits.' }),
      },
      { description: 'With `q`: where it was found. Plain text, to be shown as text.' },
    ),
  ),
})
export type ObservationItem = Infer<typeof ObservationItem>

type IssueLink = { id: string; title: string; placed_by: PlacedBy }
