// A project's overview, from counters alone, and a period compared with the one before it.

import type { Issue } from '../../contract/issues/issues.ts'
import type { Sentiment } from '../../contract/labels.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { Overview } from '../../contract/projects/overview.ts'
import { selectIssuesByIds } from '../../db/issues/issue-lists.ts'
import type { Tx } from '../../db/pool.ts'
import {
  countNewIssues,
  countObservations,
  countOpenIssues,
  countUsers,
  countUsersBetween,
  hasObservations,
  selectIssueIdsSince,
  selectProjectDays,
  selectRisenIssues,
  selectTagCounts,
} from '../../db/projects/overviews.ts'
import { countAnswers } from '../../db/research/answer-days.ts'
import { selectActiveStudies } from '../../db/research/studies.ts'
import type { Deps } from '../deps.ts'
import { getDigest } from '../digest/manage-digest.ts'
import { readIssuesInOrder, withTrends } from '../issues/read-issues.ts'
import { findTopIssues } from '../issues/top-issues.ts'
import { firstDay, sentimentDays, sentimentsIn } from '../sentiment-days.ts'

const SHOWN = 8

export async function getOverview(deps: Deps, projectId: string, days: number): Promise<Overview> {
  const { db, now } = deps
  const since = firstDay(now(), days)
  const issues = async (ids: Promise<string[]>) =>
    withTrends(db, projectId, await selectIssuesByIds(db, projectId, await ids), now(), days)
  const [rows, counts, top_issues, new_issues, regressed_issues, tags, studies, digest] = await Promise.all([
    selectProjectDays(db, projectId, since),
    readCounts(deps, projectId, days),
    issues(findTopIssues(db, projectId, since, SHOWN)),
    issues(selectIssueIdsSince(db, projectId, 'first_seen', since, SHOWN)),
    issues(selectIssueIdsSince(db, projectId, 'regressed_at', since, SHOWN)),
    selectTagCounts(db, projectId, since, SHOWN * 2),
    selectActiveStudies(db, projectId, SHOWN * 2),
    getDigest(deps, projectId),
  ])
  return {
    days,
    observation_count: Object.values(sentimentsIn(rows)).reduce((sum, count) => sum + count),
    ...counts,
    series: sentimentDays(rows, since, days),
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

/** For the period and for the one of the same length before it. */
async function readCounts({ db, now }: Deps, projectId: string, days: number) {
  const since = firstDay(now(), days)
  const [has_observations, user_count, open_issue_count, new_issue_count, answer_count, before] =
    await Promise.all([
      hasObservations(db, projectId),
      countUsers(db, projectId, since),
      countOpenIssues(db, projectId),
      countNewIssues(db, projectId, since, null),
      countAnswers(db, projectId, since, null),
      readCountsBefore(db, projectId, firstDay(now(), 2 * days), since),
    ])
  return { has_observations, user_count, open_issue_count, new_issue_count, answer_count, before }
}

/** The users of the earlier period are counted from an index of the observations, which is too expensive for very many. */
async function readCountsBefore(db: Tx, projectId: string, since: Date, until: Date) {
  const [observation_count, new_issue_count, answer_count] = await Promise.all([
    countObservations(db, projectId, since, until),
    countNewIssues(db, projectId, since, until),
    countAnswers(db, projectId, since, until),
  ])
  const user_count =
    observation_count > LIMITS.countedUsers ? null : await countUsersBetween(db, projectId, since, until)
  return { observation_count, user_count, new_issue_count, answer_count }
}

type RisenIssue = { issue: Issue; count: number; count_before: number }

/** Compares a period with the one before it: which issues rose, and how sentiment changed. */
export type PeriodsCompared = {
  /** The steepest first. */
  risen: RisenIssue[]
  sentiments: Record<'now' | 'before', Record<Sentiment, number>>
}

const MOST_RISEN = 8

export async function comparePeriods(deps: Deps, projectId: string, days: number): Promise<PeriodsCompared> {
  const { db, now } = deps
  const [before, since] = [firstDay(now(), 2 * days), firstDay(now(), days)]
  const [rows, rising] = await Promise.all([
    selectProjectDays(db, projectId, before),
    selectRisenIssues(db, projectId, { before, since, limit: MOST_RISEN }),
  ])
  const counts = new Map(rising.map((row) => [row.id, row]))
  const issues = await readIssuesInOrder(deps, projectId, [...counts.keys()])
  const first = since.toISOString().slice(0, 10)
  return {
    risen: issues.map((issue) => {
      const { count = 0, count_before = 0 } = counts.get(issue.id) ?? {}
      return { issue, count, count_before }
    }),
    sentiments: {
      now: sentimentsIn(rows.filter(({ day }) => day >= first)),
      before: sentimentsIn(rows.filter(({ day }) => day < first)),
    },
  }
}
