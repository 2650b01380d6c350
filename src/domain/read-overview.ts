// The project at a glance, from counters alone.
import type { Overview } from '../contract/issues.ts'
import { SENTIMENTS } from '../contract/labels.ts'
import { selectIssuesByIds } from '../db/issue-lists.ts'
import {
  countAnswers,
  countOpenIssues,
  type SentimentDayRow,
  selectIssueIdsSince,
  selectProjectDays,
  selectTagCounts,
  selectTopIssueIds,
} from '../db/overviews.ts'
import { selectActiveStudies } from '../db/studies.ts'
import type { Deps } from './deps.ts'
import { readDigestStatus } from './manage-digest.ts'
import { withTrends } from './read-issues.ts'

const DAY = 86_400_000
const SHOWN = 8

export async function readOverview(deps: Deps, projectId: string, days: number): Promise<Overview> {
  const { db, now } = deps
  const since = new Date(Math.floor(now().getTime() / DAY) * DAY - (days - 1) * DAY)
  const issues = async (ids: Promise<string[]>) =>
    withTrends(db, projectId, await selectIssuesByIds(db, projectId, await ids), now(), days)
  const [
    rows,
    open_issue_count,
    answer_count,
    top_issues,
    new_issues,
    regressed_issues,
    tags,
    studies,
    digest,
  ] = await Promise.all([
    selectProjectDays(db, projectId, since),
    countOpenIssues(db, projectId),
    countAnswers(db, projectId, since),
    issues(selectTopIssueIds(db, projectId, since, SHOWN)),
    issues(selectIssueIdsSince(db, projectId, 'first_seen', since, SHOWN)),
    issues(selectIssueIdsSince(db, projectId, 'regressed_at', since, SHOWN)),
    selectTagCounts(db, projectId, since, SHOWN * 2),
    selectActiveStudies(db, projectId, SHOWN * 2),
    readDigestStatus(deps, projectId),
  ])
  return {
    days,
    observation_count: rows.reduce((sum, row) => sum + row.count, 0),
    open_issue_count,
    answer_count,
    series: series(rows, since, days),
    top_issues,
    new_issues,
    regressed_issues,
    tags,
    studies: studies.map(({ id, question, answer_count: answers, max_answers, ends_at }) => ({
      id,
      question,
      answer_count: answers,
      max_answers,
      ends_at: ends_at?.toISOString() ?? null,
    })),
    digest,
  }
}

function series(rows: SentimentDayRow[], since: Date, days: number): Overview['series'] {
  const none = Object.fromEntries(SENTIMENTS.map((label) => [label, 0])) as Record<
    (typeof SENTIMENTS)[number],
    number
  >
  return Array.from({ length: days }, (_, index) => {
    const day = new Date(since.getTime() + index * DAY).toISOString().slice(0, 10)
    const counted = rows.filter((row) => row.day === day).map((row) => [row.user_sentiment, row.count])
    return { day, ...none, ...Object.fromEntries(counted) }
  })
}
