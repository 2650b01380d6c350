// Statements on the daily budgets of observations.
import { SOME } from '../page.ts'
import type { Tx } from '../pool.ts'

/** False when the budget does not cover this many more. */
export async function takeFromBudget(
  tx: Tx,
  projectId: string,
  { day, count, budget }: { day: string; count: number; budget: number },
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'take-from-budget',
    text: `INSERT INTO observation_budget AS kept (project_id, day, taken)
           SELECT $1, $2, $3::int WHERE $3::int <= $4::int
           ON CONFLICT (project_id, day) DO UPDATE SET taken = kept.taken + $3 WHERE kept.taken + $3 <= $4`,
    values: [projectId, day, count, budget],
  })
  return rowCount === 1
}

export async function returnToBudget(tx: Tx, projectId: string, day: string, count: number): Promise<void> {
  await tx.query(
    'UPDATE observation_budget SET taken = greatest(0, taken - $3) WHERE project_id = $1 AND day = $2',
    [projectId, day, count],
  )
}

export async function selectTaken(tx: Tx, projectId: string, day: string): Promise<number> {
  const { rows } = await tx.query<{ taken: number }>(
    'SELECT taken FROM observation_budget WHERE project_id = $1 AND day = $2',
    [projectId, day],
  )
  return rows[0]?.taken ?? 0
}

export async function deleteBudgetsBefore(tx: Tx, day: string): Promise<number> {
  const { rowCount } = await tx.query(
    `DELETE FROM observation_budget WHERE ctid = ANY(ARRAY(SELECT ctid FROM observation_budget WHERE day < $1 ${SOME}))`,
    [day],
  )
  return rowCount ?? 0
}
