// The service's database, as one-off commands use it, whether the service is running or not.
import type { Config } from '../config.ts'
import { followDatabaseClock } from '../db/database-clock.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { type Deps, UNCOUNTED } from '../domain/deps.ts'
import { newId } from '../process-facts.ts'

export async function withDatabase<T>(
  config: Config,
  work: (deps: Deps, applied: string[]) => Promise<T>,
): Promise<T> {
  const { db, close } = await openDatabase(config, () => {})
  try {
    const applied = await migrate(db)
    const { now, stop } = await followDatabaseClock(db)
    const deps = { db, now, newId, meter: UNCOUNTED, wakeDigest: () => {} }
    return await work(deps, applied).finally(stop)
  } finally {
    await close()
  }
}
