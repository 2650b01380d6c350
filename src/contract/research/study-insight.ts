// Additional facts about a study for the team: how an agent sees it, which users are asked and why, answers over time.

import { Day, SentimentCounts } from '../counts.ts'
import { SENTIMENTS } from '../labels.ts'
import { UserId } from '../observations/observations.ts'
import { PageQuery } from '../pages.ts'
import { OverviewQuery } from '../projects/overview.ts'
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
} from '../schema.ts'
import { StudyEntry } from './research.ts'

/** In the order of explanation; `pace` and `rest` only when they are set. */
export const STUDY_RULES = ['state', 'starts', 'ends', 'cap', 'pace', 'sampling', 'rest', 'answered'] as const
export type StudyRule = (typeof STUDY_RULES)[number]

export const StudyPreview = ObjectOf({
  entry: StudyEntry,
  spoken: AnyText({
    description: 'How an agent might ask: an example, because each phrases it differently.',
  }),
  guidelines: AnyText({
    description: 'The research guidelines in force, which agents read before they ask.',
  }),
})
export type StudyPreview = Infer<typeof StudyPreview>

export const StudyExplainQuery = ObjectOf({ user_id: UserId }, { additionalProperties: false })

export const StudyExplanation = ObjectOf({
  asked: { type: 'boolean', description: 'Whether agents would ask this user now.' } as Schema<boolean>,
  decides: Nullable(
    OneOf(STUDY_RULES, { description: 'The first rule against asking; null when the user is asked.' }),
  ),
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
      description: 'Words of the answer; "a phrase" in quotes; prefix* for beginnings; -word to exclude.',
    }),
  ),
  theme: Optional(Uuid({ description: 'A theme id.' })),
  themed: Optional(OneOf(['yes', 'no'], { description: 'Whether it is in any theme.' })),
  sentiment: Optional(SomeOf(SENTIMENTS, { description: 'One, or several separated by commas.' })),
  sentiment_noted: Optional(
    OneOf(['yes', 'no'], { description: 'Whether an agent noted a sentiment in its conversation.' }),
  ),
  from: Optional(DateTime({ description: 'posted_at at or after this.' })),
  to: Optional(DateTime({ description: 'posted_at before this.' })),
}

export const StudyAnswersQuery = ObjectOf(
  { ...PageQuery.fields, ...answerFilters },
  { additionalProperties: false },
)
export type StudyAnswersQuery = Infer<typeof StudyAnswersQuery>

/** Of one study or of all studies: what is counted and exported. */
export const AnswersQuery = ObjectOf(
  { study: Optional(Uuid({ description: 'A study id.' })), ...answerFilters },
  { additionalProperties: false },
)
export type AnswersQuery = Infer<typeof AnswersQuery>

export const StudySeriesQuery = ObjectOf(
  {
    ...OverviewQuery.fields,
    theme: answerFilters.theme,
    themed: answerFilters.themed,
    sentiment: answerFilters.sentiment,
    sentiment_noted: answerFilters.sentiment_noted,
  },
  { additionalProperties: false },
)
export type StudySeriesQuery = Infer<typeof StudySeriesQuery>

export const StudySeries = ObjectOf({
  days: WholeNumber(),
  series: ListOf(ObjectOf({ ...Day.fields, sentiment_counts: SentimentCounts }), {
    description: 'Every day of the period, oldest first, in UTC.',
  }),
})
export type StudySeries = Infer<typeof StudySeries>
