// Ends connections that will never answer, after a router dropped them or a failover left them behind. TCP reports that
// only after a quarter of an hour, and each of them blocks one of the pool's few connections.
import pg from 'pg'
import { processOf } from './pooler.ts'
import { watchQueries } from './watch-queries.ts'

/** How long a call waits for a connection by default (DATABASE_CONNECT_SECONDS). */
export const CONNECT_MS = 5_000
const LOOK_EVERY_MS = 1_000
/**
 * After this share of the connection timeout without an answer, the pool asks the server over a new connection what the
 * old one is doing, and waits as long again for that. Where connecting takes long, a lower share would only cause more
 * connections.
 */
const SHARE = 0.4
const LEAST_ANSWER_MS = 2_000
/** When the server cannot be asked either. The server ends statements by itself before that. */
const GIVE_UP_AFTER_MS = 35_000
/** Keepalive finds silent connections that are idle. */
const KEEP_ALIVE_AFTER_MS = 10_000

export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS }
/** The same on the server: it frees the locks of a lost machine after 20 s instead of two hours. */
export const SERVER_KEEP_ALIVE =
  '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=2'

/** Connections whose statements may take any time, such as migrations of large tables. */
const withLongStatements = new WeakSet<object>()

/** Until it returns to the pool, such a connection is ended only if the server says that it answered long ago. */
export const allowLongStatements = (client: object): void => void withLongStatements.add(client)

export function dropSilentConnections(pool: pg.Pool, connection: pg.ClientConfig): void {
  const waiting = new Map<pg.PoolClient, number>()
  const idle = new Set<pg.PoolClient>()
  const borrowed = new Set<pg.PoolClient>()
  /**
   * Borrowed and not waiting for an answer when others were found silent. If returned with an error, they are ended on
   * the server.
   */
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
      const isTooLate = performance.now() - since > GIVE_UP_AFTER_MS && !withLongStatements.has(client)
      return !isAnswered && (state === 'done' || (state === undefined && isTooLate))
    })
    if (silent.length === 0) return
    // Idle connections are as likely lost: report an error for each, so that the pool replaces them.
    const unused = [...idle]
    const lost = [...silent.map(([client]) => client), ...unused].map(processOf)
    for (const client of borrowed) if (!waiting.has(client)) doubtful.add(client)
    for (const [client] of silent) void client.end()
    for (const client of unused) client.emit('error', new Error('silent'))
    await endOnServer(connection, lost)
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
    borrowed.add(client)
  })
  pool.on('release', (error, client) => {
    withLongStatements.delete(client)
    borrowed.delete(client)
    idle.add(client)
    if (error && doubtful.has(client)) void endOnServer(connection, [processOf(client)])
  })
  pool.on('remove', (client) => {
    for (const clients of [waiting, idle, borrowed, doubtful]) clients.delete(client)
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

/** Never longer than GIVE_UP_AFTER_MS. */
const answerMs = ({ connectionTimeoutMillis = CONNECT_MS }: pg.ClientConfig): number =>
  Math.min(Math.max(LEAST_ANSWER_MS, connectionTimeoutMillis * SHARE), GIVE_UP_AFTER_MS)

type Activity = 'working' | 'done'

/**
 * What the server does for each connection; nothing when it cannot be asked, or when a pooler stands between and does
 * not know them.
 */
async function askServer(connection: pg.ClientConfig, processes: number[]): Promise<Map<number, Activity>> {
  // An answer may be under way, so only one given a while ago counts.
  const rows = await onNewConnection<{ pid: number; activity: Activity }>(
    connection,
    `SELECT pid, CASE WHEN state = 'active' THEN 'working' ELSE 'done' END AS activity FROM pg_stat_activity
     WHERE pid = ANY($1::int[])
       AND (state = 'active' OR state LIKE 'idle%' AND state_change < clock_timestamp() - interval '2 seconds')`,
    processes,
  )
  return new Map(rows.map(({ pid, activity }) => [pid, activity]))
}

/** The server does not know that these connections are lost, and would keep their locks for hours. */
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
