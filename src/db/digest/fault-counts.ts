// How often the digest has failed, over all processes: workers answer no calls, so others tell of it in /metrics.
import type { Tx } from '../pool.ts'

export async function countDigestFault(tx: Tx): Promise<void> {
  await tx.query(
    `INSERT INTO fault_count (kind, count) VALUES ('digest', 1)
     ON CONFLICT (kind) DO UPDATE SET count = fault_count.count + 1`,
  )
}

export async function selectDigestFaults(tx: Tx): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `SELECT count::float8 AS count FROM fault_count WHERE kind = 'digest'`,
  )
  return rows[0]?.count ?? 0
}
