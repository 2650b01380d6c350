// Tells a team of each key that ends soon, once, while there is time to replace it.
import { DAY_MS } from '../../contract/date-time.ts'
import { LIMITS } from '../../contract/limits.ts'
import { inTransaction } from '../../db/pool.ts'
import { markReminded } from '../../db/projects/api-keys.ts'
import type { Deps } from '../deps.ts'
import { emit } from '../integrations/emit.ts'

export function remindOfExpiry(deps: Deps): Promise<void> {
  return inTransaction(deps.db, async (tx) => {
    const at = deps.now()
    const soon = new Date(at.getTime() + LIMITS.keyReminderDays * DAY_MS)
    for (const { project_id, id, name, prefix, expires_at } of await markReminded(tx, at, soon))
      await emit(tx, deps, project_id, {
        type: 'key.expiring',
        facts: { key_id: id, name, prefix, expires_at },
      })
  })
}
