// What must be true when everything has settled: the ledger of what was sent against what is stored and what was told.
import type pg from 'pg'
import { until } from '../../../scripts/program.ts'
import { PATIENCE_MS } from '../../patience.ts'
import { allDigested, readBooks } from '../bookkeeping.ts'
import type { Ledger } from './load.ts'
import type { World } from './world.ts'

export type Wrong = Record<string, unknown[]>

/** Everything digested, everything told, and no session that holds something and does nothing. */
export async function allSettled({ direct, services }: World): Promise<void> {
  await allDigested({ atOneMoment: (read) => onOneConnection(direct, read) }, () => 'everything is digested')
  const none = (sql: string) => async () => (await direct.query(sql)).rowCount === 0
  await until(none(IMPORTING), () => 'every import is done or undone')
  await until(none(UNTOLD), () => 'every event is told', { patienceMs: 4 * PATIENCE_MS }) // refused three times, it waits for two minutes
  await until(none(STUCK), () => 'no session holds a lock or a transaction and does nothing')
  for (const { url } of services)
    await until(
      async () => (await fetch(`${url}/readyz`)).ok,
      () => `${url} is ready`,
    )
}

const IMPORTING = "SELECT FROM import WHERE state NOT IN ('done', 'undone')"

const UNTOLD = `SELECT FROM event_queue WHERE message_id IS NULL
  UNION ALL SELECT FROM event_message WHERE state = 'due'`

const STUCK = `SELECT FROM pg_stat_activity AS session
  WHERE application_name = 'fieldnote' AND state LIKE 'idle%' AND state_change < now() - interval '5 seconds'
    AND (xact_start IS NOT NULL OR EXISTS (
      SELECT FROM pg_locks WHERE pg_locks.pid = session.pid AND locktype = 'advisory'))`

/** Each list holds what broke the rule that it is named after. */
export async function findWrong(world: World, ledger: Ledger): Promise<Wrong> {
  const { direct, receiver } = world
  const stored = await countBy(direct, 'SELECT title AS name, count(*)::int FROM observation GROUP BY 1')
  const answers = await countBy(direct, 'SELECT user_id AS name, count(*)::int FROM answer GROUP BY 1')
  const events = await countBy(direct, ANSWER_EVENTS)
  const certain = new Set([...ledger.repeated, ...ledger.acknowledged])
  const sent = new Set([...certain, ...ledger.uncertain])
  const notOnce = (names: Iterable<string>, counts: Map<string, number>) =>
    [...names].filter((name) => counts.get(name) !== 1)
  const told = new Map([...receiver.told].map(([user, messages]) => [user, messages.size]))
  const found: Wrong = {
    'acknowledged and not there once': notOnce(certain, stored),
    'unacknowledged and there twice': [...ledger.uncertain].filter((title) => (stored.get(title) ?? 0) > 1),
    'there and never sent': [...stored.keys()].filter((title) => !sent.has(title)),
    'answered and not there once': notOnce(ledger.answered, answers),
    'answered and not one event': notOnce(answers.keys(), events),
    'answered and not told by one message': notOnce(answers.keys(), told),
    'told and never answered': [...told.keys()].filter((user) => !answers.has(user)),
    'imported, undone and still there': (
      await direct.query("SELECT title FROM observation WHERE source = 'import'")
    ).rows,
    'a message that was given up': (await direct.query("SELECT * FROM event_message WHERE state = 'failed'"))
      .rows,
    ...(await onOneConnection(direct, readBooks)).wrong,
  }
  return Object.fromEntries(Object.entries(found).filter(([, rows]) => rows.length > 0))
}

const ANSWER_EVENTS = `SELECT answer.user_id AS name, count(*)::int FROM event
  JOIN answer ON answer.project_id = event.project_id AND answer.id = (event.facts ->> 'answer_id')::uuid
  GROUP BY 1`

async function countBy(direct: pg.Pool, sql: string): Promise<Map<string, number>> {
  const { rows } = await direct.query<{ name: string; count: number }>(sql)
  return new Map(rows.map(({ name, count }) => [name, count]))
}

async function onOneConnection<T>(direct: pg.Pool, read: (tx: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await direct.connect()
  try {
    return await read(client)
  } finally {
    client.release()
  }
}
