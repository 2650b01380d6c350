// Collects the planner's first statistics on observations and digest jobs. Connections keep their plans, and a plan
// made for an empty table scans all of a project's observations to store a digest job. PostgreSQL checks only once a
// minute whether a table needs statistics, and posting is several times slower until then.
import type { Tx } from '../pool.ts'

/** About two hundred observations: enough to show that projects are few and observations many. */
const ENOUGH_BYTES = 100_000

/** Call it regularly. Once the tables have statistics it does nothing, because PostgreSQL renews them. */
export function createFirstStatistics(): (tx: Tx) => Promise<void> {
  let done = false
  return async (tx) => {
    if (done) return
    const { hasStatistics, bytes } = await selectObservationTable(tx)
    if (!hasStatistics && bytes < ENOUGH_BYTES) return
    if (!hasStatistics) await tx.query('ANALYZE observation, digest_job')
    done = true
  }
}

type ObservationTable = { hasStatistics: boolean; bytes: number }

async function selectObservationTable(tx: Tx): Promise<ObservationTable> {
  const { rows } = await tx.query<ObservationTable>(
    `SELECT reltuples > 0 AS "hasStatistics", pg_relation_size(oid)::float8 AS bytes
     FROM pg_class WHERE oid = 'observation'::regclass`,
  )
  return rows[0] as ObservationTable
}
