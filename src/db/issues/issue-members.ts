// Statements on which observations belong to which issue. All of them run under the project's digest lock.
import type { Decider, IssuePlacedBy, Sentiment, Stake } from '../../contract/labels.ts'
import type { Tx } from '../pool.ts'
import { countTags, foldIssueTags } from '../tags/tag-counts.ts'
import { countArrivals } from './issue-counters.ts'

export type PlacedObservation = {
  observation_id: string
  issue_id: string
  placed_by: IssuePlacedBy
  /** Placed by a language model. */
  by_model: boolean
  /** People decided on the issue, so the digest does not merge it into another. */
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
  /** Placed by a language model. */
  byModel: boolean
}

export async function placeObservations(
  tx: Tx,
  projectId: string,
  placements: Placement[],
  by: IssuePlacedBy,
): Promise<void> {
  if (placements.length === 0) return
  const observationIds = placements.map((placement) => placement.observationId)
  await countTags(tx, projectId, -1, { observationIds })
  await tx.query({
    name: 'place-observations',
    text: `INSERT INTO issue_observation (project_id, observation_id, issue_id, score, by_model, placed_by)
           SELECT $1::uuid, item.*, $6::text FROM unnest($2::uuid[], $3::uuid[], $4::real[], $5::boolean[]) AS item
           ON CONFLICT (project_id, observation_id)
           DO UPDATE SET issue_id = excluded.issue_id, score = excluded.score, by_model = excluded.by_model,
             placed_by = excluded.placed_by`,
    values: [
      projectId,
      observationIds,
      placements.map((placement) => placement.issueId),
      placements.map((placement) => placement.score),
      placements.map((placement) => placement.byModel),
      by,
    ],
  })
  await countTags(tx, projectId, 1, { observationIds })
}

/** Marks members that say what must not be buried. Their issues are then described again. */
export async function markStakes(
  tx: Tx,
  projectId: string,
  members: { observationId: string; stake: Stake | null }[],
): Promise<void> {
  await tx.query({
    name: 'mark-stakes',
    text: `WITH marked AS (
             UPDATE issue_observation m SET stake = item.stake
             FROM unnest($2::uuid[], $3::text[]) AS item (observation_id, stake)
             WHERE m.project_id = $1 AND m.observation_id = item.observation_id
               AND m.stake IS DISTINCT FROM item.stake
             RETURNING m.issue_id)
           UPDATE issue SET redescribe = true
           WHERE project_id = $1 AND id IN (SELECT issue_id FROM marked)`,
    values: [projectId, members.map(({ observationId }) => observationId), members.map(({ stake }) => stake)],
  })
}

/** Moves every member of an issue to another, and returns their ids. */
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
  await foldIssueTags(tx, projectId, from, into)
  return rows.map((row) => row.observation_id)
}

type Moved = { issue_id: string; user_id: string; user_sentiment: Sentiment; observed_at: Date }

/** Moves observations to other issues and counts them there. The caller recounts the issues that they leave. */
export async function moveMembers(
  tx: Tx,
  projectId: string,
  moves: { observationId: string; into: string }[],
): Promise<void> {
  if (moves.length === 0) return
  const observationIds = moves.map(({ observationId }) => observationId)
  await countTags(tx, projectId, -1, { observationIds })
  const { rows } = await tx.query<Moved>({
    name: 'move-members',
    text: `UPDATE issue_observation m
           SET issue_id = item.issue_id, placed_by = 'machine', by_model = false, score = NULL
           FROM unnest($2::uuid[], $3::uuid[]) AS item (observation_id, issue_id), observation o
           WHERE m.project_id = $1 AND m.observation_id = item.observation_id
             AND o.project_id = $1 AND o.id = item.observation_id
           RETURNING m.issue_id, o.user_id, o.user_sentiment, o.observed_at`,
    values: [projectId, observationIds, moves.map(({ into }) => into)],
  })
  await countTags(tx, projectId, 1, { observationIds })
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

/** The newest quotes, from the newest members only: most members have none, and large issues have many members. */
export async function selectUserQuotes(
  tx: Tx,
  projectId: string,
  issueId: string,
  { among, limit }: { among: number; limit: number },
): Promise<{ observation_id: string; text: string }[]> {
  const { rows } = await tx.query<{ observation_id: string; text: string }>(
    `SELECT id AS observation_id, user_quote AS text FROM (
       SELECT o.id, o.user_quote FROM (
         SELECT observation_id FROM issue_observation WHERE project_id = $1 AND issue_id = $2
         ORDER BY observation_id DESC LIMIT $3) AS newest
       JOIN observation o ON o.project_id = $1 AND o.id = newest.observation_id) AS members
     WHERE user_quote IS NOT NULL ORDER BY id DESC LIMIT $4`,
    [projectId, issueId, among, limit],
  )
  return rows
}

/** Those that agents posted: all except imported ones. */
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

/** Fixes the members that a person or an assistant put together in this issue. */
export async function pinMembers(tx: Tx, projectId: string, issueId: string, by: Decider): Promise<void> {
  await tx.query(
    `UPDATE issue_observation SET placed_by = $3 WHERE project_id = $1 AND issue_id = $2
       AND placed_by <> 'person' AND placed_by <> $3`,
    [projectId, issueId, by],
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

/** Members whose ids end like this, since assistants see shortened ids. */
export async function selectMembersEnding(
  tx: Tx,
  projectId: string,
  issueId: string,
  endings: string[],
): Promise<string[]> {
  const { rows } = await tx.query<{ observation_id: string }>(
    `SELECT DISTINCT observation_id FROM issue_observation
     CROSS JOIN unnest($3::text[]) AS item (ending)
     WHERE project_id = $1 AND issue_id = $2 AND right(observation_id::text, length(ending)) = ending
     ORDER BY observation_id`,
    [projectId, issueId, endings],
  )
  return rows.map((row) => row.observation_id)
}
