// Statements on pairs of issues: possible duplicates, the most likely first, and pairs that people keep apart.
import type { Tx } from '../pool.ts'
import { type IssueNeighbor, neighborColumns } from './issue-neighbors.ts'

type IssuePair = { left_id: string; right_id: string }

const ordered = (a: string, b: string): [string, string] => (a < b ? [a, b] : [b, a])

/**
 * Replaces the suggestions among the regrouped issues, and between them and those around. Never overwrites what a
 * person decided about a pair.
 */
export async function suggestMerges(
  tx: Tx,
  projectId: string,
  pairs: { left: string; right: string; chance: number }[],
  at: Date,
  { regrouped, around }: { regrouped: string[]; around: string[] },
): Promise<void> {
  await tx.query({
    name: 'withdraw-suggestions',
    text: `DELETE FROM issue_pair WHERE project_id = $1 AND state = 'suggested'
       AND (left_id = ANY($2::uuid[]) AND right_id = ANY($2::uuid[] || $3::uuid[])
         OR right_id = ANY($2::uuid[]) AND left_id = ANY($2::uuid[] || $3::uuid[]))`,
    values: [projectId, regrouped, around],
  })
  if (pairs.length === 0) return
  const sorted = pairs.map(({ left, right, chance }) => ({ ids: ordered(left, right), chance }))
  await tx.query(
    `INSERT INTO issue_pair (project_id, left_id, right_id, score, state, updated_at)
     SELECT $1::uuid, item.*, 'suggested', $5::timestamptz
     FROM unnest($2::uuid[], $3::uuid[], $4::real[]) AS item
     ON CONFLICT (project_id, left_id, right_id)
     DO UPDATE SET score = excluded.score, updated_at = excluded.updated_at WHERE issue_pair.state = 'suggested'`,
    [
      projectId,
      sorted.map(({ ids }) => ids[0]),
      sorted.map(({ ids }) => ids[1]),
      sorted.map(({ chance }) => chance),
      at,
    ],
  )
}

/** Keeps the suggested probability, from which the queue learns. `by` is null when nobody compared the two. */
export async function keepApart(
  tx: Tx,
  projectId: string,
  [a, b]: [string, string],
  by: string | null,
  at: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO issue_pair (project_id, left_id, right_id, state, judged_by, updated_at) VALUES ($1, $2, $3, 'apart', $4, $5)
     ON CONFLICT (project_id, left_id, right_id) DO UPDATE SET state = 'apart', judged_by = $4, updated_at = $5`,
    [projectId, ...ordered(a, b), by, at],
  )
}

/** Undoes keeping two issues apart; a former suggestion returns. False when the two were not kept apart. */
export async function bringTogether(
  tx: Tx,
  projectId: string,
  [a, b]: [string, string],
  at: Date,
): Promise<boolean> {
  const { rows } = await tx.query<{ score: number | null }>(
    `UPDATE issue_pair SET state = 'suggested', judged_by = NULL, updated_at = $4
     WHERE project_id = $1 AND left_id = $2 AND right_id = $3 AND state = 'apart' RETURNING score`,
    [projectId, ...ordered(a, b), at],
  )
  const [pair] = rows
  if (pair?.score === null)
    await tx.query('DELETE FROM issue_pair WHERE project_id = $1 AND left_id = $2 AND right_id = $3', [
      projectId,
      ...ordered(a, b),
    ])
  return pair !== undefined
}

/** After a merge of a suggested pair was undone. */
export async function suggestAgain(
  tx: Tx,
  projectId: string,
  [a, b]: [string, string],
  chance: number,
  at: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO issue_pair (project_id, left_id, right_id, score, state, updated_at)
     VALUES ($1, $2, $3, $4, 'suggested', $5) ON CONFLICT DO NOTHING`,
    [projectId, ...ordered(a, b), chance, at],
  )
}

/** The probability with which two are suggested; null when they are not. */
export async function selectChance(tx: Tx, projectId: string, a: string, b: string): Promise<number | null> {
  const { rows } = await tx.query<{ score: number }>(
    `SELECT score FROM issue_pair WHERE project_id = $1 AND left_id = $2 AND right_id = $3 AND state = 'suggested'`,
    [projectId, ...ordered(a, b)],
  )
  return rows[0]?.score ?? null
}

const LAST_VERDICTS = 200

/**
 * Of the latest verdicts on the queue: how many pairs were the same, and how many were expected by their probabilities.
 */
