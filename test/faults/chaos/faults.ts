// What can go wrong, each as a function that causes it and ends when the cause has ended.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { PROJECT, postgresOf, until } from '../../../scripts/program.ts'
import { PATIENCE_MS } from '../../patience.ts'
import { send } from '../../service.ts'
import { pass } from '../moments.ts'
import { ADDRESSES } from './receiver.ts'
import { ADMIN_TOKEN, type Member, type ServingMember, type World } from './world.ts'

const HALT_MS = 1_500
const CUT_MS = 500
const HOUR_S = 3_600
const FILL_LOG =
  "SELECT pg_switch_wal(), pg_logical_emit_message(false, 'x', repeat('x', 1000)) FROM generate_series(1, 8)"

export type Fault = { name: string; cause(): Promise<void> | void }

/** Those that a short run is made of come first. */
export function faultsOf(world: World, random: () => number): Fault[] {
  return [
    ...lostProcesses(world, random),
    ...brokenDatabase(world),
    ...brokenMachine(world, random),
    ...halfDone(world),
  ]
}

/** What this machine does not let us try, with the reason. */
export function leftOut({ disk, hasClocks }: World): string[] {
  return [
    ...(disk ? [] : ['disk full: no tmpfs can be mounted here (it takes root)']),
    ...(existsSync(LIMIT) ? [] : [`descriptors exhausted: there is no ${LIMIT}`]),
    ...(hasClocks ? [] : ['clocks moved: libfaketime is not installed (apt-get install faketime)']),
  ]
}

const LIMIT = '/usr/bin/prlimit' // comes with the system

const either = (random: () => number): 0 | 1 => (random() < 0.5 ? 0 : 1)

async function halt(pid: number | undefined): Promise<void> {
  if (pid === undefined) return
  process.kill(pid, 'SIGSTOP')
  await pass(HALT_MS)
  process.kill(pid, 'SIGCONT')
}

function lostProcesses({ line, services, workers, serve, work }: World, random: () => number): Fault[] {
  const pidOf = (member: Member | undefined) => member?.running.process.pid
  return [
    {
      name: 'kill -9 of a service',
      async cause() {
        const at = either(random)
        await (services[at] as ServingMember).running.stop('SIGKILL')
        services[at] = await serve()
      },
    },
    { name: 'connections silenced', cause: () => line.silence() },
    {
      name: 'kill -9 of a worker',
      async cause() {
        const at = either(random)
        await (workers[at] as Member).running.stop('SIGKILL')
        workers[at] = work()
      },
    },
    { name: 'a service halted', cause: () => halt(pidOf(services[either(random)])) },
    { name: 'a worker halted', cause: () => halt(pidOf(workers[either(random)])) },
    {
      name: 'connections cut',
      async cause() {
        await line.cut()
        await pass(CUT_MS)
        await line.mend()
      },
    },
    {
      name: 'connections delayed',
      async cause() {
        line.delay(150)
        await pass(HALT_MS)
        line.delay(0)
      },
    },
  ]
}

function brokenDatabase({ scene, direct, answers }: World): Fault[] {
  const signal = async (name: 'SIGKILL' | 'SIGINT') => {
    process.kill(postgresOf(scene.dataDir) as number, name)
    await until(answers, () => 'the database answers')
  }
  return [
    { name: 'kill -9 of PostgreSQL', cause: () => signal('SIGKILL') },
    { name: 'restart of PostgreSQL', cause: () => signal('SIGINT') },
    { name: 'PostgreSQL halted', cause: () => halt(postgresOf(scene.dataDir)) },
    {
      name: 'the pools filled behind a lock',
      async cause() {
        const client = await direct.connect()
        await client.query('BEGIN')
        await client.query('LOCK TABLE observation')
        await pass(HALT_MS)
        await client.query('ROLLBACK')
        client.release()
      },
    },
  ]
}

