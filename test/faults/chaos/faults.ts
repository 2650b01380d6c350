// What can go wrong, each as a function that causes it and ends when the cause has ended.
import { pass } from '../moments.ts'
import { until } from '../processes.ts'
import type { Member, World } from './run-chaos.ts'

const HALT_MS = 1_500
const CUT_MS = 500

export function faultsOf(world: World, random: () => number): [name: string, cause: () => Promise<void>][] {
  const { scene, line, direct, services, workers } = world
  const either = () => (random() < 0.5 ? 0 : 1)
  const databaseBack = () => until(world.answers, () => 'the database answers')
  const halt = async (pid: number | undefined) => {
    if (pid === undefined) return
    process.kill(pid, 'SIGSTOP')
    await pass(HALT_MS)
    process.kill(pid, 'SIGCONT')
  }
  return [
    [
      'kill -9 of a service',
      async () => {
        const at = either()
        await scene.kill((services[at] as Member).running)
        services[at] = await world.serve()
      },
    ],
    ['connections silenced', async () => line.silence()],
    [
      'kill -9 of a worker',
      async () => {
        const [gone] = workers.splice(either(), 1)
        if (gone) await scene.kill(gone)
        workers.push(world.work())
      },
    ],
    [
      'kill -9 of PostgreSQL',
      async () => {
        process.kill(scene.postmaster() as number, 'SIGKILL')
        await databaseBack()
      },
    ],
    [
      'restart of PostgreSQL',
      async () => {
        process.kill(scene.postmaster() as number, 'SIGINT')
        await databaseBack()
      },
    ],
    [
      'connections cut',
      async () => {
        await line.cut()
        await pass(CUT_MS)
        await line.mend()
      },
    ],
    [
      'connections delayed',
      async () => {
        line.delay(150)
        await pass(HALT_MS)
        line.delay(0)
      },
    ],
    ['a service halted', () => halt((services[either()] as Member).running.process.pid)],
    ['a worker halted', () => halt(workers[either()]?.process.pid)],
    ['PostgreSQL halted', () => halt(scene.postmaster())],
    [
      'the pools filled behind a lock',
      async () => {
        const client = await direct.connect()
        await client.query('BEGIN')
        await client.query('LOCK TABLE observation')
        await pass(HALT_MS)
        await client.query('ROLLBACK')
        client.release()
      },
    ],
  ]
}