export async function selectVerdictSums(
  tx: Tx,
  projectId: string,
): Promise<{ same: number; expected: number }> {
  const { rows } = await tx.query<{ same: number; expected: number }>({
    name: 'select-verdict-sums',
    text: `SELECT count(*) FILTER (WHERE same)::int AS same, coalesce(sum(chance), 0)::real AS expected FROM (
             SELECT * FROM (
               (SELECT true AS same, chance, merged_at AS at FROM issue_merge
                WHERE project_id = $1 AND undone_at IS NULL AND chance IS NOT NULL ORDER BY merged_at DESC LIMIT $2)
               UNION ALL
               (SELECT false, score, updated_at FROM issue_pair
                WHERE project_id = $1 AND state = 'apart' AND score IS NOT NULL ORDER BY updated_at DESC LIMIT $2)) AS said
             ORDER BY at DESC LIMIT $2) AS last`,
    values: [projectId, LAST_VERDICTS],
  })
  return rows[0] as { same: number; expected: number }
}

export type QueuedPair = { left_id: string; right_id: string; score: number }

/** A pair may be judged outside the queue meanwhile, so merged issues are left out. */
const QUEUE = `FROM issue_pair pair
  JOIN issue one ON one.project_id = $1 AND one.id = pair.left_id AND one.merged_into IS NULL
  JOIN issue other ON other.project_id = $1 AND other.id = pair.right_id AND other.merged_into IS NULL
  WHERE pair.project_id = $1 AND pair.state = 'suggested' AND pair.score >= $2`

export async function selectQueue(
  tx: Tx,
  projectId: string,
  { from, skip, limit }: { from: number; skip: number; limit: number },
): Promise<QueuedPair[]> {
  const { rows } = await tx.query<QueuedPair>({
    name: 'select-queue',
    text: `SELECT pair.left_id, pair.right_id, pair.score ${QUEUE}
           ORDER BY pair.score DESC, pair.left_id DESC, pair.right_id DESC OFFSET $3 LIMIT $4`,
    values: [projectId, from, skip, limit],
  })
  return rows
}

export async function countQueue(tx: Tx, projectId: string, from: number, most: number): Promise<number> {
  const { rows } = await tx.query<{ count: number }>({
    name: 'count-queue',
    text: `SELECT count(*)::int FROM (SELECT ${QUEUE} LIMIT $3) AS counted`,
    values: [projectId, from, most],
  })
  return rows[0]?.count ?? 0
}

export async function selectApart(tx: Tx, projectId: string): Promise<[string, string][]> {
  const { rows } = await tx.query<IssuePair>(
    `SELECT left_id, right_id FROM issue_pair WHERE project_id = $1 AND state = 'apart'`,
    [projectId],
  )
  return rows.map((row) => [row.left_id, row.right_id])
}

/** After a merge: what was kept apart from the one is kept apart from the other, and suggestions are dropped. */
export async function inheritPairs(
  tx: Tx,
  projectId: string,
  from: string,
  into: string,
  at: Date,
): Promise<void> {
  await tx.query({
    name: 'inherit-pairs',
    text: `INSERT INTO issue_pair (project_id, left_id, right_id, state, updated_at)
     SELECT $1, least(other, $3::uuid), greatest(other, $3::uuid), 'apart', $4
     FROM (SELECT CASE WHEN left_id = $2 THEN right_id ELSE left_id END AS other FROM issue_pair
           WHERE project_id = $1 AND state = 'apart' AND $2 IN (left_id, right_id)) AS kept
     WHERE other <> $3
     ON CONFLICT (project_id, left_id, right_id) DO UPDATE SET state = 'apart', updated_at = $4`,
    values: [projectId, from, into, at],
  })
  await tx.query({
    name: 'forget-pairs',
    text: 'DELETE FROM issue_pair WHERE project_id = $1 AND $2 IN (left_id, right_id)',
    values: [projectId, from],
  })
}

export async function selectSuggestions(
  tx: Tx,
  projectId: string,
  issueId: string,
  from: number,
): Promise<IssueNeighbor[]> {
  const { rows } = await tx.query<IssueNeighbor>(
    `SELECT other.id AS issue_id, ${neighborColumns('other')}, pair.score
     FROM issue_pair pair
     JOIN issue other ON other.project_id = $1 AND other.merged_into IS NULL
       AND other.id = CASE WHEN pair.left_id = $2 THEN pair.right_id ELSE pair.left_id END
     WHERE pair.project_id = $1 AND pair.state = 'suggested' AND $2 IN (pair.left_id, pair.right_id)
       AND pair.score >= $3
     ORDER BY pair.score DESC LIMIT 10`,
    [projectId, issueId, from],
  )
  return rows
}
