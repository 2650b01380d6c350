// Statements on idempotency keys.
import type { Tx } from './pool.ts'

export type RememberedResponse = { fingerprint: Buffer; response: unknown }

/**
 * True when this transaction now owns the key; a key older than `expiredBefore` is taken over.
 * A concurrent repeat waits here, on the unique index, until the first transaction ends.
 */
export async function claimIdempotencyKey(
  tx: Tx,
  projectId: string,
  key: string,
  fingerprint: Buffer,
  at: Date,
  expiredBefore: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'claim-idempotency-key',
    text: `INSERT INTO idempotency_key (project_id, key, fingerprint, created_at) VALUES ($1, $2, $3, $4)
           ON CONFLICT (project_id, key) DO UPDATE SET fingerprint = $3, response = NULL, created_at = $4
           WHERE idempotency_key.created_at < $5`,
    values: [projectId, key, fingerprint, at, expiredBefore],
  })
  return rowCount === 1
}

export async function selectRememberedResponse(
  tx: Tx,
  projectId: string,
  key: string,
): Promise<RememberedResponse | undefined> {
  const { rows } = await tx.query<RememberedResponse>({
    name: 'select-remembered-response',
    text: 'SELECT fingerprint, response FROM idempotency_key WHERE project_id = $1 AND key = $2',
    values: [projectId, key],
  })
  return rows[0]
}

export async function rememberResponse(
  tx: Tx,
  projectId: string,
  key: string,
  response: unknown,
): Promise<void> {
  await tx.query({
    name: 'remember-response',
    text: 'UPDATE idempotency_key SET response = $3 WHERE project_id = $1 AND key = $2',
    values: [projectId, key, JSON.stringify(response)],
  })
}

export async function deleteIdempotencyKeysBefore(tx: Tx, before: Date): Promise<number> {
  const { rowCount } = await tx.query('DELETE FROM idempotency_key WHERE created_at < $1', [before])
  return rowCount ?? 0
}
