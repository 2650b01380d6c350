// People's decisions on issues: title, kind, severity, status, assignee, merge, split, keep apart, move an observation.

import { ISSUE_KINDS, ISSUE_STATUSES, SEVERITIES } from '../labels.ts'
import { LIMITS } from '../limits.ts'
import { AsRead, type Infer, ListOf, Nullable, ObjectOf, OneOf, Optional, Text, Uuid } from '../schema.ts'
import { Issue } from './issues.ts'

const assignee = Nullable(Uuid({ description: 'The account of the assigned member; null for nobody.' }))

export const IssueUpdate = ObjectOf({
  title: Optional(
    Nullable(Text(LIMITS.issueTitleLength, { description: 'null restores the title found automatically.' })),
  ),
  summary: Optional(
    Nullable(
      Text(LIMITS.issueSummaryLength, {
        description: 'Kept until changed; null restores the one found automatically.',
      }),
    ),
  ),
  expected_title: AsRead('title', 'issue', Text(LIMITS.issueTitleLength)),
  kind: Optional(
    Nullable(
      OneOf(ISSUE_KINDS, { description: 'Kept until changed; null restores the kind found automatically.' }),
    ),
  ),
  severity: Optional(
    Nullable(
      OneOf(SEVERITIES, {
        description: 'Kept until changed; null restores the severity found automatically. Praise has none.',
      }),
    ),
  ),
  status: Optional(OneOf(ISSUE_STATUSES, { description: 'A new status without a note removes the note.' })),
  status_note: Optional(Nullable(Text(LIMITS.noteLength))),
  assignee_id: Optional(assignee),
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

export const IssuesChange = ObjectOf({
  issue_ids: ListOf(Uuid(), { minItems: 1, maxItems: LIMITS.issuesAtOnce }),
  status: Optional(OneOf(ISSUE_STATUSES)),
  status_note: Optional(Nullable(Text(LIMITS.noteLength))),
  assignee_id: Optional(assignee),
})
export type IssuesChange = Infer<typeof IssuesChange>

export const IssuesChanged = ObjectOf({ items: ListOf(Issue) })
