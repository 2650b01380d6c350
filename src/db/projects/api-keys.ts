// Statements on API keys. Only the SHA-256 of a key is ever stored.
import { type Page, pageOf } from '../page.ts'
import type { Tx } from '../pool.ts'
import { LIMIT_COLUMNS, type LimitsRow } from './project-limits.ts'

export type ApiKeyRow = {
  id: string
  project_id: string
  name: string
  prefix: string
  created_at: Date
  expires_at: Date | null
  revoked_at: Date | null
  last_used_at: Date | null
  /** The key that replaced it. */
  replaced_by: string | null
}

const COLUMNS = 'id, project_id, name, prefix, created_at, expires_at, revoked_at, last_used_at, replaced_by'

type NewApiKey = Omit<ApiKeyRow, 'replaced_by'> & { hash: Buffer }

/** False if this key is already stored. */
export async function insertApiKey(tx: Tx, key: NewApiKey): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO api_key (project_id, id, name, prefix, hash, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (hash) DO NOTHING`,
    [key.project_id, key.id, key.name, key.prefix, key.hash, key.created_at, key.expires_at],
  )
  return rowCount === 1
}

/** A key with its project's version and limits at the same moment. */
export type FoundKey = ApiKeyRow & LimitsRow & { hash: Buffer; version: number }

/** A deleted project's keys are not found. */
export async function selectApiKeyByHash(tx: Tx, hash: Buffer): Promise<FoundKey | undefined> {
  const { rows } = await tx.query<FoundKey>({
    name: 'select-api-key-by-hash',
    text: `SELECT ${COLUMNS}, hash, version::float8, ${LIMIT_COLUMNS}
           FROM api_key JOIN project_version USING (project_id) LEFT JOIN project_limits USING (project_id) WHERE hash = $1
             AND EXISTS (SELECT FROM project WHERE project.id = project_id AND deleted_at IS NULL)`,
    values: [hash],
  })
  return rows[0]
}

export async function selectApiKeys(tx: Tx, projectId: string, page: Page): Promise<ApiKeyRow[]> {
  const { rows } = await tx.query<ApiKeyRow>(
    `SELECT ${COLUMNS} FROM api_key WHERE project_id = $1 AND ${pageOf('id', 2)} ORDER BY id DESC LIMIT $3`,
    [projectId, page.before, page.limit],
  )
  return rows
}

/** The first revocation counts; undefined if the project has no such key. */
export async function revokeApiKey(
  tx: Tx,
  projectId: string,
  id: string,
  at: Date,
): Promise<ApiKeyRow | undefined> {
  const { rows } = await tx.query<ApiKeyRow>(
    `UPDATE api_key SET revoked_at = coalesce(revoked_at, $3) WHERE project_id = $1 AND id = $2
     RETURNING ${COLUMNS}`,
    [projectId, id, at],
  )
  return rows[0]
}

/** The old key works until the given time or its own expiry, whichever comes first. */
export async function replaceApiKey(
  tx: Tx,
  projectId: string,
  id: string,
  { by, until }: { by: string; until: Date },
): Promise<void> {
  await tx.query(
    'UPDATE api_key SET replaced_by = $3, expires_at = least(expires_at, $4) WHERE project_id = $1 AND id = $2',
    [projectId, id, by, until],
  )
}

/** Locks the key before a change. */
export async function lockApiKey(tx: Tx, projectId: string, id: string): Promise<ApiKeyRow | undefined> {
  const { rows } = await tx.query<ApiKeyRow>(
    `SELECT ${COLUMNS} FROM api_key WHERE project_id = $1 AND id = $2 FOR UPDATE`,
    [projectId, id],
  )
  return rows[0]
}

/** Marks keys that expire before the given time and have not been announced, so that each is announced once. */
export async function markReminded(tx: Tx, at: Date, before: Date): Promise<ApiKeyRow[]> {
  const { rows } = await tx.query<ApiKeyRow>(
    `UPDATE api_key SET reminded_at = $1 WHERE expires_at > $1 AND expires_at <= $2
       AND revoked_at IS NULL AND replaced_by IS NULL AND reminded_at IS NULL
       AND EXISTS (SELECT FROM project WHERE project.id = project_id AND deleted_at IS NULL)
     RETURNING ${COLUMNS}`,
    [at, before],
  )
  return rows
}

export type KeyUse = { projectId: string; id: string; at: Date }

/** One statement for all keys used since the last flush; never moves a time backwards. */
export async function updateLastUsed(tx: Tx, uses: KeyUse[]): Promise<void> {
  await tx.query(
    `UPDATE api_key SET last_used_at = greatest(last_used_at, used.at)
     FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) AS used (project_id, id, at)
     WHERE api_key.project_id = used.project_id AND api_key.id = used.id`,
    [uses.map((use) => use.projectId), uses.map((use) => use.id), uses.map((use) => use.at)],
  )
}
