// Idempotency: under one key a post happens once, and every repeat gets the first response.
import { createHash, timingSafeEqual } from 'node:crypto'
import { conflict } from '../contract/refusal.ts'
import { claimIdempotencyKey, rememberResponse, selectRememberedResponse } from '../db/idempotency-keys.ts'
import { inTransaction, type Tx } from '../db/pool.ts'
import type { Deps } from './deps.ts'

export type Outcome<T> = { response: T; replayed: boolean }

/** The key, and the end user the request is about: the remembered response is deleted when the user is erased. */
export type Repeatable = { key: string; userId: string }

/**
 * Runs the work in a transaction that also remembers its response under the key. The same key with another `request` is
 * refused. Refused work is rolled back together with the key, so a corrected request may use the key again.
 */
export function once<T>(
  deps: Deps,
  projectId: string,
  { key, userId }: Repeatable,
  request: unknown[],
  work: (tx: Tx) => Promise<T>,
): Promise<Outcome<T>> {
  const fingerprint = fingerprintOf(request)
  const claim = { key, userId, fingerprint, at: deps.now() }
  return inTransaction(deps.db, async (tx) => {
    if (!(await claimIdempotencyKey(tx, projectId, claim)))
      return { response: await recall<T>(tx, projectId, key, fingerprint), replayed: true }
    const response = await work(tx)
    await rememberResponse(tx, projectId, key, response)
    return { response, replayed: false }
  })
}

export const fingerprintOf = (request: unknown[]): Buffer =>
  createHash('sha256').update(JSON.stringify(request)).digest()

/** The first response under the key, if it answered the same request. */
export async function recall<T>(tx: Tx, projectId: string, key: string, fingerprint: Buffer): Promise<T> {
  const remembered = await selectRememberedResponse(tx, projectId, key)
  if (!remembered || !timingSafeEqual(remembered.fingerprint, fingerprint))
    throw conflict('this idempotency key was used with another request; use a new key for a new request')
  return remembered.response as T
}
