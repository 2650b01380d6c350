// Reading about one issue: who spoke of it, when in which mood, and what was merged into it. Counters and indexes only.
import { SENTIMENTS, type Sentiment } from '../../contract/labels.ts'
import type { Tx } from '../pool.ts'

export type IssueUserRow = { user_id: string; observation_count: number }

/** Those with the most observations first; `after` is the last one of the page before. */
export async function selectIssueUsers(
  tx: Tx,
  projectId: string,
  issueId: string,
  after: { count: number; userId: string } | null,
  limit: number,
): Promise<IssueUserRow[]> {
  const { rows } = await tx.query<IssueUserRow>(
    `SELECT user_id, count AS observation_count FROM issue_user
     WHERE project_id = $1 AND issue_id = $2 ${after ? 'AND (count, user_id) < ($4, $5)' : ''}
     ORDER BY count DESC, user_id DESC LIMIT $3`,
    [projectId, issueId, limit, ...(after ? [after.count, after.userId] : [])],
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
    `SELECT to_char(day, 'YYYY-MM-DD') AS day, mood.user_sentiment, mood.count
     FROM issue_day CROSS JOIN LATERAL unnest($4::text[], sentiment_counts) AS mood (user_sentiment, count)
     WHERE project_id = $1 AND issue_id = $2 AND day >= ($3::timestamptz AT TIME ZONE 'UTC')::date`,
    [projectId, issueId, since, SENTIMENTS],
  )
  return rows
}

export type MergedIssueRow = {
  id: string
  title: string
  merged_at: Date
  merged_by: string | null
  observation_count: number
}

/** What people merged into an issue and can take out again, the latest first. */
export async function selectMergedIssues(
  tx: Tx,
  projectId: string,
  intoId: string,
  limit: number,
): Promise<MergedIssueRow[]> {
  const { rows } = await tx.query<MergedIssueRow>(
    `SELECT issue.id, issue.title, m.merged_at, m.merged_by, cardinality(m.observation_ids) AS observation_count
     FROM issue_merge m JOIN issue ON issue.project_id = m.project_id AND issue.id = m.from_id
     WHERE m.project_id = $1 AND m.into_id = $2 AND m.undone_at IS NULL AND issue.merged_into = m.into_id
     ORDER BY m.merged_at DESC, m.id DESC LIMIT $3`,
    [projectId, intoId, limit],
  )
  return rows
}
