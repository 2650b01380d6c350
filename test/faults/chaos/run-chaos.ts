// Everything that can fail does, one fault after another, under load; then the books.
import { until } from '../../../scripts/program.ts'
import { seededRandom } from '../../../src/sample/seeded-random.ts'
import { allSettled, findWrong, type Wrong } from './check-books.ts'
import { type Fault, faultsOf, leftOut } from './faults.ts'
import { type Load, startLoad } from './load.ts'
import { makeStudy, openWorld, type ServingMember, supervise, type World } from './world.ts'

export type Tally = {
  seed: number
  faults: Record<string, number>
  /** What this machine did not let us try. */
  left_out: string[]
  requests: number
  observations: number
  answers: number
  /** Answers that were told, and with how many requests: some are refused, some are sent again after a kill. */
  events: number
  deliveries: number
  slowest_recovery_ms: Record<string, number>
  slowest_digest_ms: Record<string, number>
  /** Empty when every promise was kept. */
  wrong: Wrong
}

type ChaosOptions = {
  faults: number
  seed: number
  say(line: string): void
}

export async function runChaos({ faults: most, seed, say }: ChaosOptions): Promise<Tally> {
  const world = await openWorld()
  for (const reason of leftOut(world)) say(`LEFT OUT: ${reason}`)
  try {
    const random = seededRandom(seed)
    const study = await makeStudy(world)
    const address = () => (world.services[random() < 0.5 ? 0 : 1] as ServingMember).url
    const load = startLoad(address, study, () => keepsUp(world))
    const broken = await breakThings(world, load, { most, random, say })
    await load.stop()
    await allSettled(world)
    const wrong = await findWrong(world, load.ledger)
    const { requests, repeated, acknowledged, answered } = load.ledger
    return {
      seed,
      ...broken,
      left_out: leftOut(world),
      requests,
      observations: repeated.size + acknowledged.size,
      answers: answered.size,
      events: world.receiver.told.size,
      deliveries: world.receiver.requests,
      wrong,
    }
  } catch (error) {
    say(`with FAULT_SEED=${seed}`)
    throw error
  } finally {
    await world.close()
  }
}

type Breaking = { most: number; random: () => number; say(line: string): void }

async function breakThings(world: World, load: Load, { most, random, say }: Breaking) {
  const kinds = faultsOf(world, random)
  const faults: Record<string, number> = {}
  const slowest_recovery_ms: Record<string, number> = {}
  const slowest_digest_ms: Record<string, number> = {}
  for (let number = 0; number < most; number++) {
    // Each kind once, then whatever comes.
    const { name, cause } = kinds[number] ?? (kinds[Math.floor(random() * kinds.length)] as Fault)
    await supervise(world)
    await cause()
    const ended = performance.now()
    const probes = await Promise.all(world.services.map(({ url }) => load.probe(url)))
    const served = Math.round(performance.now() - ended)
    faults[name] = (faults[name] ?? 0) + 1
    slowest_recovery_ms[name] = Math.max(slowest_recovery_ms[name] ?? 0, served)
    let line = `${number + 1} ${name}: served again after ${served} ms`
    // The next one comes in the middle of every other recovery.
    if (random() < 0.5) {
      await digested(world, probes)
      const took = Math.round(performance.now() - ended)
      slowest_digest_ms[name] = Math.max(slowest_digest_ms[name] ?? 0, took)
      line += `, digested after ${took} ms`
    }
    say(line)
  }
  await until(world.answers, () => 'the database answers')
  await supervise(world)
  return { faults, slowest_recovery_ms, slowest_digest_ms }
}

const MOST_WAITING = 300 // observations; 10 seconds of the load

/** What cannot be asked just now is no reason to hold back. */
async function keepsUp({ direct }: World): Promise<boolean> {
  const counted = direct.query<{ waiting: number }>('SELECT count(*)::int AS waiting FROM digest_job')
  const { rows } = await counted.catch(() => ({ rows: [] }))
  return (rows[0]?.waiting ?? 0) < MOST_WAITING
}

/** Patient for as long as the digest goes on: under load it may be far behind. */
async function digested({ direct }: World, titles: string[]): Promise<void> {
  const left = async () => {
    const { rows } = await direct.query<{ waiting: boolean; digested: number }>(PROGRESS, [titles])
    return rows[0] as { waiting: boolean; digested: number }
  }
  // A server that was told to stop may have served the probes before it did.
  const first = await left().catch(() => ({ waiting: true, digested: -1 }))
  for (let seen = first, now = seen; now.waiting; seen = now)
    await until(
      async () => {
        now = await left().catch(() => seen)
        return !now.waiting || now.digested > seen.digested
      },
      () => `digested: ${titles}`,
    )
}

const PROGRESS = `SELECT (SELECT coalesce(sum(digested_count), 0)::int FROM digest_state) AS digested, EXISTS (
  SELECT FROM digest_job JOIN observation ON observation.project_id = digest_job.project_id
    AND observation.id = digest_job.observation_id WHERE title = ANY($1)) AS waiting`
