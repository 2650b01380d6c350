// API keys, as administrators handle them.

import { parseDateTime } from '../../contract/date-time.ts'
import type { PageQuery } from '../../contract/pages.ts'
import type { ApiKey, ApiKeyCreate, ApiKeyCreated } from '../../contract/projects/keys.ts'
import { notFound } from '../../contract/refusal.ts'
import { isUuid } from '../../contract/validate.ts'
import { inTransaction, type Tx } from '../../db/pool.ts'
import { type ApiKeyRow, insertApiKey, revokeApiKey, selectApiKeys } from '../../db/projects/api-keys.ts'
import { type Actor, audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
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
  const row = {
    id: deps.newId(),
    project_id: projectId,
    name,
    prefix: shownPrefix(key),
    hash: hashApiKey(key),
    created_at: deps.now(),
    expires_at: expires_at ? parseDateTime(expires_at) : null,
    revoked_at: null,
    last_used_at: null,
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

/** Writes nothing from this commit on; every process refuses it within a second, this one at once. */
export async function revokeKey(deps: Deps, actor: Actor, projectId: string, id: string): Promise<ApiKey> {
  return inTransaction(deps.db, async (tx) => {
    const now = deps.now()
    const row = isUuid(id) ? await revokeApiKey(tx, projectId, id, now) : undefined
    if (!row) throw notFound('key')
    if (row.revoked_at?.getTime() !== now.getTime()) return show(row) // it was revoked before
    const facts = { name: row.name, prefix: row.prefix }
    await audit(tx, deps, projectId, { actor, action: 'key.revoked', subjectId: id, facts })
    return show(row)
  })
}
