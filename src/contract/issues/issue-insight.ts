// Additional facts about an issue for the console: its users, its days, and the issues merged into it.
import { SentimentDay } from '../counts.ts'
import { LIMITS } from '../limits.ts'
import { PageOf, PageQuery } from '../pages.ts'
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
} from '../schema.ts'

export const IssueUser = ObjectOf({ user_id: AnyText(), observation_count: WholeNumber() })
export type IssueUser = Infer<typeof IssueUser>

export const IssueUsersQuery = ObjectOf({ ...PageQuery.fields }, { additionalProperties: false })

export const IssueSeriesQuery = ObjectOf(
  {
    days: Optional(
      WholeNumber({ minimum: 1, maximum: LIMITS.overviewDays, default: LIMITS.issueSeriesDays }),
    ),
  },
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
  observation_count: WholeNumber({ description: 'Its observations when it was merged.' }),
})
export type MergedIssue = Infer<typeof MergedIssue>

export const MergedIssues = PageOf(MergedIssue)
