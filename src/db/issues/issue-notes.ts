// What the digest reads of the notes that issues have: their texts to describe them by, their vectors to group them by.
import type { IssueKind, IssuePlacedBy, Sentiment } from '../../contract/labels.ts'
import type { Tx } from '../pool.ts'

export type MemberText = {
  issue_id: string
  observation_id: string
  user_id: string
  title: string
  description: string
  user_sentiment: Sentiment
  kind: IssueKind
  language: string
  model: string
  meaning: Buffer | null
}

/** The newest members of each issue, at most so many each: what descriptions and rebuilt state are made from. */
export async function selectNewestMembers(
  tx: Tx,
  projectId: string,
  issueIds: string[],
  each: number,
): Promise<MemberText[]> {
  const { rows } = await tx.query<MemberText>({
    name: 'select-newest-members',
    text: `SELECT wanted.issue_id, m.observation_id, o.user_id, o.title, o.description, o.user_sentiment, d.kind, d.language,
             d.model, d.meaning
           FROM unnest($2::uuid[]) AS wanted (issue_id)
           CROSS JOIN LATERAL (
             SELECT observation_id FROM issue_observation
             WHERE project_id = $1 AND issue_id = wanted.issue_id ORDER BY observation_id DESC LIMIT $3) m
           JOIN observation o ON o.project_id = $1 AND o.id = m.observation_id
           JOIN observation_digest d ON d.project_id = $1 AND d.observation_id = m.observation_id`,
    values: [projectId, issueIds, each],
  })
  return rows
}

export type KnownIssue = {
  id: string
  merged_into: string | null
  held: boolean
  size: number
  /** Null for an issue of which nothing is known under this model. */
  observation_id: string | null
  placed_by: IssuePlacedBy
  by_model: boolean
  kind: IssueKind
  user_sentiment: Sentiment
  meaning: Buffer
}

/** A row a note: what changed since a version, each issue with its newest notes that this model has read. */
export async function selectKnownIssues(
  tx: Tx,
  projectId: string,
  { since, model, each }: { since: number; model: string; each: number },
): Promise<KnownIssue[]> {
  const { rows } = await tx.query<KnownIssue>({
    name: 'select-known-issues',
    text: `SELECT i.id, i.merged_into, i.held, i.observation_count AS size, m.*
           FROM issue i LEFT JOIN LATERAL (
             SELECT m.observation_id, m.placed_by, m.by_model, d.kind, o.user_sentiment, d.meaning FROM (
               SELECT observation_id, placed_by, by_model FROM issue_observation
               WHERE project_id = $1 AND issue_id = i.id ORDER BY observation_id DESC LIMIT $4) m
             JOIN observation_digest d ON d.project_id = $1 AND d.observation_id = m.observation_id
               AND d.model = $3 AND d.meaning IS NOT NULL
             JOIN observation o ON o.project_id = $1 AND o.id = m.observation_id) m ON i.merged_into IS NULL
           WHERE i.project_id = $1 AND i.state_version > $2`,
    values: [projectId, since, model, each],
  })
  return rows
}

/** By the hash of a text: the issue of the newest observation that says exactly the same. */
export async function selectIssuesOfTexts(
  tx: Tx,
  projectId: string,
  hashes: Buffer[],
  model: string,
): Promise<Map<string, string>> {
  const { rows } = await tx.query<{ text_hash: Buffer; issue_id: string }>({
    name: 'select-issues-of-texts',
    text: `SELECT wanted.text_hash, same.issue_id FROM unnest($2::bytea[]) AS wanted (text_hash)
           CROSS JOIN LATERAL (
             SELECT m.issue_id FROM observation_digest d
             JOIN issue_observation m ON m.project_id = $1 AND m.observation_id = d.observation_id
             WHERE d.project_id = $1 AND d.text_hash = wanted.text_hash AND d.model = $3
             LIMIT 1) same`,
    values: [projectId, hashes, model],
  })
  return new Map(rows.map((row) => [row.text_hash.toString('hex'), row.issue_id]))
}
