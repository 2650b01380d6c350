// Statements with which processes exchange used quotas: for each holder, until when its quota is used up.
import { SOME } from '../page.ts'
import type { Tx } from '../pool.ts'

export type Spending = { holder: string; milliseconds: number }

/**
 * Adds what this process spent and returns the sums of all. In a fixed order, so that no two processes wait for each
 * other.
 */
export async function addSpending(tx: Tx, spent: Spending[], at: Date): Promise<Map<string, number>> {
  const sorted = [...spent].sort((a, b) => (a.holder < b.holder ? -1 : 1))
  const { rows } = await tx.query<{ holder: string; used_until: Date }>({
    name: 'add-spending',
    text: `INSERT INTO request_quota AS quota (holder, used_until)
           SELECT holder, $3::timestamptz + ms * interval '1 millisecond'
           FROM unnest($1::text[], $2::float8[]) AS spent (holder, ms)
           ON CONFLICT (holder) DO UPDATE
           SET used_until = greatest(quota.used_until, $3) + (excluded.used_until - $3)
           RETURNING holder, used_until`,
    values: [sorted.map(({ holder }) => holder), sorted.map(({ milliseconds }) => milliseconds), at],
  })
  return new Map(rows.map(({ holder, used_until }) => [holder, used_until.getTime()]))
}

/** A quota used up to a past time is full again, like one without a row. */
export async function deleteQuotasBefore(tx: Tx, before: Date): Promise<number> {
  const { rowCount } = await tx.query(
    `DELETE FROM request_quota WHERE ctid = ANY(ARRAY(SELECT ctid FROM request_quota WHERE used_until < $1 ${SOME}))`,
    [before],
  )
  return rowCount ?? 0
}
