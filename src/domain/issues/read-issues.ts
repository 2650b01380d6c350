// Reads issues for the team.
import { DAY_MS, parseDateTime } from '../../contract/date-time.ts'
import type { Issue, IssueCountsQuery, IssueDetail, IssuesQuery } from '../../contract/issues/issues.ts'
import { ISSUE_STATUSES, type IssueOrder, type IssueStatus } from '../../contract/labels.ts'
import { LIMITS } from '../../contract/limits.ts'
import { invalid, notFound } from '../../contract/refusal.ts'
import { isUuid } from '../../contract/validate.ts'
import { type IssueDay, selectIssueDays } from '../../db/issues/issue-days.ts'
import {
  countIssueRows,
  type IssueFilter,
  type IssueRow,
  selectIssue,
  selectIssueIds,
  selectIssues,
  selectIssuesByIds,
} from '../../db/issues/issue-lists.ts'
import { selectUserQuotes } from '../../db/issues/issue-members.ts'
import { selectIssueNeighbors } from '../../db/issues/issue-neighbors.ts'
import { selectIssuesByNumber } from '../../db/issues/issue-numbers.ts'
import { selectSuggestions } from '../../db/issues/issue-pairs.ts'
import { selectCommonTags, selectIssueTags } from '../../db/issues/issue-tags.ts'
import { selectTickets } from '../../db/issues/issue-tickets.ts'
import { markSeen } from '../../db/issues/issues.ts'
import type { Tx } from '../../db/pool.ts'
import { labeledCounts } from '../../db/sentiment-counts.ts'
import type { Deps } from '../deps.ts'
import { decodePlace, encodePlace, isCount, isMoment, type Paged, pageOfFew } from '../pages.ts'
import { withAffected } from './affected-sentence.ts'
import { searchIssues } from './search-issues.ts'
import { showTicket } from './ticket-label.ts'
import { readTrustedChances } from './trusted-chances.ts'

const TREND_DAYS = 14 // two weeks are compared, however short the period shown

/** The account that `assigned=me` refers to; null for a token that belongs to no account. */
export type Asker = { id: string } | null

/** Replaces `assigned=me` with the caller's id. */
function ownFilter({ assigned, assignee }: Narrowing, asker: Asker) {
  if (assigned !== 'me') return { ...(assigned && { assigned }), ...(assignee && { assignee }) }
  if (asker) return { assignee: asker.id }
  const msg = 'needs a person: use assignee with an account id, or a personal access token'
  throw invalid([{ loc: ['query', 'assigned'], msg, type: 'assigned' }])
}

