// Two services and two workers on one PostgreSQL, under load, while everything that can fail does; then the books.
import pg from 'pg'
import { openEmbeddedServer } from '../../../src/db/embedded/server.ts'
import { seededRandom } from '../../../src/sample/seeded-random.ts'
import { lineTo } from '../../outage.ts'
import { send } from '../../service.ts'
import { allDigested, readBooks } from '../bookkeeping.ts'
import { openScene, PROJECT, type Running, until } from '../processes.ts'
import { faultsOf } from './faults.ts'
import { type Ledger, type Load, startLoad } from './load.ts'

const ADMIN_TOKEN = 'admin-token-of-the-fault-tests-0123456789'

export type Tally = {
  seed: number
  faults: Record<string, number>
  requests: number
  acknowledged: number
  answers: number
  slowest_recovery_ms: Record<string, number>
  /** Empty when every promise was kept. */
  wrong: Record<string, unknown>
}

export type Member = { running: Running; url: string }
export type World = Awaited<ReturnType<typeof openWorld>>

async function openWorld() {
  const scene = openScene()
  const server = await openEmbeddedServer({ dataDir: scene.dataDir, log: () => {} })
  const line = await lineTo(server.connection)
  const settings = {
    DATABASE_URL: `postgres://fieldnote@127.0.0.1:${line.connection.port}/fieldnote`,
    ADMIN_TOKEN,
  }
  const serve = async (): Promise<Member> => {
    const running = scene.launch('serve', { ...settings, DIGEST_THREADS: '0' })
    return { running, url: await scene.ready(running) }
  }
  const work = () => scene.launch('worker', settings)
  const direct = new pg.Pool({ ...server.connection, max: 3 })
  direct.on('error', () => {})
  direct.on('connect', (client) => client.on('error', () => {}))
  const services = await Promise.all([serve(), serve()])
  const workers = [work(), work()]
  const database = {
    close: () => direct.end(),
    async atOneMoment<T>(read: (tx: pg.PoolClient) => Promise<T>): Promise<T> {
      const client = await direct.connect()
      try {
        return await read(client)
      } finally {
        client.release()
      }
    },
  }
  return {
    scene,
    line,
    direct,
    database,
    services,
    workers,
    serve,
    work,
    answers: () =>
      direct.query('SELECT 1').then(
        () => true,
        () => false,
      ),
    async close() {
      await direct.end()
      await scene.close()
      await server.release()
    },
  }
}

export async function runChaos(options: {
  faults: number
  seed: number
  say(line: string): void
}): Promise<Tally> {
  const { seed, say } = options
  const world = await openWorld()
  try {
    const random = seededRandom(seed)
    const load = startLoad(
      () => (world.services[random() < 0.5 ? 0 : 1] as Member).url,
      await makeStudy(world),
    )
    const { faults, slowest } = await breakThings(world, load, { ...options, random })
    await load.stop()
    await allDigested(world.database, () => 'everything is digested')
    const wrong = await findWrong(world, load.ledger)
    const { requests, repeated, acknowledged, answered } = load.ledger
    return {
      seed,
      faults,
      requests,
      acknowledged: repeated.size + acknowledged.size,
      answers: answered.size,
      slowest_recovery_ms: slowest,
      wrong,
    }
  } catch (error) {
    say(`with FAULT_SEED=${seed}`)
    throw error
  } finally {
    await world.close()
  }
}

type Breaking = { faults: number; random: () => number; say(line: string): void }

async function breakThings(world: World, load: Load, { faults: most, random, say }: Breaking) {
  const kinds = faultsOf(world, random)
  const faults: Record<string, number> = {}
  const slowest: Record<string, number> = {}
  for (let number = 0; number < most; number++) {
    // Each kind once, then whatever comes.
    const [name, cause] = kinds[
      number < kinds.length ? number : Math.floor(random() * kinds.length)
    ] as (typeof kinds)[number]
    await supervise(world)
    await cause()
    const ended = performance.now()
    for (const { url } of world.services) await load.probe(url)
    const took = Math.round(performance.now() - ended)
    faults[name] = (faults[name] ?? 0) + 1
    slowest[name] = Math.max(slowest[name] ?? 0, took)
    say(`${number + 1} ${name}: served again after ${took} ms`)
  }
  await until(world.answers, () => 'the database answers')
  await supervise(world)
  return { faults, slowest }
}

/** A process that is started while the database is away says so and ends; whatever started it starts it again. */
async function supervise({ services, workers, serve, work }: World): Promise<void> {
  const isGone = ({ process: { exitCode, signalCode } }: Running) => exitCode !== null || signalCode !== null
  for (const [at, { running }] of services.entries()) if (isGone(running)) services[at] = await serve()
  for (const [at, running] of workers.entries()) if (isGone(running)) workers[at] = work()
}

async function makeStudy({ services }: World): Promise<string> {
  const study = { question: 'Why do you export?', eligibility_criteria: 'Exports often.', state: 'active' }
  const { body } = await send(`${services[0]?.url}/api/projects/${PROJECT}/studies`, 'POST', study, {
    Authorization: `Bearer ${ADMIN_TOKEN}`,
  })
  return body.id
}

async function findWrong({ direct, database }: World, ledger: Ledger): Promise<Record<string, unknown>> {
  const stored = await countBy(direct, 'SELECT title AS name, count(*)::int FROM observation GROUP BY 1')
  const answers = await countBy(direct, 'SELECT user_id AS name, count(*)::int FROM answer GROUP BY 1')
  const notOnce = (names: Set<string>, counts: Map<string, number>) =>
    [...names].filter((name) => counts.get(name) !== 1)
  const sent = new Set([...ledger.repeated, ...ledger.acknowledged, ...ledger.uncertain])
  const found: Record<string, unknown[]> = {
    'acknowledged and not there once': notOnce(new Set([...ledger.repeated, ...ledger.acknowledged]), stored),
    'unacknowledged and there twice': [...ledger.uncertain].filter((title) => (stored.get(title) ?? 0) > 1),
    'there and never sent': [...stored.keys()].filter((title) => !sent.has(title)),
    'answered and not there once': notOnce(ledger.answered, answers),
    ...(await database.atOneMoment(readBooks)).wrong,
  }
  return Object.fromEntries(Object.entries(found).filter(([, rows]) => rows.length > 0))
}

async function countBy(direct: pg.Pool, sql: string): Promise<Map<string, number>> {
  const { rows } = await direct.query<{ name: string; count: number }>(sql)
  return new Map(rows.map(({ name, count }) => [name, count]))
}
