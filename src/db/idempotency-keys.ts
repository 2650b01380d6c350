// Statements on idempotency keys.
import { LIMITS } from '../contract/limits.ts'
import { SOME } from './page.ts'
import type { Tx } from './pool.ts'

export type IdempotencyClaim = { key: string; userId: string; fingerprint: Buffer; at: Date }
export type RememberedResponse = { fingerprint: Buffer; response: unknown }

/** What follows the insertion of keys: one that has expired by the new one's time is taken over, any other is left to its owner. */
export const TAKE_OVER_EXPIRED = `
  ON CONFLICT (project_id, key) DO UPDATE SET fingerprint = excluded.fingerprint, response = excluded.response,
    created_at = excluded.created_at, user_id = excluded.user_id
  WHERE idempotency_key.created_at < excluded.created_at - interval '${LIMITS.idempotencyHours} hours'`

/**
 * True when this transaction now owns the key. A concurrent repeat waits here, on the unique index, until the first transaction ends.
 */
export async function claimIdempotencyKey(
  tx: Tx,
  projectId: string,
  { key, userId, fingerprint, at }: IdempotencyClaim,
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'claim-idempotency-key',
    text: `INSERT INTO idempotency_key (project_id, key, fingerprint, created_at, user_id)
           VALUES ($1, $2, $3, $4, $5) ${TAKE_OVER_EXPIRED}`,
    values: [projectId, key, fingerprint, at, userId],
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

/** Remembered responses repeat what was stored. */
export async function forgetResponsesTo(tx: Tx, projectId: string, userId: string): Promise<void> {
  await tx.query('DELETE FROM idempotency_key WHERE project_id = $1 AND user_id = $2', [projectId, userId])
}

export async function deleteIdempotencyKeysBefore(tx: Tx, before: Date): Promise<number> {
  const { rowCount } = await tx.query(
    `DELETE FROM idempotency_key WHERE ctid = ANY(ARRAY(SELECT ctid FROM idempotency_key WHERE created_at < $1 ${SOME}))`,
    [before],
  )
  return rowCount ?? 0
}