export async function listIssues(
  deps: Deps,
  projectId: string,
  query: IssuesQuery,
  asker: Asker = null,
): Promise<Paged<Issue>> {
  const { limit = LIMITS.pageSize, cursor, sort: asked, ...narrowing } = query
  const filter = await filterOf(deps, projectId, narrowing, asker)
  const sort = orderOf(asked, filter)
  if (sort === null) {
    const ids = await idsBestFirst(deps.db, projectId, filter)
    const { items, next_cursor } = pageOfFew(
      query,
      ids.map((id) => ({ id })),
    )
    const shown = items.map(({ id }) => id)
    return { items: await readIssuesInOrder(deps, projectId, shown), next_cursor }
  }
  const after =
    cursor === undefined ? null : decodePlace(cursor, sort, ({ key, id }) => IS_KEY[sort](key) && isUuid(id))
  const rows = await selectIssues(deps.db, projectId, filter, { sort, after, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const next_cursor =
    rows.length > limit && last ? encodePlace(sort, { key: last.sort_key ?? '', id: last.id }) : null
  return { items: await withTrends(deps.db, projectId, shown, deps.now(), LIMITS.periodDays), next_cursor }
}

/**
 * Every issue of the list exactly once, as of the time of the request, since an issue that grows meanwhile moves to
 * another page. Leaves out issues that were merged or emptied meanwhile.
 */
export async function* everyIssue(
  deps: Deps,
  projectId: string,
  { sort: asked, ...narrowing }: Omit<IssuesQuery, 'limit' | 'cursor'>,
  asker: Asker,
): AsyncGenerator<Issue> {
  const filter = await filterOf(deps, projectId, narrowing, asker)
  const sort = orderOf(asked, filter)
  const ids =
    sort === null
      ? await idsBestFirst(deps.db, projectId, filter)
      : await selectIssueIds(deps.db, projectId, filter, sort)
  for (let from = 0; from < ids.length; from += LIMITS.pageSizeMax) {
    const issues = await readIssuesInOrder(deps, projectId, ids.slice(from, from + LIMITS.pageSizeMax))
    yield* issues.filter(({ merged_into, last_seen }) => merged_into === null && last_seen !== null)
  }
}

/** Null sorts by best match, which needs a search. */
function orderOf(asked: IssuesQuery['sort'], { ids }: IssueFilter): IssueOrder | null {
  if (asked !== undefined && asked !== 'relevance') return asked
  return ids === undefined ? 'last_seen' : null
}

async function idsBestFirst(tx: Tx, projectId: string, filter: IssueFilter): Promise<string[]> {
  const listed = new Set(await selectIssueIds(tx, projectId, filter, 'last_seen'))
  return (filter.ids ?? []).filter((id) => listed.has(id))
}

type Narrowing = Omit<IssuesQuery, 'limit' | 'cursor' | 'sort'>

async function filterOf(deps: Deps, projectId: string, query: Narrowing, asker: Asker): Promise<IssueFilter> {
  const { new_since, q, assigned: _, assignee: __, ...plain } = query
  return {
    ...plain,
    ...ownFilter(query, asker),
    ...(new_since && { new_since: parseDateTime(new_since) as Date }),
    ...(q !== undefined && { ids: await searchIssues(deps, projectId, q) }),
  }
}

/** Counts issues by status. */
export async function countIssues(
  deps: Deps,
  projectId: string,
  query: IssueCountsQuery,
  asker: Asker = null,
): Promise<Record<IssueStatus, number>> {
  const counts = await countIssueRows(deps.db, projectId, await filterOf(deps, projectId, query, asker))
  const of = (wanted: IssueStatus) => counts.find(({ status }) => status === wanted)?.count ?? 0
  return Object.fromEntries(ISSUE_STATUSES.map((status) => [status, of(status)])) as Record<
    IssueStatus,
    number
  >
}

const IS_KEY: Record<IssueOrder, (key: string) => boolean> = {
  last_seen: isMoment,
  first_seen: isMoment,
  observations: isCount,
  users: isCount,
  severity: (key) => /^(?:-1|\d)$/.test(key),
}

const QUOTES = { among: LIMITS.issueQuoteObservations, limit: LIMITS.issueQuotes }
const COMMON_TAGS = { among: LIMITS.issueTagObservations, each: LIMITS.issueTags }

/** Adds each issue's days in the period and its most common tags. */
export async function withTrends(
  tx: Tx,
  projectId: string,
  rows: IssueRow[],
  now: Date,
  days: number,
): Promise<Issue[]> {
  const since = new Date(now.getTime() - (Math.max(days, TREND_DAYS) - 1) * DAY_MS)
  const ids = rows.map((row) => row.id)
  const [counted, tags, tickets] = await Promise.all([
    selectIssueDays(tx, projectId, ids, since),
    selectCommonTags(tx, projectId, ids, COMMON_TAGS),
    selectTickets(tx, projectId, ids),
  ])
  const own = <T extends { issue_id: string }>(row: IssueRow, all: T[]) =>
    all.filter(({ issue_id }) => issue_id === row.id)
  return rows.map((row) => {
    const shown = own(row, tags).map(({ id, label, color }) => ({ id, label, color }))
    return {
      ...show(row, trend(own(row, counted), now, days), shown, now),
      tickets: own(row, tickets).map(showTicket),
    }
  })
}

/** In the order of the ids, shaped as in the list. Leaves out unknown ids. */
export async function readIssuesInOrder(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  projectId: string,
  ids: string[],
): Promise<Issue[]> {
  return withTrends(db, projectId, await selectIssuesByIds(db, projectId, ids), now(), LIMITS.periodDays)
}

function show(row: IssueRow, trend: Issue['trend'], tags: Issue['tags'], now: Date): Omit<Issue, 'tickets'> {
  return {
    id: row.id,
    number: row.number,
    title: row.title,
    title_by: row.title_by,
    summary: withAffected(row.summary, row, now),
    summary_by: row.summary_by,
    quotes: row.quotes,
    kind: row.kind,
    kind_by: row.kind_by,
    severity: row.severity,
    severity_by: row.severity_by,
    severity_reasons: row.severity_reasons,
    status: row.status,
    status_note: row.status_note,
    regressed_at: row.regressed_at?.toISOString() ?? null,
    observation_count: row.observation_count,
    user_count: row.user_count,
    sentiment_counts: labeledCounts(row.sentiment_counts),
    first_seen: row.first_seen?.toISOString() ?? null,
    last_seen: row.last_seen?.toISOString() ?? null,
    trend,
    tags,
    assignee: row.assignee,
    comment_count: row.comment_count,
    merged_into: row.merged_into,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

function trend(days: IssueDay[], now: Date, shown: number): Issue['trend'] {
  const dayAgo = (count: number) => new Date(now.getTime() - count * DAY_MS).toISOString().slice(0, 10)
  const between = (from: string, to: string) =>
    days.filter(({ day }) => day >= from && day <= to).reduce((sum, { count }) => sum + count, 0)
  return {
    last_7_days: between(dayAgo(6), '9999-12-31'),
    previous_7_days: between(dayAgo(13), dayAgo(7)),
    daily: days.filter(({ day }) => day >= dayAgo(shown - 1)).map(({ day, count }) => ({ day, count })),
  }
}

export async function requireIssue(tx: Tx, projectId: string, id: string): Promise<IssueRow> {
  const row = isUuid(id) ? await selectIssue(tx, projectId, id) : undefined
  if (!row) throw notFound('issue')
  return row
}

/** Accepts an id or number as people and models write it: with #, in uppercase, or with surrounding spaces. */
export async function findIssue(deps: Deps, projectId: string, named: string): Promise<string> {
  const id = await issueIdOf(deps, projectId, named.trim().toLowerCase().replace(/^#/, ''))
  if (!isUuid(id)) throw notFound('issue')
  return id
}

/** Addresses contain an issue's id or number. The number of a merged issue leads to the issue that contains it now. */
export async function issueIdOf({ db }: Pick<Deps, 'db'>, projectId: string, named: string): Promise<string> {
  if (!/^\d{1,9}$/.test(named)) return named
  const [found] = await selectIssuesByNumber(db, projectId, [Number(named)])
  if (!found) throw notFound('issue')
  return found.issue_id
}

/** People may return to the address of an issue that they opened, so the digest keeps its id from now on. */
export async function markIssueSeen({ db, now }: Deps, projectId: string, id: string): Promise<void> {
  const row = await requireIssue(db, projectId, id)
  if (row.seen_at === null) await markSeen(db, projectId, row.id, now())
}

export async function getIssue({ db, now }: Deps, projectId: string, id: string): Promise<IssueDetail> {
  const row = await requireIssue(db, projectId, id)
  const { from, trusted } = await readTrustedChances(db, projectId)
  const [[issue], tags, user_quotes, suggested, similar] = await Promise.all([
    withTrends(db, projectId, [row], now(), LIMITS.overviewDays),
    selectIssueTags(db, projectId, row.id),
    selectUserQuotes(db, projectId, row.id, QUOTES),
    selectSuggestions(db, projectId, row.id, from),
    selectIssueNeighbors(db, projectId, row),
  ])
  const suggested_merges = suggested.map((pair) => ({ ...pair, score: trusted(pair.score) }))
  return { ...(issue as Issue), tags, user_quotes, similar, suggested_merges }
}
