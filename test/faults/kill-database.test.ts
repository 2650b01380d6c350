// kill -9 of the embedded PostgreSQL while a service is posted to and a worker digests: both go on by themselves.
import { afterAll, expect, it } from 'vitest'
import { postgresOf, until } from '../../scripts/program.ts'
import { seededRandom } from '../../src/sample/seeded-random.ts'
import { cleanUp } from '../cli/program.ts'
import { bagOfWords } from '../digest/digesting.ts'
import { startStandIn } from '../digest/models/stand-in.ts'
import { PATIENCE_MS } from '../patience.ts'
import { migrated } from '../setup/migrated-folder.ts'
import { allDigested, digestedSoFar, readBooks, storedIds } from './bookkeeping.ts'
import { pass } from './moments.ts'
import { SEED, startPosting } from './posting.ts'
import { openScene } from './scene.ts'

const TIMEOUT_MS = 20 * PATIENCE_MS // of many waits, each with a limit of its own
const KILLS = 3
const LONGEST_WAIT_MS = 400

const scene = openScene()
afterAll(cleanUp)

it(
  `digests every observation once though the database is killed ${KILLS} times`,
  async () => {
    await migrated(scene.dataDir)
    const random = seededRandom(SEED)
    const model = await startStandIn()
    model.embedAs(bagOfWords)
    const settings = { EMBEDDINGS_URL: model.url, EMBEDDINGS_MODEL: 'words' }
    const service = await scene.serve({ DIGEST_THREADS: '0', ...settings })
    const worker = scene.work(settings)
    const database = await scene.database()
    const posting = startPosting(() => service.url, random)

    for (let kill = 1; kill <= KILLS; kill++) {
      const before = await database.atOneMoment(digestedSoFar)
      await until(
        async () => (await database.atOneMoment(digestedSoFar)) > before,
        () => `the digest goes on before kill ${kill} with FAULT_SEED=${SEED}: ${worker.said()}`,
      )
      await pass(random() * LONGEST_WAIT_MS)
      const killed = postgresOf(scene.dataDir) as number
      process.kill(killed, 'SIGKILL')
      await until(
        () => ![undefined, killed].includes(postgresOf(scene.dataDir)),
        () => `another PostgreSQL runs after kill ${kill} with FAULT_SEED=${SEED}: ${service.said()}`,
      )
      const { wrong } = await database.atOneMoment(readBooks)
      expect(wrong, `after kill ${kill} with FAULT_SEED=${SEED}`).toEqual({})
    }
    await posting.stop()
    await allDigested(database, () => `everything is digested with FAULT_SEED=${SEED}: ${worker.said()}`)

    const books = await database.atOneMoment(readBooks)
    expect(books, `FAULT_SEED=${SEED}`).toMatchObject({ wrong: {}, digested: posting.acknowledged.length })
    expect(await database.atOneMoment(storedIds)).toEqual([...posting.acknowledged].sort())
    expect([service.process.exitCode, worker.process.exitCode]).toEqual([null, null])
    await database.close()
    await model.close()
  },
  TIMEOUT_MS,
)
