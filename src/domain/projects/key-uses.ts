// What keys did, gathered in memory and written every few seconds instead of on every request: when each was last used,
// and how often it fetched which version of the guidelines.

import { addGuidelineFetches, type GuidelineFetch } from '../../db/guidelines/guideline-fetches.ts'
import type { Tx } from '../../db/pool.ts'
import { type KeyUse, updateLastUsed } from '../../db/projects/api-keys.ts'

type GuidelineRead = Omit<GuidelineFetch, 'fetches'>

export type KeyUses = {
  note(use: KeyUse): void
  noteGuidelines(read: GuidelineRead): void
  flush(tx: Tx): Promise<void>
}

export function createKeyUses(): KeyUses {
  let latest = new Map<string, KeyUse>()
  let fetched = new Map<string, GuidelineFetch>()
  const add = (fetch: GuidelineFetch) => {
    const place = `${fetch.keyId} ${fetch.version}`
    const fetches = (fetched.get(place)?.fetches ?? 0) + fetch.fetches
    fetched.set(place, { ...fetch, fetches })
  }
  const flushFetches = async (tx: Tx) => {
    if (fetched.size === 0) return
    const counted = [...fetched.values()]
    fetched = new Map()
    try {
      await addGuidelineFetches(tx, counted)
    } catch (error) {
      counted.forEach(add) // the next flush tries again
      throw error
    }
  }
  return {
    note: (use) => void latest.set(use.id, use),
    noteGuidelines: (read) => add({ ...read, fetches: 1 }),
    async flush(tx) {
      await flushFetches(tx)
      if (latest.size === 0) return
      const uses = [...latest.values()]
      latest = new Map()
      await updateLastUsed(tx, uses)
    },
  }
}
