// API keys, as administrators manage them.

import { DAY_MS, HOUR_MS } from '../../contract/date-time.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { PageQuery } from '../../contract/pages.ts'
import type { ApiKey, ApiKeyCreate, ApiKeyCreated, ApiKeyRotate } from '../../contract/projects/keys.ts'
import { conflict, notFound } from '../../contract/refusal.ts'
import { isUuid } from '../../contract/validate.ts'
import { inTransaction, type Tx } from '../../db/pool.ts'
import {
  type ApiKeyRow,
  insertApiKey,
  lockApiKey,
  markReminded,
  replaceApiKey,
  revokeApiKey,
  selectApiKeys,
} from '../../db/projects/api-keys.ts'
import { type Actor, audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { readExpiry } from '../expiry.ts'
import { emit } from '../integrations/emit.ts'
import { type Paged, page } from '../pages.ts'
import { hashApiKey, makeApiKey, shownPrefix } from './api-key-format.ts'

const show = (row: ApiKeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
  revoked_at: row.revoked_at?.toISOString() ?? null,
  last_used_at: row.last_used_at?.toISOString() ?? null,
  replaced_by: row.replaced_by,
})

export async function createKey(
  deps: Deps,
  actor: Actor,
  projectId: string,
  wanted: ApiKeyCreate,
): Promise<ApiKeyCreated> {
  const key = makeApiKey()
  return inTransaction(deps.db, async (tx) => {
    const row = await storeKey(tx, deps, projectId, key, wanted)
    const facts = { name: row.name, prefix: row.prefix }
    await audit(tx, deps, projectId, { actor, action: 'key.created', subjectId: row.id, facts })
    return { ...show(row), key }
  })
}

async function storeKey(
  tx: Tx,
  deps: Deps,
  projectId: string,
  key: string,
  { name, expires_at }: ApiKeyCreate,
): Promise<ApiKeyRow> {
  const now = deps.now()
  const row = {
    id: deps.newId(),
    project_id: projectId,
    name,
    prefix: shownPrefix(key),
    hash: hashApiKey(key),
    created_at: now,
    expires_at: readExpiry(expires_at, 'key', now),
    revoked_at: null,
    last_used_at: null,
    replaced_by: null,
  }
  await insertApiKey(tx, row)
  return row
}

export function listKeys(deps: Deps, projectId: string, query: PageQuery): Promise<Paged<ApiKey>> {
  return page(
    query,
    (at) => selectApiKeys(deps.db, projectId, at),
    (row) => row.id,
    show,
  )
}

/** Replaces a working key, which keeps working for a while, so that nobody is cut off. */
export async function rotateKey(
  deps: Deps,
  actor: Actor,
  projectId: string,
  id: string,
  { overlap_hours, expires_at }: ApiKeyRotate,
): Promise<ApiKeyCreated> {
  const key = makeApiKey()
  return inTransaction(deps.db, async (tx) => {
    const now = deps.now()
    const old = isUuid(id) ? await lockApiKey(tx, projectId, id) : undefined
    if (!old) throw notFound('key')
    requireCurrent(old, now)
    const wanted = { name: old.name, expires_at: expires_at === undefined ? endLike(old, now) : expires_at }
    const row = await storeKey(tx, deps, projectId, key, wanted)
    const until = new Date(now.getTime() + overlap_hours * HOUR_MS)
    await replaceApiKey(tx, projectId, old.id, { by: row.id, until })
    const facts = { name: old.name, prefix: old.prefix, new_prefix: row.prefix, overlap_hours }
    await audit(tx, deps, projectId, { actor, action: 'key.rotated', subjectId: old.id, facts })
    return { ...show(row), key }
  })
}

function requireCurrent({ revoked_at, expires_at, replaced_by }: ApiKeyRow, now: Date): void {
  if (revoked_at || (expires_at && expires_at <= now))
    throw conflict('this key no longer works: create a new one instead')
  if (replaced_by) throw conflict('this key was replaced already: rotate the key that replaced it')
}

/** As long from now as the old key's original lifetime. */
const endLike = ({ created_at, expires_at }: ApiKeyRow, now: Date): string | null =>
  expires_at && new Date(now.getTime() + expires_at.getTime() - created_at.getTime()).toISOString()

/** Writes nothing from this commit on. Every process refuses it within a second, this one at once. */
export async function revokeKey(deps: Deps, actor: Actor, projectId: string, id: string): Promise<ApiKey> {
  return inTransaction(deps.db, async (tx) => {
    const now = deps.now()
    const row = isUuid(id) ? await revokeApiKey(tx, projectId, id, now) : undefined
    if (!row) throw notFound('key')
    if (row.revoked_at?.getTime() !== now.getTime()) return show(row) // it was already revoked
    const facts = { name: row.name, prefix: row.prefix }
    await audit(tx, deps, projectId, { actor, action: 'key.revoked', subjectId: id, facts })
    return show(row)
  })
}

/** Notifies a team once of each key that expires soon, early enough to replace it. */
export function remindOfExpiry(deps: Deps): Promise<void> {
  return inTransaction(deps.db, async (tx) => {
    const at = deps.now()
    const soon = new Date(at.getTime() + LIMITS.keyReminderDays * DAY_MS)
    for (const { project_id, id, name, prefix, expires_at } of await markReminded(tx, at, soon))
      await emit(tx, deps, project_id, {
        type: 'key.expiring',
        facts: { key_id: id, name, prefix, expires_at },
      })
  })
}
