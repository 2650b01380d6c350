// Issues: the problem, wish, question or delight that several observations speak of.

import { PageQuery } from '../admin.ts'
import { ISSUE_KINDS, ISSUE_SORTS, ISSUE_STATUSES, SENTIMENTS, SEVERITIES } from '../labels.ts'
import { LIMITS } from '../limits.ts'
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
  type Schema,
  SomeOf,
  Text,
  Uuid,
  WholeNumber,
  YesOrNo,
} from '../schema.ts'

export const Day = ObjectOf({ day: AnyText({ examples: ['2026-03-14'] }), count: WholeNumber() })

export const SentimentCounts: Schema<Record<(typeof SENTIMENTS)[number], number>> = {
  type: 'object',
  required: SENTIMENTS,
  properties: Object.fromEntries(SENTIMENTS.map((label) => [label, WholeNumber()])),
}

export const IssueTrend = ObjectOf({
  last_7_days: WholeNumber(),
  previous_7_days: WholeNumber(),
  daily: ListOf(Day, { description: 'Days with observations, oldest first; days without are left out.' }),
})

export const Issue = ObjectOf({
  id: Uuid(),
  title: AnyText(),
  title_by: OneOf(['machine', 'model', 'person'], { description: 'Who worded it.' }),
  summary: AnyText(),
  quotes: ListOf(ObjectOf({ observation_id: Uuid(), text: AnyText() })),
  kind: OneOf(ISSUE_KINDS),
  severity: OneOf(SEVERITIES),
  severity_reasons: ListOf(AnyText()),
  keyphrases: ListOf(AnyText()),
  status: OneOf(ISSUE_STATUSES),
  status_note: Nullable(AnyText()),
  regressed_at: Nullable(DateTime({ description: 'When it was observed again after it had been resolved.' })),
  observation_count: WholeNumber(),
  user_count: WholeNumber({ description: 'Distinct end users.' }),
  sentiment_counts: SentimentCounts,
  first_seen: Nullable(DateTime()),
  last_seen: Nullable(DateTime()),
  trend: IssueTrend,
  tags: ListOf(ObjectOf({ id: Uuid(), label: AnyText(), color: Nullable(AnyText()) }), {
    description: 'The three most common among its newest 30 observations.',
  }),
  merged_into: Nullable(Uuid({ description: 'The issue that this one was merged into.' })),
  created_at: DateTime(),
  updated_at: DateTime(),
})
export type Issue = Infer<typeof Issue>

const Neighbour = ObjectOf({
  issue_id: Uuid(),
  title: AnyText(),
  observation_count: WholeNumber(),
  score: AnyNumber({ description: 'Higher is more alike.' }),
})

export const IssueDetail = ObjectOf({
  ...Issue.fields,
  tags: ListOf(
    ObjectOf({ id: Uuid(), label: AnyText(), color: Nullable(AnyText()), observation_count: WholeNumber() }),
    { description: 'The most common first, counted over all of its observations.' },
  ),
  similar: ListOf(Neighbour),
  suggested_merges: ListOf(Neighbour, { description: 'Too uncertain for the machine: a person decides.' }),
})
export type IssueDetail = Infer<typeof IssueDetail>

export const IssuesQuery = ObjectOf(
  {
    ...PageQuery.fields,
    status: Optional(SomeOf(ISSUE_STATUSES, { description: 'One, or several separated by commas.' })),
    kind: Optional(SomeOf(ISSUE_KINDS)),
    severity: Optional(SomeOf(SEVERITIES)),
    regressed: Optional(
      OneOf(['true'], { description: 'Only those observed again after they were resolved.' }),
    ),
    new_since: Optional(DateTime({ description: 'Only those first seen at or after this.' })),
    tag: Optional(Uuid({ description: 'A tag id that one of its observations carries.' })),
    q: Optional(Text(LIMITS.searchLength, { description: 'Words of title or summary.' })),
    sort: Optional(OneOf(ISSUE_SORTS, { description: 'Highest first; last_seen when left out.' })),
  },
  { additionalProperties: false },
)
export type IssuesQuery = Infer<typeof IssuesQuery>

export const IssueUpdate = ObjectOf({
  title: Optional(
    Nullable(
      Text(LIMITS.issueTitleLength, { description: 'null goes back to the title found automatically.' }),
    ),
  ),
  status: Optional(OneOf(ISSUE_STATUSES)),
  status_note: Optional(Nullable(Text(LIMITS.noteLength))),
})
export type IssueUpdate = Infer<typeof IssueUpdate>

