// Finds the project of a key; a refusal never says why.
import { notFound, Refusal } from '../../contract/refusal.ts'
import type { FoundKey } from '../../db/projects/api-keys.ts'
import type { LimitsRow } from '../../db/projects/project-limits.ts'
import type { AgentDeps } from '../deps.ts'
import type { KeyUses } from './key-uses.ts'

/** The id of the key, or of the grant of a connected app. */
export type Caller = {
  projectId: string
  callerId: string
  /** Null if an access token was sent instead. */
  keyId: string | null
  /** The limits that the project sets itself. */
  limits: LimitsRow
}

/** Missing, unknown, revoked and expired keys are indistinguishable. */
export async function authenticateKey(
  deps: AgentDeps,
  uses: KeyUses,
  key: string | undefined,
): Promise<Caller> {
  const row = key ? await deps.cache.key(key) : undefined
  const now = deps.now()
  if (!row || !isValid(row, now)) throw invalidKey()
  uses.note({ projectId: row.project_id, id: row.id, at: now })
  return { projectId: row.project_id, callerId: row.id, keyId: row.id, limits: row }
}

const isValid = ({ revoked_at, expires_at }: FoundKey, now: Date): boolean =>
  !revoked_at && !(expires_at && expires_at <= now)

export const invalidKey = (): Refusal =>
  new Refusal('unauthorized', 'missing or invalid API key', { 'WWW-Authenticate': 'ApiKey' })

/** An unknown project, a malformed id and a key of another project are indistinguishable. */
export function requireProject(own: string, projectId: string): void {
  if (own !== projectId.toLowerCase()) throw notFound('project')
}
