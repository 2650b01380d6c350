// Statements on pairs of issues: suggested merges, and pairs that people keep apart.
import type { Tx } from '../pool.ts'
import { type IssueNeighbor, neighborColumns } from './issue-neighbors.ts'

type IssuePair = { left_id: string; right_id: string; score: number | null }

const ordered = (a: string, b: string): [string, string] => (a < b ? [a, b] : [b, a])

/**
 * In place of what was suggested before between the issues that were grouped anew, and between them and those around. What a
 * person decided about a pair is never overwritten.
 */
export async function suggestMerges(
  tx: Tx,
  projectId: string,
  pairs: { left: string; right: string; score: number }[],
  at: Date,
  { anew, around }: { anew: string[]; around: string[] },
): Promise<void> {
  await tx.query({
    name: 'withdraw-suggestions',
    text: `DELETE FROM issue_pair WHERE project_id = $1 AND state = 'suggested'
       AND (left_id = ANY($2::uuid[]) AND right_id = ANY($2::uuid[] || $3::uuid[])
         OR right_id = ANY($2::uuid[]) AND left_id = ANY($2::uuid[] || $3::uuid[]))`,
    values: [projectId, anew, around],
  })
  if (pairs.length === 0) return
  const sorted = pairs.map(({ left, right, score }) => ({ ids: ordered(left, right), score }))
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
      sorted.map(({ score }) => score),
      at,
    ],
  )
}

export async function keepApart(tx: Tx, projectId: string, a: string, b: string, at: Date): Promise<void> {
  await tx.query(
    `INSERT INTO issue_pair (project_id, left_id, right_id, state, updated_at) VALUES ($1, $2, $3, 'apart', $4)
     ON CONFLICT (project_id, left_id, right_id) DO UPDATE SET state = 'apart', updated_at = $4`,
    [projectId, ...ordered(a, b), at],
  )
}

export async function selectApart(tx: Tx, projectId: string): Promise<[string, string][]> {
  const { rows } = await tx.query<IssuePair>(
    `SELECT left_id, right_id FROM issue_pair WHERE project_id = $1 AND state = 'apart'`,
    [projectId],
  )
  return rows.map((row) => [row.left_id, row.right_id])
}

/** After a merge: what was kept apart from the one stays apart from the other, and suggestions are void. */
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
): Promise<IssueNeighbor[]> {
  const { rows } = await tx.query<IssueNeighbor>(
    `SELECT other.id AS issue_id, ${neighborColumns('other')}, pair.score
     FROM issue_pair pair
     JOIN issue other ON other.project_id = $1 AND other.merged_into IS NULL
       AND other.id = CASE WHEN pair.left_id = $2 THEN pair.right_id ELSE pair.left_id END
     WHERE pair.project_id = $1 AND pair.state = 'suggested' AND $2 IN (pair.left_id, pair.right_id)
     ORDER BY pair.score DESC LIMIT 10`,
    [projectId, issueId],
  )
  return rows
}
