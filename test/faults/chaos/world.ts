// What is broken on purpose: two services and two workers, their way to one PostgreSQL, its disk, their clocks, and whom
// they tell.
import pg from 'pg'
import { type Launched, PROJECT } from '../../../scripts/program.ts'
import { openEmbeddedServer } from '../../../src/db/embedded/server.ts'
import { cleanUp } from '../../cli/program.ts'
import { bagOfWords } from '../../digest/digesting.ts'
import { startStandIn } from '../../digest/models/stand-in.ts'
import { lineTo } from '../../outage.ts'
import { send } from '../../service.ts'
import { openScene } from '../scene.ts'
import { findMovingClocks, type MovingClock } from './moving-clocks.ts'
import { openMovingName } from './moving-names.ts'
import { ADDRESSES, openReceiver } from './receiver.ts'
import { mountSmallDisk } from './small-disk.ts'

export const ADMIN_TOKEN = 'admin-token-of-the-fault-tests-0123456789'
const START_TRIES = 5

export type Member = { running: Launched; clock: MovingClock | undefined }
export type ServingMember = Member & { url: string }
export type World = Awaited<ReturnType<typeof openWorld>>

export async function openWorld() {
  const disk = mountSmallDisk()
  const scene = openScene(disk?.folder)
  const server = await openEmbeddedServer({ dataDir: scene.dataDir, log: () => {} })
  const line = await lineTo(server.connection)
  const model = await startStandIn()
  model.embedAs(bagOfWords)
  const newClock = findMovingClocks(scene.dataDir)
  const name = openMovingName(scene.dataDir)
  name.lead(ADDRESSES[0])
  const shared = {
    ...name.settings,
    DATABASE_URL: `postgres://fieldnote@127.0.0.1:${line.connection.port}/fieldnote`,
    ALLOW_PRIVATE_TARGETS: 'yes',
    ADMIN_TOKEN,
    // Our own encoder would take most of the time; the workers of kill-service.test.ts have it.
    EMBEDDINGS_URL: model.url,
    EMBEDDINGS_MODEL: 'words',
  }
  /** One that cannot reach the database when it starts ends, and is started again by whatever keeps it running. */
  const serve = async (tries = START_TRIES): Promise<ServingMember> => {
    const clock = newClock?.()
    try {
      const running = await scene.serve({ ...shared, ...clock?.settings, DIGEST_THREADS: '0' })
      return { running, clock, url: running.url }
    } catch (error) {
      if (tries === 1) throw error
      return serve(tries - 1)
    }
  }
  const work = (): Member => {
    const clock = newClock?.()
    return { running: scene.work({ ...shared, ...clock?.settings }), clock }
  }
  const direct = new pg.Pool({ ...server.connection, max: 3, options: '-c timezone=UTC' })
  direct.on('error', () => {})
  direct.on('connect', (client) => client.on('error', () => {}))
  const receiver = await openReceiver()
  const services = [await serve(), await serve()]
  const workers = [work(), work()]
  return {
    scene,
    line,
    disk,
    hasClocks: newClock !== undefined,
    direct,
    receiver,
    name,
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
      await server.release() // before it is ended: whoever holds it brings it back
      await cleanUp()
      await receiver.close()
      await model.close()
      disk?.close()
    },
  }
}

/** A question for the answers, and somebody who is told of each. */
export async function makeStudy({ services, receiver, name }: World): Promise<string> {
  const project = `${services[0]?.url}/api/projects/${PROJECT}`
  const admin = { Authorization: `Bearer ${ADMIN_TOKEN}` }
  const address = `http://${name.name}:${receiver.port}/`
  const target = { name: 'Receiver', format: 'webhook', address, rhythm: 'each' }
  await send(`${project}/targets`, 'POST', { ...target, events: ['answer.posted', 'issue.new'] }, admin)
  const study = { question: 'Why do you export?', eligibility_criteria: 'Exports often.', state: 'active' }
  const { body } = await send(`${project}/studies`, 'POST', study, admin)
  return body.id
}

/** A process that is started while the database is away says so and ends; whatever started it starts it again. */
export async function supervise({ services, workers, serve, work }: World): Promise<void> {
  const isGone = ({ running }: Member) =>
    running.process.exitCode !== null || running.process.signalCode !== null
  for (const [at, service] of services.entries()) if (isGone(service)) services[at] = await serve()
  for (const [at, worker] of workers.entries()) if (isGone(worker)) workers[at] = work()
}
