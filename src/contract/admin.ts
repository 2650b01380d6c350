// The admin API's resources: projects, keys, studies, guidelines, and the shape of every list.
import Type, { type Static, type TSchema } from 'typebox'
import { SENTIMENTS, SOURCES, STUDY_STATES } from './labels.ts'
import { LIMITS } from './limits.ts'
import { DateTime, Nullable, OneOf, Text, Uuid } from './schema.ts'
import { Tag } from './tags.ts'

export const Project = Type.Object({
  id: Uuid(),
  name: Type.String(),
  mcp_url: Type.String({ description: "The project's MCP endpoint." }),
  created_at: DateTime(),
})
export type Project = Static<typeof Project>

const name = Text(LIMITS.nameLength, { examples: ['Ledger app'] })

export const ProjectCreate = Type.Object({ name })
export const ProjectUpdate = Type.Object({ name: Type.Optional(name) })

export const ApiKey = Type.Object({
  id: Uuid(),
  name: Type.String(),
  prefix: Type.String({ description: 'The first characters of the key, to tell keys apart.' }),
  created_at: DateTime(),
  expires_at: Nullable(DateTime()),
  revoked_at: Nullable(DateTime()),
  last_used_at: Nullable(DateTime({ description: 'Exact to within a few seconds.' })),
})
export type ApiKey = Static<typeof ApiKey>

export const ApiKeyCreated = Type.Object({
  ...ApiKey.properties,
  key: Type.String({ description: 'The key itself, shown this once.' }),
})
export type ApiKeyCreated = Static<typeof ApiKeyCreated>

export const ApiKeyCreate = Type.Object({ name, expires_at: Type.Optional(Nullable(DateTime())) })
export type ApiKeyCreate = Static<typeof ApiKeyCreate>

export const TagDetail = Type.Object({ ...Tag.properties, created_at: DateTime(), updated_at: DateTime() })
export type TagDetail = Static<typeof TagDetail>

const studyFields = {
  question: Text(LIMITS.questionLength, { examples: ['What makes people export their data?'] }),
  eligibility_criteria: Type.String({
    maxLength: LIMITS.criteriaLength,
    description: 'Judged by the agent, not by the service. May be empty: everyone is eligible.',
  }),
  sampling_rate: Type.Number({ minimum: 0, maximum: 1, description: 'The share of users who are asked.' }),
  starts_at: Nullable(DateTime({ description: 'Answers from this moment on; null: no bound.' })),
  ends_at: Nullable(DateTime({ description: 'Answers before this moment; null: no bound.' })),
  max_answers: Nullable(Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'null: no cap.' })),
  state: OneOf(STUDY_STATES, { description: 'draft → active ⇄ paused → ended' }),
}

export const Study = Type.Object({
  id: Uuid(),
  ...studyFields,
  answer_count: Type.Integer(),
  activated_at: Nullable(DateTime({ description: 'When it first became active.' })),
  created_at: DateTime(),
  updated_at: DateTime(),
})
export type Study = Static<typeof Study>

export const StudyCreate = Type.Object({ ...optional(studyFields), question: studyFields.question })
export type StudyCreate = Static<typeof StudyCreate>

export const StudyUpdate = Type.Object(optional(studyFields))
export type StudyUpdate = Static<typeof StudyUpdate>

function optional<P extends Record<string, TSchema>>(properties: P) {
  return Type.Partial(Type.Object(properties)).properties
}

export const StudyAnswer = Type.Object({
  id: Uuid(),
  user_id: Type.String(),
  interaction_id: Type.String(),
  source: OneOf(SOURCES),
  answer: Type.String(),
  posted_at: DateTime(),
})
export type StudyAnswer = Static<typeof StudyAnswer>

const Texts = Type.Object({ observations: Type.String(), research: Type.String() })

export const GuidelinesDetail = Type.Object({
  version: Type.Integer({ description: '0 until the texts are changed for the first time.' }),
  observations: Nullable(Type.String({ description: "The project's own text; null: the default." })),
  research: Nullable(Type.String()),
  updated_at: Nullable(DateTime()),
  defaults: Texts,
})
export type GuidelinesDetail = Static<typeof GuidelinesDetail>

export const GuidelinesVersion = Type.Object({
  version: Type.Integer(),
  observations: Nullable(Type.String()),
  research: Nullable(Type.String()),
  created_at: DateTime(),
})
export type GuidelinesVersion = Static<typeof GuidelinesVersion>

export const PageOf = <S extends TSchema>(item: S) =>
  Type.Object({
    items: Type.Array(item),
    next_cursor: Nullable(
      Type.String({ description: 'Pass it as `cursor` for the next page; null on the last.' }),
    ),
  })

export const PageQuery = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.pageSizeMax, default: LIMITS.pageSize })),
    cursor: Type.Optional(Type.String({ description: '`next_cursor` of the page before.' })),
  },
  { additionalProperties: false },
)
export type PageQuery = Static<typeof PageQuery>

export const ObservationsQuery = Type.Object(
  {
    ...PageQuery.properties,
    q: Type.Optional(Text(500, { description: 'Text that title or description contains.' })),
    sentiment: Type.Optional(OneOf(SENTIMENTS)),
    tag: Type.Optional(Uuid({ description: 'A tag id.' })),
    user_id: Type.Optional(Type.String()),
    interaction_id: Type.Optional(Type.String()),
    source: Type.Optional(OneOf(SOURCES)),
    from: Type.Optional(DateTime({ description: 'observed_at at or after this.' })),
    to: Type.Optional(DateTime({ description: 'observed_at before this.' })),
  },
  { additionalProperties: false },
)
export type ObservationsQuery = Static<typeof ObservationsQuery>
