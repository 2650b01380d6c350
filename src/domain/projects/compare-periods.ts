// Compares a period with the one before it: which issues rose, and how sentiment changed.
import type { Issue } from '../../contract/issues/issues.ts'
import type { Sentiment } from '../../contract/labels.ts'
import { selectProjectDays, selectRisenIssues } from '../../db/projects/overviews.ts'
import type { Deps } from '../deps.ts'
import { readIssuesInOrder } from '../issues/read-issues.ts'
import { firstDay, sentimentsIn } from '../sentiment-days.ts'

type RisenIssue = { issue: Issue; count: number; count_before: number }

export type PeriodsCompared = {
  /** The steepest first. */
  risen: RisenIssue[]
  sentiments: Record<'now' | 'before', Record<Sentiment, number>>
}

const SHOWN = 8

export async function comparePeriods(deps: Deps, projectId: string, days: number): Promise<PeriodsCompared> {
  const { db, now } = deps
  const [before, since] = [firstDay(now(), 2 * days), firstDay(now(), days)]
  const [rows, rising] = await Promise.all([
    selectProjectDays(db, projectId, before),
    selectRisenIssues(db, projectId, { before, since, limit: SHOWN }),
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
