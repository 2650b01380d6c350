// Who is calling: the key's project, or a refusal that never says why.
import { timingSafeEqual } from 'node:crypto'
import { notFound, Refusal } from '../../contract/refusal.ts'
import type { AgentDeps } from '../deps.ts'
import { hashApiKey } from './api-key-format.ts'
import type { KeyUses } from './key-uses.ts'

/** `keyId` is null where an access token was sent instead. */
export type Caller = { projectId: string; keyId: string | null }
export type KeyCaller = { projectId: string; keyId: string }

/** Missing, unknown, revoked and expired keys read the same. */
export async function authenticateKey(
  deps: AgentDeps,
  uses: KeyUses,
  key: string | undefined,
): Promise<KeyCaller> {
  const now = deps.now()
  const hash = key ? hashApiKey(key) : undefined
  const row = hash && (await deps.kept.key(hash))
  const valid =
    row && timingSafeEqual(row.hash, hash) && !row.revoked_at && !(row.expires_at && row.expires_at <= now)
  if (!valid) throw invalidKey()
  uses.note({ projectId: row.project_id, id: row.id, at: now })
  return { projectId: row.project_id, keyId: row.id }
}

export const invalidKey = (): Refusal =>
  new Refusal('unauthorized', 'missing or invalid API key', { 'WWW-Authenticate': 'ApiKey' })

/** An unknown project, a malformed id and a key of another project are indistinguishable. */
export function requireProject(caller: Caller, projectId: string): void {
  if (caller.projectId !== projectId.toLowerCase()) throw notFound('project')
}
