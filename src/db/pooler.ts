// What changes behind a pooler such as PgBouncer, which lends a connection to the server for one transaction at a time: nothing may
// be left on it for later. There are no prepared statements then, no settings of the session and no notifications.
import pg from 'pg'

/** How to connect, and whether a pooler answers there. */
export type Connection = pg.ClientConfig & { pooled?: boolean }

/** Asks over a new connection. A pooler tells each client of another server process than the one that works for it. */
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

/** The server process that a connection was told of. */
export const processOf = (client: pg.ClientBase): number =>
  (client as unknown as { processID: number | null }).processID ?? 0

/** Every statement is sent whole each time, so that any connection to the server can take it. */
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
