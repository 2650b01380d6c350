// Ends connections over which no answer will come: a router forgot them, a failover left them behind. TCP says nothing of
// it for a quarter of an hour, and each of them takes one of the few that a pool has.
import pg from 'pg'
import { processOf } from './pooler.ts'
import { watchQueries } from './watch-queries.ts'

/** So long a call waits for a connection, unless the connection says otherwise (DATABASE_CONNECT_SECONDS). */
export const CONNECT_MS = 5_000
const LOOK_EVERY_MS = 1_000
/**
 * Of what a call waits for a connection, 2 s unless that was set: an answer that takes longer makes the pool ask the server, over
 * a new connection, what it is doing, and wait as long for that. Less, where a connection takes long, would only make more of them.
 */
const SHARE = 0.4
const LEAST_ANSWER_MS = 2_000
/** Where the server cannot be asked either. It ends a statement by itself before that. */
const GIVE_UP_AFTER_MS = 35_000
/** With keepalive from here on, the system itself finds a silent connection that nothing is asked of. */
const KEEP_ALIVE_AFTER_MS = 10_000

export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS }
/** The server looks after its end likewise: the locks of a machine that is gone are free after 20 s, not two hours. */
export const SERVER_KEEP_ALIVE =
  '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=2'

/** Connections over which a statement takes as long as it takes: a migration of large tables. */
const unhurried = new WeakSet<object>()

/** Until it is given back to its pool, it is ended only where the server says that it has answered long ago. */
export const allowLongStatements = (client: object): void => void unhurried.add(client)

export function dropSilentConnections(pool: pg.Pool, connection: pg.ClientConfig): void {
  const waiting = new Map<pg.PoolClient, number>()
  const idle = new Set<pg.PoolClient>()
  const lent = new Set<pg.PoolClient>()
  /** Lent out but not waiting for an answer when others were found silent: ended on the server if they come back with an error. */
  const doubtful = new Set<pg.PoolClient>()
  let looking = false
  const look = async () => {
    const late = [...waiting].filter(([, since]) => performance.now() - since > answerMs(connection))
    if (late.length === 0) return
    const states = await askServer(
      connection,
      late.map(([client]) => processOf(client)),
    )
    const silent = late.filter(([client, since]) => {
      const state = states.get(processOf(client))
      const isAnswered = waiting.get(client) !== since
      const isTooLate = performance.now() - since > GIVE_UP_AFTER_MS && !unhurried.has(client)
      return !isAnswered && (state === 'done' || (state === undefined && isTooLate))
    })
    if (silent.length === 0) return
    // Those that nobody uses went the same way: as if the system had said so, the pool replaces them.
    const unused = [...idle]
    const gone = [...silent.map(([client]) => client), ...unused].map(processOf)
    for (const client of lent) if (!waiting.has(client)) doubtful.add(client)
    for (const [client] of silent) void client.end()
    for (const client of unused) client.emit('error', new Error('silent'))
    await endOnServer(connection, gone)
  }
  watchQueries(pool, {
    asked: (client) => void waiting.set(client, performance.now()),
    answered: (client, error) => {
      waiting.delete(client)
      if (!error) doubtful.delete(client)
    },
  })
  pool.on('acquire', (client) => {
    idle.delete(client)
    lent.add(client)
  })
  pool.on('release', (error, client) => {
    unhurried.delete(client)
    lent.delete(client)
    idle.add(client)
    if (error && doubtful.has(client)) void endOnServer(connection, [processOf(client)])
  })
  pool.on('remove', (client) => {
    for (const clients of [waiting, idle, lent, doubtful]) clients.delete(client)
  })
  const timer = setInterval(() => {
    if (pool.ended) return clearInterval(timer)
    if (looking) return
    looking = true
    void look().finally(() => {
      looking = false
    })
  }, LOOK_EVERY_MS).unref()
}

/** Never longer than a silent connection is put up with. */
const answerMs = ({ connectionTimeoutMillis = CONNECT_MS }: pg.ClientConfig): number =>
  Math.min(Math.max(LEAST_ANSWER_MS, connectionTimeoutMillis * SHARE), GIVE_UP_AFTER_MS)

type Activity = 'working' | 'done'

/** What the server does for each; nothing where it cannot be asked, or where a pooler stands between and it knows none. */
async function askServer(connection: pg.ClientConfig, processes: number[]): Promise<Map<number, Activity>> {
  // An answer may be on its way: it counts as given when it was given a while ago.
  const rows = await onNewConnection<{ pid: number; activity: Activity }>(
    connection,
    `SELECT pid, CASE WHEN state = 'active' THEN 'working' ELSE 'done' END AS activity FROM pg_stat_activity
     WHERE pid = ANY($1::int[])
       AND (state = 'active' OR state LIKE 'idle%' AND state_change < clock_timestamp() - interval '2 seconds')`,
    processes,
  )
  return new Map(rows.map(({ pid, activity }) => [pid, activity]))
}

/** The server has not heard that they are gone: it would keep their locks, and their places, for hours. */
async function endOnServer(connection: pg.ClientConfig, processes: number[]): Promise<void> {
  await onNewConnection(
    connection,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE pid = ANY($1::int[]) AND usename = current_user AND application_name = 'fieldnote'`,
    processes,
  )
}

async function onNewConnection<Row extends pg.QueryResultRow>(
  connection: pg.ClientConfig,
  sql: string,
  processes: number[],
): Promise<Row[]> {
  const client = new pg.Client({
    ...connection,
    application_name: 'fieldnote',
    connectionTimeoutMillis: answerMs(connection),
    query_timeout: answerMs(connection),
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Row>(sql, [processes])).rows
  } catch {
    return []
  } finally {
    void client.end().catch(() => {})
  }
}
