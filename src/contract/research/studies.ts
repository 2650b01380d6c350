// Studies and their answers, as the team writes and reads them.
import { SENTIMENTS, SOURCES, STUDY_STATES } from '../labels.ts'
import { LIMITS } from '../limits.ts'
import { PageQuery } from '../pages.ts'
import {
  AnyNumber,
  AnyText,
  AsRead,
  DateTime,
  type Infer,
  Nullable,
  ObjectOf,
  OneOf,
  Optional,
  partial,
  Text,
  Uuid,
  WholeNumber,
} from '../schema.ts'
import { ThemeName } from './themes.ts'

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
    WholeNumber({ minimum: 1, maximum: LIMITS.answersPerStudy, description: 'null: no limit.' }),
  ),
  max_answers_per_day: Nullable(
    WholeNumber({
      minimum: 1,
      maximum: LIMITS.answersPerStudy,
      description: 'The pace: at most this many answers a day, by UTC. null: no limit.',
    }),
  ),
  state: OneOf(STUDY_STATES, { description: 'draft → active ⇄ paused; active and paused → ended' }),
}

export const Study = ObjectOf({
  id: Uuid(),
  ...studyFields,
  answer_count: WholeNumber(),
  shown_count: WholeNumber({
    description: 'Users whose agents were shown the study: all who could have answered.',
  }),
  activated_at: Nullable(DateTime({ description: 'When it first became active.' })),
  created_at: DateTime(),
  updated_at: DateTime(),
})
export type Study = Infer<typeof Study>

export const StudyCreate = ObjectOf({ ...partial(studyFields), question: studyFields.question })
export type StudyCreate = Infer<typeof StudyCreate>

export const StudyUpdate = ObjectOf({
  ...partial(studyFields),
  expected_question: AsRead('question', 'study'),
})
export type StudyUpdate = Infer<typeof StudyUpdate>

export const StudyAnswer = ObjectOf({
  id: Uuid(),
  user_id: AnyText(),
  interaction_id: AnyText(),
  source: OneOf(SOURCES),
  answer: AnyText(),
  sentiment: Nullable(
    OneOf(SENTIMENTS, {
      description: 'How the user felt, as the agent noted it in observations of the same conversation.',
    }),
  ),
  theme: Nullable(ThemeName),
  posted_at: DateTime(),
})
export type StudyAnswer = Infer<typeof StudyAnswer>

export const StudiesQuery = ObjectOf(
  { ...PageQuery.fields, state: Optional(OneOf(STUDY_STATES)) },
  { additionalProperties: false },
)
export type StudiesQuery = Infer<typeof StudiesQuery>
