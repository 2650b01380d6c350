// Finds issues by the numbers that people and agents use.
import type { Tx } from '../pool.ts'

export type NumberedIssue = {
  /** As requested. */
  number: number
  /** The issue of that number, or the one that it was merged into. */
  issue_id: string
}

/** Leaves out unknown numbers. */
export async function selectIssuesByNumber(
  tx: Tx,
  projectId: string,
  numbers: number[],
): Promise<NumberedIssue[]> {
  if (numbers.length === 0) return []
  const { rows } = await tx.query<NumberedIssue>({
    name: 'select-issues-by-number',
    text: `WITH RECURSIVE found AS (
             SELECT number, id, merged_into FROM issue WHERE project_id = $1 AND number = ANY($2::int[])
             UNION
             SELECT found.number, next.id, next.merged_into
             FROM found JOIN issue next ON next.project_id = $1 AND next.id = found.merged_into)
           SELECT number, id AS issue_id FROM found WHERE merged_into IS NULL`,
    values: [projectId, numbers],
  })
  return rows
}
