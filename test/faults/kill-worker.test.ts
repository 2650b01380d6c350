// kill -9 of digesting workers at random moments, under a steady stream of posts, with the books checked after each.
import { afterAll, expect, it } from 'vitest'
import { type Launched, until } from '../../scripts/program.ts'
import { seededRandom } from '../../src/sample/seeded-random.ts'
import { cleanUp } from '../cli/program.ts'
import { bagOfWords } from '../digest/digesting.ts'
import { startStandIn } from '../digest/models/stand-in.ts'
import { PATIENCE_MS } from '../patience.ts'
import { migrated } from '../setup/migrated-folder.ts'
import { allDigested, digestedSoFar, readBooks, storedIds } from './bookkeeping.ts'
import { pass } from './moments.ts'
import { SEED, startPosting } from './posting.ts'
import { openScene, type ReadOnly } from './scene.ts'

const TIMEOUT_MS = 20 * PATIENCE_MS // of many waits, each with a limit of its own
const KILLS = 8 // and 120 faults of all kinds in `npm run chaos`
const LONGEST_WAIT_MS = 250

const scene = openScene()
afterAll(cleanUp)

it(
  `digests every observation once though workers are killed ${KILLS} times`,
  async () => {
    await migrated(scene.dataDir)
    const random = seededRandom(SEED)
    // A worker that loads our own encoder takes most of a kill's time; those of kill-service.test.ts do.
    const model = await startStandIn()
    model.embedAs(bagOfWords)
    const settings = { EMBEDDINGS_URL: model.url, EMBEDDINGS_MODEL: 'words' }
    const { url } = await scene.serve({ DIGEST_THREADS: '0', ...settings })
    const database = await scene.database()
    const posting = startPosting(() => url, random)
    const workers = [scene.work(settings), scene.work(settings)]

    for (let kill = 1; kill <= KILLS; kill++) {
      await nextMoment(database, kill, random)
      await (workers.shift() as Launched).stop('SIGKILL')
      workers.push(scene.work(settings))
      const { wrong } = await database.atOneMoment(readBooks)
      expect(wrong, `after kill ${kill} with FAULT_SEED=${SEED}`).toEqual({})
    }
    await (workers.pop() as Launched).stop('SIGKILL')
    await posting.stop()
    await allDigested(database, () => `everything is digested with FAULT_SEED=${SEED}: ${workers[0]?.said()}`)

    const books = await database.atOneMoment(readBooks)
    expect(books, `FAULT_SEED=${SEED}`).toMatchObject({ wrong: {}, digested: posting.acknowledged.length })
    expect(await database.atOneMoment(storedIds)).toEqual([...posting.acknowledged].sort())
    await database.close()
    await model.close()
  },
  TIMEOUT_MS,
)

/** After some progress: any moment; every other time one soon after a transaction of the digest has begun. */
async function nextMoment(database: ReadOnly, kill: number, random: () => number): Promise<void> {
  const before = await database.atOneMoment(digestedSoFar)
  await until(
    async () => (await database.atOneMoment(digestedSoFar)) > before,
    () => `the digest goes on before kill ${kill} with FAULT_SEED=${SEED}`,
  )
  const inTransaction = kill % 2 === 0
  if (inTransaction)
    await until(
      () => database.atOneMoment(isDigesting),
      () => `a digest begins before kill ${kill} with FAULT_SEED=${SEED}`,
      { everyMs: 1 },
    )
  await pass(random() * (inTransaction ? 20 : LONGEST_WAIT_MS))
}

const isDigesting = async (tx: { query: (sql: string) => Promise<{ rowCount: number | null }> }) => {
  const locked = `SELECT FROM pg_locks WHERE relation = 'digest_state'::regclass AND mode = 'RowShareLock'`
  return ((await tx.query(locked)).rowCount ?? 0) > 0
}
