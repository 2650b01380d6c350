// Who is calling: the key's project, or a refusal that never says why.
import { notFound, Refusal } from '../../contract/refusal.ts'
import type { FoundKey } from '../../db/projects/api-keys.ts'
import type { LimitsRow } from '../../db/projects/project-limits.ts'
import type { AgentDeps } from '../deps.ts'
import { type Soon, whenKnown } from '../soon.ts'
import type { KeyUses } from './key-uses.ts'

/** By its key, or by the grant that an application acts by. */
export type Caller = {
  projectId: string
  callerId: string
  /** Null where an access token was sent instead. */
  keyId: string | null
  /** What the project limits itself to. */
  limits: LimitsRow
}

/** Missing, unknown, revoked and expired keys read the same. */
export function authenticateKey(deps: AgentDeps, uses: KeyUses, key: string | undefined): Soon<Caller> {
  if (!key) throw invalidKey()
  return whenKnown(deps.cache.key(key), (row) => admitKey(deps, uses, row))
}

function admitKey(deps: AgentDeps, uses: KeyUses, row: FoundKey | undefined): Caller {
  const now = deps.now()
  if (!row || !isValid(row, now)) throw invalidKey()
  return admitted(uses, row, now)
}

/** The same for whoever has seen that it is valid. */
export function admitted(uses: KeyUses, row: FoundKey, now: Date): Caller {
  uses.note({ projectId: row.project_id, id: row.id, at: now })
  return { projectId: row.project_id, callerId: row.id, keyId: row.id, limits: row }
}

export const isValid = ({ revoked_at, expires_at }: FoundKey, now: Date): boolean =>
  !revoked_at && !(expires_at && expires_at <= now)

export const invalidKey = (): Refusal =>
  new Refusal('unauthorized', 'missing or invalid API key', { 'WWW-Authenticate': 'ApiKey' })

/** An unknown project, a malformed id and a key of another project are indistinguishable. */
export function requireProject(caller: Caller, projectId: string): void {
  if (caller.projectId !== projectId.toLowerCase()) throw notFound('project')
}
