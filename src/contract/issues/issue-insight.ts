// What the console reads about one issue beside the issue itself, and what it does to many at once.
import { PageQuery } from '../admin.ts'
import { ISSUE_STATUSES } from '../labels.ts'
import { LIMITS } from '../limits.ts'
import {
  AnyText,
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
import { Issue, SentimentDay } from './issues.ts'

export const IssueUser = ObjectOf({ user_id: AnyText(), observation_count: WholeNumber() })
export type IssueUser = Infer<typeof IssueUser>

export const IssueUsersQuery = ObjectOf({ ...PageQuery.fields }, { additionalProperties: false })

export const IssueSeriesQuery = ObjectOf(
  { days: Optional(WholeNumber({ minimum: 1, maximum: LIMITS.overviewDays, default: 90 })) },
  { additionalProperties: false },
)

export const IssueSeries = ObjectOf({
  days: WholeNumber(),
  series: ListOf(SentimentDay, { description: 'Every day of the period, oldest first, in UTC.' }),
})
export type IssueSeries = Infer<typeof IssueSeries>

export const MergedIssue = ObjectOf({
  id: Uuid({ description: 'Its merge can be undone.' }),
  title: AnyText(),
  merged_at: DateTime(),
  merged_by: Nullable(AnyText()),
  observation_count: WholeNumber({ description: 'What it brought along.' }),
})
export type MergedIssue = Infer<typeof MergedIssue>

export const MergedIssues = ObjectOf({ items: ListOf(MergedIssue) })

export const IssuesChange = ObjectOf({
  issue_ids: ListOf(Uuid(), { minItems: 1, maxItems: LIMITS.issuesAtOnce }),
  status: OneOf(ISSUE_STATUSES),
  status_note: Optional(Nullable(Text(LIMITS.noteLength))),
})
export type IssuesChange = Infer<typeof IssuesChange>

export const IssuesChanged = ObjectOf({ items: ListOf(Issue) })
