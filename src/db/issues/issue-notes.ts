// What the digest reads of the observations in issues: texts to describe issues by, vectors to group them by.
import type { IssueKind, IssuePlacedBy, Sentiment, Source } from '../../contract/labels.ts'
import type { Tx } from '../pool.ts'

export type MemberText = {
  issue_id: string
  observation_id: string
  user_id: string
  title: string
  description: string
  user_sentiment: Sentiment
  source: Source
  kind: IssueKind
  language: string
  model: string
  meaning: Buffer | null
}

const WHICH = { all: '', unseen: "AND placed_by NOT IN ('assistant', 'person')" }

/** The newest members of each issue, for descriptions and for rebuilding state. */
export async function selectNewestMembers(
  tx: Tx,
  projectId: string,
  issueIds: string[],
  each: number,
  which: keyof typeof WHICH = 'all',
): Promise<MemberText[]> {
  const { rows } = await tx.query<MemberText>({
    name: `select-newest-members-${which}`,
    text: `SELECT wanted.issue_id, m.observation_id, o.user_id, o.title, o.description, o.user_sentiment, o.source,
             d.kind, d.language, d.model, d.meaning
           FROM unnest($2::uuid[]) AS wanted (issue_id)
           CROSS JOIN LATERAL (
             SELECT observation_id FROM issue_observation
             WHERE project_id = $1 AND issue_id = wanted.issue_id ${WHICH[which]}
             ORDER BY observation_id DESC LIMIT $3) m
           JOIN observation o ON o.project_id = $1 AND o.id = m.observation_id
           JOIN observation_digest d ON d.project_id = $1 AND d.observation_id = m.observation_id`,
    values: [projectId, issueIds, each],
  })
  return rows
}

export type KnownNote = {
  /** Of the issue. */
  id: string
  held: boolean
  size: number
  observation_id: string
  placed_by: IssuePlacedBy
  by_model: boolean
  kind: IssueKind
  language: string
  /** Characters of title and description. */
  length: number
  user_sentiment: Sentiment
  meaning: Buffer
  /** Null for an observation that was read before words were stored. */
  words: Buffer | null
}

export type ChangedIssue = { id: string; state_version: number; merged_into: string | null }

/** Sorts after every id: without an id, everything of the version itself has been read. */
const LAST_ID = "'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid"

/** The next issues that changed after a version, in order; within that version, after an id. */
export async function selectChangedIssues(
  tx: Tx,
  projectId: string,
  after: { version: number; id: string | null },
  limit: number,
): Promise<ChangedIssue[]> {
  const { rows } = await tx.query<ChangedIssue>({
    name: 'select-changed-issues',
    text: `SELECT id, state_version::int, merged_into FROM issue
           WHERE project_id = $1 AND (state_version, id) > ($2, coalesce($3, ${LAST_ID}))
           ORDER BY state_version, id LIMIT $4`,
    values: [projectId, after.version, after.id, limit],
  })
  return rows
}

/** One row per note: the newest notes of these issues that this model has read. */
export async function selectKnownNotes(
  tx: Tx,
  projectId: string,
  { ids, model, each }: { ids: string[]; model: string; each: number },
): Promise<KnownNote[]> {
  const { rows } = await tx.query<KnownNote>({
    name: 'select-known-notes',
    text: `SELECT i.id, i.held, i.observation_count AS size, m.observation_id, m.placed_by, m.by_model, d.kind,
             d.language, length(o.title) + length(o.description) AS length, o.user_sentiment, d.meaning,
             d.words
           FROM unnest($2::uuid[]) AS wanted (id)
           JOIN issue i ON i.project_id = $1 AND i.id = wanted.id
           CROSS JOIN LATERAL (
             SELECT observation_id, placed_by, by_model FROM issue_observation
             WHERE project_id = $1 AND issue_id = wanted.id ORDER BY observation_id DESC LIMIT $4) m
           JOIN observation_digest d ON d.project_id = $1 AND d.observation_id = m.observation_id
             AND d.model = $3 AND d.meaning IS NOT NULL
           JOIN observation o ON o.project_id = $1 AND o.id = m.observation_id`,
    values: [projectId, ids, model, each],
  })
  return rows
}

/** For each text hash, the issue of the newest observation with that text. */
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
