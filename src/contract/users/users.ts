// End users as the team looks them up: the data on one, and what was erased.

import { SentimentCounts, SentimentDay } from '../counts.ts'
import { ImportedRow } from '../imports/imports.ts'
import { IssueSeverity } from '../issues/issues.ts'
import { ISSUE_KINDS, ISSUE_STATUSES, USER_SORTS } from '../labels.ts'
import { LIMITS } from '../limits.ts'
import { ObservationDetail } from '../observations/observation-details.ts'
import { PageQuery } from '../pages.ts'
import { StudyAnswer } from '../research/studies.ts'
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
import { inWords } from '../wording.ts'

export const EndUser = ObjectOf({
  user_id: AnyText({ description: 'As agents send it.' }),
  observation_count: WholeNumber(),
  answer_count: WholeNumber({ description: 'Research answers.' }),
  first_seen: Nullable(DateTime({ description: 'The first observation; null when there are only answers.' })),
  last_seen: Nullable(DateTime()),
})
export type EndUser = Infer<typeof EndUser>

export const EndUserDetail = ObjectOf({
  ...EndUser.fields,
  sentiment_counts: SentimentCounts,
  days: WholeNumber({ description: 'The length of the series.' }),
  series: ListOf(SentimentDay, { description: 'Every day of the period, oldest first, in UTC.' }),
  issues: ListOf(
    ObjectOf({
      id: Uuid(),
      title: AnyText(),
      kind: OneOf(ISSUE_KINDS),
      severity: IssueSeverity,
      status: OneOf(ISSUE_STATUSES),
      observation_count: WholeNumber({ description: 'Observations by this user.' }),
    }),
    { description: `The issues that this user reported most often, at most ${inWords(LIMITS.userIssues)}.` },
  ),
})
export type EndUserDetail = Infer<typeof EndUserDetail>

export const UsersQuery = ObjectOf(
  {
    ...PageQuery.fields,
    q: Optional(
      Text(LIMITS.userIdLength, {
        description: 'Any part of the user id, ignoring case; when no id matches, similar ids.',
      }),
    ),
    sort: Optional(OneOf(USER_SORTS, { description: 'Highest first; last_seen when left out.' })),
  },
  { additionalProperties: false },
)
export type UsersQuery = Infer<typeof UsersQuery>

export const UsersTotalQuery = ObjectOf({ q: UsersQuery.fields.q }, { additionalProperties: false })
export type UsersTotalQuery = Infer<typeof UsersTotalQuery>

export const UserAnswer = ObjectOf({ ...StudyAnswer.fields, study_id: Uuid(), question: AnyText() })
export type UserAnswer = Infer<typeof UserAnswer>

export const StudyShown = ObjectOf({ study_id: Uuid(), question: AnyText(), shown_at: DateTime() })
export type StudyShown = Infer<typeof StudyShown>

const { user_id: _, ...importedFields } = ImportedRow.fields
export const UserImportRow = ObjectOf({
  import_id: Uuid(),
  row: WholeNumber({ description: 'Its position in the file.' }),
  ...importedFields,
})
export type UserImportRow = Infer<typeof UserImportRow>

export const UserExport = ObjectOf({
  user_id: AnyText(),
  exported_at: DateTime(),
  import_rows: ListOf(UserImportRow, {
    description:
      'Imported rows that are not observations yet. A row that becomes one during the export may be in both.',
  }),
  observations: ListOf(ObservationDetail),
  answers: ListOf(UserAnswer),
  studies_shown: ListOf(StudyShown, { description: 'The studies that agents were shown for this user.' }),
  studies_listed: ListOf(Uuid(), {
    description: 'The studies last listed over MCP, which answers by index refer to.',
  }),
})

export const UserErased = ObjectOf({
  observations: WholeNumber({ description: 'Removed by this call.' }),
  answers: WholeNumber(),
})
export type UserErased = Infer<typeof UserErased>
