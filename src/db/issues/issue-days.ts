// Reading the days on which issues were observed, in all and by sentiment.
import { SENTIMENTS, type Sentiment } from '../../contract/labels.ts'
import type { Tx } from '../pool.ts'

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
): Promise<{ day: string; user_sentiment: Sentiment; count: number }[]> {
  const { rows } = await tx.query(
    `SELECT to_char(day, 'YYYY-MM-DD') AS day, counted.user_sentiment, counted.count
     FROM issue_day CROSS JOIN LATERAL unnest($4::text[], sentiment_counts) AS counted (user_sentiment, count)
     WHERE project_id = $1 AND issue_id = $2 AND day >= ($3::timestamptz AT TIME ZONE 'UTC')::date`,
    [projectId, issueId, since, SENTIMENTS],
  )
  return rows
}