export const IssueMerge = ObjectOf({ into: Uuid({ description: 'The issue that remains.' }) })

export const IssueSplit = ObjectOf({
  observation_ids: ListOf(Uuid(), { minItems: 1, maxItems: LIMITS.splitObservations }),
  title: Optional(Text(LIMITS.issueTitleLength)),
})
export type IssueSplit = Infer<typeof IssueSplit>

export const IssueApart = ObjectOf({
  from: Uuid({ description: 'The issue that it must not be merged with.' }),
})

export const ObservationMove = ObjectOf({
  issue_id: Nullable(Uuid({ description: 'The issue to move it to; null opens a new one.' })),
})

export const TagVerdict = ObjectOf({
  verdict: OneOf(['confirmed', 'removed'], { description: 'Kept for good, and teaches the tag.' }),
})
export type TagVerdict = Infer<typeof TagVerdict>

export const TagRematch = ObjectOf({
  started_at: DateTime(),
  finished_at: Nullable(DateTime()),
  total: WholeNumber({ description: 'Observations to look at.' }),
  done: WholeNumber(),
  matched: WholeNumber(),
})
export type TagRematch = Infer<typeof TagRematch>

const ModelFault = Nullable(
  ObjectOf({ message: AnyText(), at: DateTime(), count: WholeNumber() }) as Schema<{
    message: string
    at: string
    count: number
  }>,
)

export const DigestStatus = ObjectOf({
  pending: WholeNumber({ description: 'Observations not digested yet.' }),
  failed: WholeNumber({ description: 'Given up after the last attempt; kept with their error.' }),
  lag_seconds: AnyNumber({ description: 'How long the oldest pending observation has waited.' }),
  last_digested_at: Nullable(DateTime()),
  digested_count: WholeNumber(),
  models: ObjectOf(
    { embeddings: ModelFault, llm: ModelFault },
    { description: 'The last fault of each optional model; the offline path took over.' },
  ),
})
export type DigestStatus = Infer<typeof DigestStatus>

export const DigestFailure = ObjectOf({
  observation_id: Uuid(),
  attempts: WholeNumber(),
  error: AnyText(),
  failed_at: DateTime(),
})
export type DigestFailure = Infer<typeof DigestFailure>

export const DigestRetried = ObjectOf({ retried: WholeNumber() })

export const AuditEntry = ObjectOf({
  id: Uuid(),
  at: DateTime(),
  actor: AnyText({ description: 'Who did it; `machine` for the digest itself.' }),
  action: AnyText(),
  subject_id: Nullable(Uuid()),
  subject_title: Nullable(
    AnyText({ description: 'What the issue is called now, where the subject is one.' }),
  ),
  facts: { type: 'object' } as Schema<Record<string, unknown>>,
})
export type AuditEntry = Infer<typeof AuditEntry>

export const OverviewQuery = ObjectOf(
  { days: Optional(WholeNumber({ minimum: 1, maximum: LIMITS.overviewDays, default: 30 })) },
  { additionalProperties: false },
)

export const SentimentDay: Schema<{ day: string } & Record<(typeof SENTIMENTS)[number], number>> = {
  type: 'object',
  required: ['day', ...SENTIMENTS],
  properties: { day: AnyText(), ...Object.fromEntries(SENTIMENTS.map((label) => [label, WholeNumber()])) },
}

export const Overview = ObjectOf({
  days: WholeNumber(),
  has_observations: YesOrNo({ description: 'Whether there ever was one, digested or not.' }),
  observation_count: WholeNumber({ description: 'Digested, in the period.' }),
  user_count: WholeNumber({ description: 'End users heard from in the period; counted up to 100,000.' }),
  open_issue_count: WholeNumber(),
  new_issue_count: WholeNumber({ description: 'Issues first seen in the period.' }),
  answer_count: WholeNumber({ description: 'Research answers in the period.' }),
  before: ObjectOf(
    {
      observation_count: WholeNumber(),
      user_count: Nullable(
        WholeNumber({ description: 'null: of more than 100,000 observations not counted.' }),
      ),
      new_issue_count: WholeNumber(),
      answer_count: WholeNumber(),
    },
    { description: 'The same counts of the period of the same length before.' },
  ),
  series: ListOf(SentimentDay, { description: 'Every day of the period, oldest first, in UTC.' }),
  top_issues: ListOf(Issue, { description: 'Most observed in the period.' }),
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
