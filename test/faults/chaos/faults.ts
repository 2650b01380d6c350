// What can go wrong, each as a function that causes it and ends when the cause has ended.
import { pass } from '../moments.ts'
import { until } from '../processes.ts'
import type { Member, ServingMember, World } from './world.ts'

const HALT_MS = 1_500
const CUT_MS = 500
const HOUR_S = 3_600
const FILL_LOG =
  "SELECT pg_switch_wal(), pg_logical_emit_message(false, 'x', repeat('x', 1000)) FROM generate_series(1, 8)"

export type Fault = { name: string; cause(): Promise<void> | void }

/** Those that a short run is made of come first. */
export function faultsOf(world: World, random: () => number): Fault[] {
  return [...lostProcesses(world, random), ...brokenDatabase(world), ...brokenMachine(world, random)]
}

/** What this machine does not let us try, with the reason. */
export function leftOut({ disk, hasClocks }: World): string[] {
  return [
    ...(disk ? [] : ['disk full: no tmpfs can be mounted here (it takes root)']),
    ...(hasClocks ? [] : ['clocks moved: libfaketime is not installed (apt-get install faketime)']),
  ]
}

const either = (random: () => number): 0 | 1 => (random() < 0.5 ? 0 : 1)

async function halt(pid: number | undefined): Promise<void> {
  if (pid === undefined) return
  process.kill(pid, 'SIGSTOP')
  await pass(HALT_MS)
  process.kill(pid, 'SIGCONT')
}

function lostProcesses(
  { scene, line, services, workers, serve, work }: World,
  random: () => number,
): Fault[] {
  const pidOf = (member: Member | undefined) => member?.running.process.pid
  return [
    {
      name: 'kill -9 of a service',
      async cause() {
        const at = either(random)
        await scene.kill((services[at] as ServingMember).running)
        services[at] = await serve()
      },
    },
    { name: 'connections silenced', cause: () => line.silence() },
    {
      name: 'kill -9 of a worker',
      async cause() {
        const at = either(random)
        await scene.kill((workers[at] as Member).running)
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
    process.kill(scene.postmaster() as number, name)
    await until(answers, () => 'the database answers')
  }
  return [
    { name: 'kill -9 of PostgreSQL', cause: () => signal('SIGKILL') },
    { name: 'restart of PostgreSQL', cause: () => signal('SIGINT') },
    { name: 'PostgreSQL halted', cause: () => halt(scene.postmaster()) },
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
  const { disk, direct, services, workers, hasClocks } = world
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
  return [...(disk ? [full] : []), ...(hasClocks ? [moved] : [])]
}
