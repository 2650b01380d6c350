// Statements on which observation belongs to which issue. All of them run under the project's digest lock.
import type { IssueKind, IssuePlacedBy, Sentiment } from '../../contract/labels.ts'
import type { Tx } from '../pool.ts'
import { countArrivals } from './issue-counters.ts'

export type Membership = {
  observation_id: string
  issue_id: string
  placed_by: IssuePlacedBy
  /** The issue is people's. */
  held: boolean
}

export async function selectMemberships(
  tx: Tx,
  projectId: string,
  observationIds: string[],
): Promise<Map<string, Membership>> {
  const { rows } = await tx.query<Membership>({
    name: 'select-memberships',
    text: `SELECT m.observation_id, m.issue_id, m.placed_by, i.held
           FROM issue_observation m JOIN issue i ON i.project_id = m.project_id AND i.id = m.issue_id
           WHERE m.project_id = $1 AND m.observation_id = ANY($2::uuid[])`,
    values: [projectId, observationIds],
  })
  return new Map(rows.map((row) => [row.observation_id, row]))
}

export type Placement = {
  observationId: string
  issueId: string
  score: number | null
  /** A language model said that it belongs there. */
  judged: boolean
}

export async function placeObservations(
  tx: Tx,
  projectId: string,
  placements: Placement[],
  by: IssuePlacedBy,
): Promise<void> {
  if (placements.length === 0) return
  await tx.query({
    name: 'place-observations',
    text: `INSERT INTO issue_observation (project_id, observation_id, issue_id, score, judged, placed_by)
           SELECT $1::uuid, item.*, $6::text FROM unnest($2::uuid[], $3::uuid[], $4::real[], $5::boolean[]) AS item
           ON CONFLICT (project_id, observation_id)
           DO UPDATE SET issue_id = excluded.issue_id, score = excluded.score, judged = excluded.judged,
             placed_by = excluded.placed_by`,
    values: [
      projectId,
      placements.map((placement) => placement.observationId),
      placements.map((placement) => placement.issueId),
      placements.map((placement) => placement.score),
      placements.map((placement) => placement.judged),
      by,
    ],
  })
}

/** Moves every member of an issue to another, and says which they were. */
export async function moveAllMembers(
  tx: Tx,
  projectId: string,
  from: string,
  into: string,
): Promise<string[]> {
  const { rows } = await tx.query<{ observation_id: string }>(
    `UPDATE issue_observation SET issue_id = $3 WHERE project_id = $1 AND issue_id = $2 RETURNING observation_id`,
    [projectId, from, into],
  )
  return rows.map((row) => row.observation_id)
}

/** Moves some observations to another issue and counts them there; where they were is to be counted anew. */
export async function moveMembers(
  tx: Tx,
  projectId: string,
  observationIds: string[],
  into: string,
): Promise<void> {
  const { rows } = await tx.query<{ user_id: string; user_sentiment: Sentiment; observed_at: Date }>(
    `UPDATE issue_observation m SET issue_id = $3, placed_by = 'machine', score = NULL, judged = false FROM observation o
     WHERE m.project_id = $1 AND m.observation_id = ANY($2::uuid[])
       AND o.project_id = $1 AND o.id = m.observation_id
     RETURNING o.user_id, o.user_sentiment, o.observed_at`,
    [projectId, observationIds, into],
  )
  const arrivals = rows.map((row) => ({
    issueId: into,
    userId: row.user_id,
    sentiment: row.user_sentiment,
    observedAt: row.observed_at,
  }))
  await countArrivals(tx, projectId, arrivals)
}

export async function selectTitles(
  tx: Tx,
  projectId: string,
  observationIds: string[],
): Promise<Map<string, string>> {
  const { rows } = await tx.query<{ id: string; title: string }>(
    'SELECT id, title FROM observation WHERE project_id = $1 AND id = ANY($2::uuid[])',
    [projectId, observationIds],
  )
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** What is in the issue was put together by a person, and stays together. */
export async function pinMembers(tx: Tx, projectId: string, issueId: string): Promise<void> {
  await tx.query(
    `UPDATE issue_observation SET placed_by = 'person' WHERE project_id = $1 AND issue_id = $2
       AND placed_by <> 'person'`,
    [projectId, issueId],
  )
}

/** Those of the observations that are in this issue. */
export async function selectMembersAmong(
  tx: Tx,
  projectId: string,
  issueId: string,
  observationIds: string[],
): Promise<string[]> {
  const { rows } = await tx.query<{ observation_id: string }>(
    `SELECT observation_id FROM issue_observation
     WHERE project_id = $1 AND issue_id = $2 AND observation_id = ANY($3::uuid[]) ORDER BY observation_id`,
    [projectId, issueId, observationIds],
  )
  return rows.map((row) => row.observation_id)
}

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

export type KnownNote = {
  /** Of the issue. */
  id: string
  held: boolean
  size: number
  observation_id: string
  placed_by: IssuePlacedBy
  judged: boolean
  kind: IssueKind
  user_sentiment: Sentiment
  meaning: Buffer
}

export type ChangedIssue = { id: string; state_version: number; merged_into: string | null }

/** The next so many issues that changed after a version, the earliest change first; within a version, after an id. */
export async function selectChangedIssues(
  tx: Tx,
  projectId: string,
  after: { version: number; id: string | null },
  limit: number,
): Promise<ChangedIssue[]> {
  const { rows } = await tx.query<ChangedIssue>({
    name: 'select-changed-issues',
    text: `SELECT id, state_version::int, merged_into FROM issue
           WHERE project_id = $1 AND state_version >= $2 AND (state_version > $2 OR id > $3)
           ORDER BY state_version, id LIMIT $4`,
    values: [projectId, after.version, after.id, limit],
  })
  return rows
}

/** A row a note: these issues, each with its newest notes that this model has read. */
export async function selectKnownNotes(
  tx: Tx,
  projectId: string,
  { ids, model, each }: { ids: string[]; model: string; each: number },
): Promise<KnownNote[]> {
  const { rows } = await tx.query<KnownNote>({
    name: 'select-known-notes',
    text: `SELECT i.id, i.held, i.observation_count AS size, m.observation_id, m.placed_by, m.judged, d.kind,
             o.user_sentiment, d.meaning
           FROM unnest($2::uuid[]) AS wanted (id)
           JOIN issue i ON i.project_id = $1 AND i.id = wanted.id
           CROSS JOIN LATERAL (
             SELECT observation_id, placed_by, judged FROM issue_observation
             WHERE project_id = $1 AND issue_id = wanted.id ORDER BY observation_id DESC LIMIT $4) m
           JOIN observation_digest d ON d.project_id = $1 AND d.observation_id = m.observation_id
             AND d.model = $3 AND d.meaning IS NOT NULL
           JOIN observation o ON o.project_id = $1 AND o.id = m.observation_id`,
    values: [projectId, ids, model, each],
  })
  return rows
}

/** By the hash of a text: the issue of an observation that says exactly the same. */
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