/** Each clock stays as it was set until it is set again: processes that disagree about the time go on together. */
function brokenMachine(world: World, random: () => number): Fault[] {
  const { disk, direct, services, workers, hasClocks, name } = world
  const full: Fault = {
    name: 'disk full',
    async cause() {
      disk?.fill()
      // Every other time for its log, too: PostgreSQL then stops, and can only be started again when there is space.
      if (random() < 0.5) await direct.query(FILL_LOG).catch(() => {})
      await pass(HALT_MS)
      disk?.free()
    },
  }
  const moved: Fault = {
    name: 'a clock moved',
    cause() {
      const all: Member[] = [...services, ...workers]
      const member = all[Math.floor(random() * all.length)]
      const hours = [-48, -1, 0, 1, 48][Math.floor(random() * 5)] as number
      member?.clock?.move(hours * HOUR_S)
    },
  }
  /** The first of each kind runs on one machine, the second on the other. */
  const machines = (name: string, hours: [number, number]): Fault => ({
    name,
    cause() {
      for (const kind of [services, workers])
        for (const [at, member] of kind.entries()) member.clock?.move((hours[at] as number) * HOUR_S)
    },
  })
  const clocks = [
    moved,
    machines('the clocks an hour ahead', [1, 1]),
    machines('the clocks an hour behind', [-1, -1]),
    machines('two machines, two hours apart', [-1, 1]),
  ]
  const descriptors: Fault = {
    name: 'descriptors exhausted',
    async cause() {
      const pid = services[either(random)]?.running.process.pid as number
      const [, soft] = /^Max open files +(\d+)/m.exec(readFileSync(`/proc/${pid}/limits`, 'utf8')) ?? []
      const allow = (count: number) => execFileSync(LIMIT, ['--pid', `${pid}`, `--nofile=${count}:`])
      allow(3) // what is open stays so; nothing more can be, not even where something was closed
      await pass(HALT_MS)
      allow(Number(soft))
    },
  }
  const renamed: Fault = {
    name: 'the name of a receiver led elsewhere',
    async cause() {
      name.lead() // there is no such name
      await pass(CUT_MS)
      name.lead('127.0.0.3') // nobody is there
      await pass(CUT_MS)
      name.lead(...(random() < 0.5 ? ADDRESSES : ADDRESSES.toReversed()))
    },
  }
  return [
    ...(disk ? [full] : []),
    ...(hasClocks ? clocks : []),
    ...(existsSync(LIMIT) ? [descriptors] : []),
    renamed,
  ]
}

/** A digest that is behind looks again, and an import goes on, only when there is time. */
const BEHIND = { patienceMs: 5 * PATIENCE_MS }
const ROWS = 600 // three steps of an import

/** Workers that are killed in the middle of what takes them long. */
function halfDone({ direct, services, workers, work }: World): Fault[] {
  const killWorkers = async () => {
    for (const [at, worker] of workers.entries()) {
      await worker.running.stop('SIGKILL')
      workers[at] = work()
    }
  }
  return [
    {
      name: 'kill -9 of the workers in a regroup',
      async cause() {
        const client = await direct.connect()
        await client.query(HOLD_REGROUPS)
        await client.query('SELECT pg_advisory_lock($1)', [HELD])
        await client.query('UPDATE issue SET unsettled = true WHERE merged_into IS NULL')
        await until(
          async () => (await client.query(HELD_UP, [HELD])).rowCount !== 0,
          () => 'a worker looks again at the issues',
          BEHIND,
        )
        await killWorkers()
        await client.query('SELECT pg_advisory_unlock($1)', [HELD])
        await client.query('DROP FUNCTION hold_regroup CASCADE')
        client.release()
      },
    },
    {
      name: "kill -9 of the workers in an import's undoing",
      async cause() {
        const imports = `${services[0]?.url}/api/projects/${PROJECT}/imports`
        const admin = { Authorization: `Bearer ${ADMIN_TOKEN}` }
        const rows = Array.from({ length: ROWS }, (_, n) => `importing-${n % 50},Imported row ${n} stops`)
        const file = ['user,title', ...rows].join('\n')
        const { body } = await send(imports, 'POST', file, { ...admin, 'Content-Type': 'text/csv' })
        const left = async () =>
          (await direct.query("SELECT FROM observation WHERE source = 'import'")).rowCount ?? 0
        await until(
          async () => (await left()) === ROWS,
          () => `all rows of ${JSON.stringify(body)} are stored`,
          BEHIND,
        )
        await send(`${imports}/${body.id}`, 'DELETE', undefined, admin)
        await until(
          async () => (await left()) < ROWS,
          () => 'some rows are removed',
          { everyMs: 1 },
        )
        await killWorkers()
      },
    },
  ]
}

const HELD = 4711

/** Whoever settles an issue waits for the lock. */
const HOLD_REGROUPS = `CREATE FUNCTION hold_regroup() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN PERFORM pg_advisory_xact_lock_shared(${HELD}); RETURN NEW; END $$;
  CREATE TRIGGER hold_regroup BEFORE UPDATE ON issue FOR EACH ROW
  WHEN (OLD.unsettled AND NOT NEW.unsettled) EXECUTE FUNCTION hold_regroup()`
const HELD_UP = "SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND NOT granted"
