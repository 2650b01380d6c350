// The project at a glance: counts of a period, of the period before it, and the most observed issues.

import { SentimentDay } from '../counts.ts'
import { DigestStatus } from '../digest/digest.ts'
import { Issue } from '../issues/issues.ts'
import { LIMITS } from '../limits.ts'
import {
  AnyText,
  DateTime,
  type Infer,
  ListOf,
  Nullable,
  ObjectOf,
  Optional,
  Uuid,
  WholeNumber,
  YesOrNo,
} from '../schema.ts'
import { inWords } from '../wording.ts'

export const OverviewQuery = ObjectOf(
  { days: Optional(WholeNumber({ minimum: 1, maximum: LIMITS.overviewDays, default: LIMITS.periodDays })) },
  { additionalProperties: false },
)

export const Overview = ObjectOf({
  days: WholeNumber(),
  has_observations: YesOrNo({ description: 'Whether there ever was an observation, digested or not.' }),
  observation_count: WholeNumber({ description: 'Digested, in the period.' }),
  user_count: WholeNumber({
    description: 'End users with observations in the period.',
  }),
  open_issue_count: WholeNumber(),
  new_issue_count: WholeNumber({ description: 'Issues first seen in the period.' }),
  answer_count: WholeNumber({ description: 'Research answers in the period.' }),
  before: ObjectOf(
    {
      observation_count: WholeNumber(),
      user_count: Nullable(
        WholeNumber({
          description: `null when there are more than ${inWords(LIMITS.countedUsers)} observations, which are not counted.`,
        }),
      ),
      new_issue_count: WholeNumber(),
      answer_count: WholeNumber(),
    },
    { description: 'The same counts of the preceding period of the same length.' },
  ),
  series: ListOf(SentimentDay, { description: 'Every day of the period, oldest first, in UTC.' }),
  top_issues: ListOf(Issue, {
    description: 'Most observed in the period, without those that are resolved or ignored.',
  }),
  new_issues: ListOf(Issue),
  regressed_issues: ListOf(Issue),
  tags: ListOf(ObjectOf({ id: Uuid(), label: AnyText(), color: Nullable(AnyText()), count: WholeNumber() })),
  studies: ListOf(
    ObjectOf({
      id: Uuid(),
      question: AnyText(),
      answer_count: WholeNumber(),
      max_answers: Nullable(WholeNumber()),
      ends_at: Nullable(DateTime()),
    }),
    { description: 'The active ones.' },
  ),
  digest: DigestStatus,
})
export type Overview = Infer<typeof Overview>
