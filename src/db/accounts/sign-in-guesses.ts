// Statements on failed sign-in attempts, in better-auth's table of limits, which it clears of old rows.
import type { Tx } from '../pool.ts'

/** Returns how many there were in this window, including this one; `since` is when a window that includes now begins. */
export async function countGuess(
  tx: Tx,
  { id, key, at, since }: { id: string; key: string; at: Date; since: Date },
): Promise<{ count: number; begun: Date }> {
  const { rows } = await tx.query<{ count: number; last_request: number }>(
    `INSERT INTO account_rate_limit AS kept (id, key, count, last_request) VALUES ($1, $2, 1, $3)
     ON CONFLICT (key) DO UPDATE SET
       count = CASE WHEN kept.last_request > $4 THEN kept.count + 1 ELSE 1 END,
       last_request = CASE WHEN kept.last_request > $4 THEN kept.last_request ELSE $3 END
     RETURNING count, last_request`,
    [id, key, at.getTime(), since.getTime()],
  )
  const [row = { count: 1, last_request: at.getTime() }] = rows
  return { count: row.count, begun: new Date(row.last_request) }
}

export async function deleteGuesses(tx: Tx, keys: string[]): Promise<void> {
  await tx.query('DELETE FROM account_rate_limit WHERE key = ANY ($1)', [keys])
}
