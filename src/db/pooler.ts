// Support for poolers such as PgBouncer, which lend server connections for one transaction at a time, so that nothing
// may be left on one for later: no prepared statements, no session settings and no notifications.
import pg from 'pg'

/** How to connect, and whether a pooler answers there. */
export type Connection = pg.ClientConfig & { pooled?: boolean }

/**
 * Opens a new connection to find out. A pooler reports another server process than the one that runs the statements.
 */
export async function askWhetherPooled(
  connection: pg.ClientConfig,
): Promise<{ pooled: boolean; timeZone: string }> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ pid: number; timeZone: string }>(
      `SELECT pg_backend_pid() AS pid, current_setting('TimeZone') AS "timeZone"`,
    )
    const { pid = 0, timeZone = '' } = rows[0] ?? {}
    return { pooled: pid !== processOf(client), timeZone }
  } finally {
    await client.end().catch(() => {})
  }
}

/** The server process that the connection reported. */
export const processOf = (client: pg.ClientBase): number =>
  (client as unknown as { processID: number | null }).processID ?? 0

/** Sends every statement in full, so that any server connection can run it. */
export function prepareNothing(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...question: unknown[]) => unknown
    const unnamed = ([first, ...rest]: unknown[]) =>
      typeof first === 'object' && first !== null && 'name' in first
        ? [{ ...first, name: undefined }, ...rest]
        : [first, ...rest]
    client.query = ((...question: unknown[]) => query(...unnamed(question))) as typeof client.query
  })
}
