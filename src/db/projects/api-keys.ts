// Statements on API keys. Only the SHA-256 of a key is ever stored.
import { type Page, pageOf } from '../page.ts'
import type { Tx } from '../pool.ts'

export type ApiKeyRow = {
  id: string
  project_id: string
  name: string
  prefix: string
  created_at: Date
  expires_at: Date | null
  revoked_at: Date | null
  last_used_at: Date | null
}

const COLUMNS = 'id, project_id, name, prefix, created_at, expires_at, revoked_at, last_used_at'

/** False when this very key is stored already. */
export async function insertApiKey(tx: Tx, key: ApiKeyRow & { hash: Buffer }): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO api_key (project_id, id, name, prefix, hash, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (hash) DO NOTHING`,
    [key.project_id, key.id, key.name, key.prefix, key.hash, key.created_at, key.expires_at],
  )
  return rowCount === 1
}

/** A key with its project's version at the same moment. */
export type FoundKey = ApiKeyRow & { hash: Buffer; version: number }

/** A deleted project's keys are not found. */
export async function selectApiKeyByHash(tx: Tx, hash: Buffer): Promise<FoundKey | undefined> {
  const { rows } = await tx.query<FoundKey>({
    name: 'select-api-key-by-hash',
    text: `SELECT ${COLUMNS}, hash, version::float8 FROM api_key JOIN project_version USING (project_id) WHERE hash = $1
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

/** The first revocation counts; undefined when the project has no such key. */
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
