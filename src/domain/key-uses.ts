// When keys were last used, gathered in memory and written every few seconds instead of on every request.
import { type KeyUse, updateLastUsed } from '../db/api-keys.ts'
import type { Tx } from '../db/pool.ts'

export type KeyUses = {
  note(use: KeyUse): void
  flush(tx: Tx): Promise<void>
}

export function createKeyUses(): KeyUses {
  let latest = new Map<string, KeyUse>()
  return {
    note: (use) => void latest.set(use.id, use),
    async flush(tx) {
      if (latest.size === 0) return
      const uses = [...latest.values()]
      latest = new Map()
      await updateLastUsed(tx, uses)
    },
  }
}
