// Arguments that several team tools take.
import { ISSUE_STATUSES, SENTIMENTS } from '../../contract/labels.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { ObservationsQuery } from '../../contract/observations/observation-details.ts'
import { AnyText, DateTime, ObjectOf, Optional, Search, SomeOf, WholeNumber } from '../../contract/schema.ts'
import { checker } from '../../contract/validate.ts'
import { findIssue } from '../../domain/issues/read-issues.ts'
import { findTag } from '../../domain/tags/manage-tags.ts'
import type { TeamContext } from './context.ts'

export const Words = Search({ description: 'Words, "a phrase", begin*, -without.' })

export const IssueId = AnyText({ description: 'Such as #142, or its id.' })

export const Statuses = SomeOf(ISSUE_STATUSES)

/** For every list. */
export const pageFields = {
  limit: Optional(
    WholeNumber({
      minimum: 1,
      maximum: LIMITS.teamPageSizeMax,
      description: `1 to ${LIMITS.teamPageSizeMax}; default ${LIMITS.teamPageSize}.`,
    }),
  ),
  cursor: Optional(AnyText({ description: 'next_cursor of the page before.' })),
}

export const filterFields = {
  q: Optional(Words),
  sentiment: Optional(SomeOf(SENTIMENTS)),
  issue_id: Optional(IssueId),
  tag: Optional(AnyText({ description: 'Label or id.' })),
  user_id: Optional(AnyText()),
  from: Optional(DateTime()),
  to: Optional(DateTime()),
}

const Paged = ObjectOf({ ...filterFields, ...pageFields }, { additionalProperties: false })
const paged = checker(Paged, 'body')

/** The validated arguments as the domain's query. */
export async function readFilters(
  { deps, projectId }: TeamContext,
  args: unknown,
): Promise<ObservationsQuery & { limit: number }> {
  const { issue_id, tag, limit = LIMITS.teamPageSize, ...rest } = paged.parse(wholeDays(args))
  return {
    ...rest,
    limit,
    ...(issue_id !== undefined && { issue: await findIssue(deps, projectId, issue_id) }),
    ...(tag !== undefined && { tag: await findTag(deps, projectId, tag) }),
  }
}

const DAY = /^\d{4}-\d\d-\d\d$/

/** Models write a day where a time is expected; the beginning of that day in UTC is meant. */
export function wholeDays(args: unknown): unknown {
  const entries = Object.entries(args as Record<string, unknown>).map(([name, value]) => [
    name,
    typeof value === 'string' && DAY.test(value) && DAYS.includes(name) ? `${value}T00:00:00Z` : value,
  ])
  return Object.fromEntries(entries)
}

const DAYS = ['from', 'to', 'new_since', 'starts_at', 'ends_at']
