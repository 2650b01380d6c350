// Issues: problems, requests, questions or praise shared by several observations.

import { Day, SentimentCounts } from '../counts.ts'
import {
  ASSIGNED,
  ISSUE_KINDS,
  ISSUE_SORTS,
  ISSUE_STATUSES,
  type IssueStatus,
  JUDGED_BY,
  SEVERITIES,
  SUMMARY_MAKERS,
  TITLE_MAKERS,
} from '../labels.ts'
import { LIMITS, WORTH_A_LOOK_FROM } from '../limits.ts'
import { PageQuery } from '../pages.ts'
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
  Search,
  SomeOf,
  Uuid,
  WholeNumber,
} from '../schema.ts'
import { inWords } from '../wording.ts'
import { Assignee, Ticket } from './ownership.ts'

export const IssueTrend = ObjectOf({
  last_7_days: WholeNumber(),
  previous_7_days: WholeNumber(),
  daily: ListOf(Day, { description: 'Days with observations, oldest first.' }),
})

export const IssueSeverity = Nullable(OneOf(SEVERITIES, { description: 'null for praise.' }))

export const Issue = ObjectOf({
  id: Uuid(),
  number: WholeNumber({
    description: 'The number that people and agents use, as in #142; counted per project.',
  }),
  title: AnyText(),
  title_by: OneOf(TITLE_MAKERS, { description: 'Who worded it.' }),
  summary: AnyText({
    description:
      'What it is and why it matters, in sentences from its observations; then how many users are affected.',
  }),
  summary_by: OneOf(SUMMARY_MAKERS, { description: '`assistant`: set by a member or their assistant.' }),
  quotes: ListOf(ObjectOf({ observation_id: Uuid(), text: AnyText() }), {
    description: "Sentences from its observations: agents' words about what users said.",
  }),
  kind: OneOf(ISSUE_KINDS),
  kind_by: OneOf(JUDGED_BY, { description: 'Who decided the kind. One set by a person stays.' }),
  severity: IssueSeverity,
  severity_by: OneOf(JUDGED_BY, { description: 'Who decided the severity. One set by a person stays.' }),
  severity_reasons: ListOf(AnyText(), { description: 'Empty for a severity set by a person.' }),
  status: OneOf(ISSUE_STATUSES),
  status_note: Nullable(AnyText()),
  regressed_at: Nullable(DateTime({ description: 'When it was observed again after it was resolved.' })),
  observation_count: WholeNumber(),
  user_count: WholeNumber({ description: 'Distinct end users.' }),
  sentiment_counts: SentimentCounts,
  first_seen: Nullable(DateTime()),
  last_seen: Nullable(DateTime()),
  trend: IssueTrend,
  tags: ListOf(ObjectOf({ id: Uuid(), label: AnyText(), color: Nullable(AnyText()) }), {
    description: `The ${inWords(LIMITS.issueTags)} most common among its newest ${LIMITS.issueTagObservations} observations.`,
  }),
  assignee: Assignee,
  tickets: ListOf(Ticket, { description: "Its tickets in the team's own tracker, the oldest first." }),
  comment_count: WholeNumber(),
  merged_into: Nullable(Uuid({ description: 'The issue that this one was merged into.' })),
  created_at: DateTime(),
  updated_at: DateTime(),
})
export type Issue = Infer<typeof Issue>

const Neighbor = ObjectOf({
  issue_id: Uuid(),
  number: WholeNumber(),
  title: AnyText(),
  kind: OneOf(ISSUE_KINDS),
  status: OneOf(ISSUE_STATUSES),
  observation_count: WholeNumber(),
  user_count: WholeNumber(),
  score: AnyNumber({
    description: `The likeness, from 0 to 1; two similar issues are worth a look from ${WORTH_A_LOOK_FROM} on.`,
  }),
})

export const IssueDetail = ObjectOf({
  ...Issue.fields,
  tags: ListOf(
    ObjectOf({ id: Uuid(), label: AnyText(), color: Nullable(AnyText()), observation_count: WholeNumber() }),
    { description: 'The most common first, counted over all of its observations.' },
  ),
  user_quotes: ListOf(ObjectOf({ observation_id: Uuid(), text: AnyText() }), {
    description: `The users' own words: the newest ${inWords(LIMITS.issueQuotes)}, among its newest ${LIMITS.issueQuoteObservations} observations.`,
  }),
  similar: ListOf(Neighbor, { description: 'The most similar first.' }),
  suggested_merges: ListOf(Neighbor, {
    description:
      'Possible duplicates for a person to judge. The score is the probability that the two are the same, the highest first.',
  }),
})
export type IssueDetail = Infer<typeof IssueDetail>

const NARROWING = {
  kind: Optional(SomeOf(ISSUE_KINDS)),
  severity: Optional(SomeOf(SEVERITIES)),
  regressed: Optional(
    OneOf(['true'], { description: 'Only those observed again after they were resolved.' }),
  ),
  new_since: Optional(DateTime({ description: 'Only those first seen at or after this.' })),
  tag: Optional(Uuid({ description: 'A tag id that one of its observations carries.' })),
  assigned: Optional(
    OneOf(ASSIGNED, {
      description: '`me`: only issues assigned to the caller; `none`: only unassigned issues.',
    }),
  ),
  assignee: Optional(Uuid({ description: 'Only issues assigned to this member, by account id.' })),
  q: Optional(
    Search({
      description:
        'Words of title, summary or observations, in any form; the last word may be incomplete. When nothing matches, similarly spelled words are searched; when little matches, issues close in meaning are added. #142 finds the issue of that number.',
    }),
  ),
}

export const IssuesQuery = ObjectOf(
  {
    ...PageQuery.fields,
    status: Optional(SomeOf(ISSUE_STATUSES, { description: 'One, or several separated by commas.' })),
    ...NARROWING,
    sort: Optional(
      OneOf(ISSUE_SORTS, {
        description:
          'Highest first. When left out: relevance with `q`, last_seen without. By relevance, issues with the words in their title come first, then those with a larger share of matching observations. By severity, praise comes last.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type IssuesQuery = Infer<typeof IssuesQuery>

export const IssueCountsQuery = ObjectOf(NARROWING, { additionalProperties: false })
export type IssueCountsQuery = Infer<typeof IssueCountsQuery>

export const IssueCounts: Schema<Record<IssueStatus, number>> = {
  type: 'object',
  required: ISSUE_STATUSES,
  properties: Object.fromEntries(ISSUE_STATUSES.map((status) => [status, WholeNumber()])),
}
