// Statements on which observation belongs to which issue. All of them run under the project's digest lock.
import type { IssuePlacedBy, Sentiment } from '../../contract/labels.ts'
import type { Tx } from '../pool.ts'
import { countArrivals } from './issue-counters.ts'

export type PlacedObservation = {
  observation_id: string
  issue_id: string
  placed_by: IssuePlacedBy
  /** A language model that was asked put it there. */
  by_model: boolean
  /** People decided about the issue, so the digest does not merge it away. */
  held: boolean
}

export async function selectMemberships(
  tx: Tx,
  projectId: string,
  observationIds: string[],
): Promise<Map<string, PlacedObservation>> {
  const { rows } = await tx.query<PlacedObservation>({
    name: 'select-memberships',
    text: `SELECT m.observation_id, m.issue_id, m.placed_by, m.by_model, i.held
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
  /** A language model that was asked put it there. */
  byModel: boolean
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
    text: `INSERT INTO issue_observation (project_id, observation_id, issue_id, score, by_model, placed_by)
           SELECT $1::uuid, item.*, $6::text FROM unnest($2::uuid[], $3::uuid[], $4::real[], $5::boolean[]) AS item
           ON CONFLICT (project_id, observation_id)
           DO UPDATE SET issue_id = excluded.issue_id, score = excluded.score, by_model = excluded.by_model,
             placed_by = excluded.placed_by`,
    values: [
      projectId,
      placements.map((placement) => placement.observationId),
      placements.map((placement) => placement.issueId),
      placements.map((placement) => placement.score),
      placements.map((placement) => placement.byModel),
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
  const { rows } = await tx.query<{ observation_id: string }>({
    name: 'move-all-members',
    text: `UPDATE issue_observation SET issue_id = $3 WHERE project_id = $1 AND issue_id = $2 RETURNING observation_id`,
    values: [projectId, from, into],
  })
  return rows.map((row) => row.observation_id)
}

type Moved = { issue_id: string; user_id: string; user_sentiment: Sentiment; observed_at: Date }

/** Moves observations to other issues and counts them there; where they were is to be counted anew. */
export async function moveMembers(
  tx: Tx,
  projectId: string,
  moves: { observationId: string; into: string }[],
): Promise<void> {
  if (moves.length === 0) return
  const { rows } = await tx.query<Moved>({
    name: 'move-members',
    text: `UPDATE issue_observation m
           SET issue_id = item.issue_id, placed_by = 'machine', by_model = false, score = NULL
           FROM unnest($2::uuid[], $3::uuid[]) AS item (observation_id, issue_id), observation o
           WHERE m.project_id = $1 AND m.observation_id = item.observation_id
             AND o.project_id = $1 AND o.id = item.observation_id
           RETURNING m.issue_id, o.user_id, o.user_sentiment, o.observed_at`,
    values: [projectId, moves.map(({ observationId }) => observationId), moves.map(({ into }) => into)],
  })
  const arrivals = rows.map((row) => ({
    issueId: row.issue_id,
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

/** Those of the observations that agents posted: all but the imported ones. */
export async function selectPosted(
  tx: Tx,
  projectId: string,
  observationIds: string[],
): Promise<Set<string>> {
  const { rows } = await tx.query<{ id: string }>(
    `SELECT id FROM observation WHERE project_id = $1 AND id = ANY($2::uuid[]) AND source <> 'import'`,
    [projectId, observationIds],
  )
  return new Set(rows.map(({ id }) => id))
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
