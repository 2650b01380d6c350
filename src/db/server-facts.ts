// Facts about the server and our role on it.
import type { Tx } from './pool.ts'

export type ServerFacts = {
  version: string
  epoch: number
  read_only: boolean
  may_create: boolean
  /** Available to roles like ours. */
  connections: number
  /** In milliseconds; 0 means none. */
  lock_timeout: number
  statement_timeout: number
}

export async function selectServerFacts(tx: Tx): Promise<ServerFacts> {
  const { rows } = await tx.query<ServerFacts>(
    `SELECT current_setting('server_version') AS version,
       extract(epoch FROM clock_timestamp())::float8 AS epoch,
       current_setting('transaction_read_only') = 'on' AS read_only,
       coalesce(has_schema_privilege(current_schema(), 'CREATE'), false)
         AND has_database_privilege(current_database(), 'CREATE') AS may_create,
       current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS connections,
       (SELECT setting::int FROM pg_settings WHERE name = 'lock_timeout') AS lock_timeout,
       (SELECT setting::int FROM pg_settings WHERE name = 'statement_timeout') AS statement_timeout`,
  )
  return rows[0] as ServerFacts
}
