// What the team sees of a study in addition to the study itself: as an agent sees it, whom it asks and why, answers over time.

import { Day } from '../counts.ts'
import { UserId } from '../observations/observations.ts'
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
  Uuid,
  WholeNumber,
} from '../schema.ts'
import { StudyEntry } from './research.ts'

/** In the order in which they are told. */
export const STUDY_RULES = ['state', 'starts', 'ends', 'cap', 'sampling', 'answered'] as const
export type StudyRule = (typeof STUDY_RULES)[number]

export const StudyPreview = ObjectOf({
  entry: StudyEntry,
  guidelines: AnyText({
    description: 'The research guidelines in force, which agents read before they ask.',
  }),
})
export type StudyPreview = Infer<typeof StudyPreview>

export const StudyExplainQuery = ObjectOf({ user_id: UserId }, { additionalProperties: false })

export const StudyExplanation = ObjectOf({
  asked: { type: 'boolean', description: 'Whether an agent is to ask this user now.' } as Schema<boolean>,
  decides: Nullable(OneOf(STUDY_RULES, { description: 'The first rule that says no; null when asked.' })),
  rules: ListOf(
    ObjectOf({
      rule: OneOf(STUDY_RULES),
      passes: { type: 'boolean' } as Schema<boolean>,
      detail: AnyText({ description: 'Why, in plain words.' }),
    }),
  ),
})
export type StudyExplanation = Infer<typeof StudyExplanation>

const answerFilters = {
  q: Optional(
    Search({
      description: 'Words of the answer; "a phrase" in quotes; begin* for beginnings; -without.',
    }),
  ),
  from: Optional(DateTime({ description: 'posted_at at or after this.' })),
  to: Optional(DateTime({ description: 'posted_at before this.' })),
}

export const StudyAnswersQuery = ObjectOf(
  { ...PageQuery.fields, ...answerFilters },
  { additionalProperties: false },
)
export type StudyAnswersQuery = Infer<typeof StudyAnswersQuery>

export const AnswersExportQuery = ObjectOf(
  { study: Optional(Uuid({ description: 'A study id.' })), ...answerFilters },
  { additionalProperties: false },
)
export type AnswersExportQuery = Infer<typeof AnswersExportQuery>

export const StudySeries = ObjectOf({
  days: WholeNumber(),
  series: ListOf(Day, { description: 'Every day of the period, oldest first, in UTC.' }),
})
export type StudySeries = Infer<typeof StudySeries>
