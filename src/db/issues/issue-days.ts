// Reads the daily counts of issues, in total and by sentiment.
import type { Tx } from '../pool.ts'
import type { SentimentDayRow } from '../projects/overviews.ts'
import { labeledCounts } from '../sentiment-counts.ts'

export type IssueDay = { issue_id: string; day: string; count: number }

export async function selectIssueDays(
  tx: Tx,
  projectId: string,
  ids: string[],
  since: Date,
): Promise<IssueDay[]> {
  const { rows } = await tx.query<IssueDay>(
    `SELECT issue_id, to_char(day, 'YYYY-MM-DD') AS day, count FROM issue_day
     WHERE project_id = $1 AND issue_id = ANY($2::uuid[]) AND day >= ($3::timestamptz AT TIME ZONE 'UTC')::date
     ORDER BY issue_day.day`,
    [projectId, ids, since],
  )
  return rows
}

export async function selectIssueSentimentDays(
  tx: Tx,
  projectId: string,
  issueId: string,
  since: Date,
): Promise<SentimentDayRow[]> {
  const { rows } = await tx.query<{ day: string; sentiment_counts: number[] }>(
    `SELECT to_char(day, 'YYYY-MM-DD') AS day, sentiment_counts FROM issue_day
     WHERE project_id = $1 AND issue_id = $2 AND day >= ($3::timestamptz AT TIME ZONE 'UTC')::date`,
    [projectId, issueId, since],
  )
  return rows.map(({ day, sentiment_counts }) => ({ day, counts: labeledCounts(sentiment_counts) }))
}
