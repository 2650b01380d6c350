// Finds the project of a key, and counts what is done with the key; a refusal never says why.
import { notFound, Refusal } from '../../contract/refusal.ts'
import {
  addGuidelineFetches,
  addKnownIssuesFetches,
  type GuidelineFetch,
  type KnownIssuesFetch,
} from '../../db/guidelines/guideline-fetches.ts'
import type { Tx } from '../../db/pool.ts'
import { type FoundKey, type KeyUse, updateLastUsed } from '../../db/projects/api-keys.ts'
import type { LimitsRow } from '../../db/projects/project-limits.ts'
import type { AgentDeps } from '../deps.ts'

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

type Fetched<F> = Omit<F, 'fetches'>

/** `knownIssues` is null if the guidelines contained none. */
type GuidelineRead = Fetched<GuidelineFetch> & { knownIssues: string | null }

/**
 * Uses by agents, collected in memory and written once a second instead of on every request: when each key was last
 * used, and how often a key or connected app fetched which version of the guidelines and known issues.
 */
export type KeyUses = {
  note(use: KeyUse): void
  noteGuidelines(read: GuidelineRead): void
  flush(tx: Tx): Promise<void>
}

export function createKeyUses(): KeyUses {
  let latest = new Map<string, KeyUse>()
  const guidelines = countFetches<GuidelineFetch>(addGuidelineFetches)
  const knownIssues = countFetches<KnownIssuesFetch>(addKnownIssuesFetches)
  return {
    note: (use) => void latest.set(use.id, use),
    noteGuidelines(read) {
      guidelines.add(read, 1)
      if (read.knownIssues !== null) knownIssues.add({ ...read, version: read.knownIssues }, 1)
    },
    async flush(tx) {
      await guidelines.flush(tx)
      await knownIssues.flush(tx)
      if (latest.size === 0) return
      const uses = latest
      latest = new Map()
      try {
        await updateLastUsed(tx, [...uses.values()])
      } catch (error) {
        latest = new Map([...uses, ...latest]) // retried by the next flush
        throw error
      }
    },
  }
}

/** One count per caller and version. */
function countFetches<F extends GuidelineFetch | KnownIssuesFetch>(
  store: (tx: Tx, fetched: F[]) => Promise<void>,
) {
  let fetched = new Map<string, Map<F['version'], F>>()
  const add = (fetch: Fetched<F>, times: number) => {
    const versions = fetched.get(fetch.callerId) ?? new Map<F['version'], F>()
    const counted = versions.get(fetch.version)
    if (!counted) {
      versions.set(fetch.version, { ...fetch, fetches: times } as F)
      fetched.set(fetch.callerId, versions)
      return
    }
    counted.fetches += times
    counted.at = fetch.at
  }
  const flush = async (tx: Tx) => {
    if (fetched.size === 0) return
    const counted = [...fetched.values()].flatMap((versions) => [...versions.values()])
    fetched = new Map()
    try {
      await store(tx, counted)
    } catch (error) {
      for (const fetch of counted) add(fetch, fetch.fetches) // retried by the next flush
      throw error
    }
  }
  return { add, flush }
}
