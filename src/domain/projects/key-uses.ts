// Uses by agents, collected in memory and written once a second instead of on every request: when each key was last
// used, and how often a key or connected app fetched which version of the guidelines and known issues.

import {
  addGuidelineFetches,
  addKnownIssuesFetches,
  type GuidelineFetch,
  type KnownIssuesFetch,
} from '../../db/guidelines/guideline-fetches.ts'
import type { Tx } from '../../db/pool.ts'
import { type KeyUse, updateLastUsed } from '../../db/projects/api-keys.ts'

type Fetched<F> = Omit<F, 'fetches'>

/** `knownIssues` is null if the guidelines contained none. */
type GuidelineRead = Fetched<GuidelineFetch> & { knownIssues: string | null }

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
