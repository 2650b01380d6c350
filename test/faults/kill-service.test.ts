// kill -9 of the whole service, API and digest in one process, while it is being posted to.
import { afterAll, expect, it } from 'vitest'
import { until } from '../../scripts/program.ts'
import { seededRandom } from '../../src/sample/seeded-random.ts'
import { cleanUp } from '../cli/program.ts'
import { PATIENCE_MS } from '../patience.ts'
import { migrated } from '../setup/migrated-folder.ts'
import { allDigested, readBooks, storedIds } from './bookkeeping.ts'
import { pass } from './moments.ts'
import { SEED, startPosting } from './posting.ts'
import { openScene } from './scene.ts'

const TIMEOUT_MS = 20 * PATIENCE_MS // of many waits, each with a limit of its own
const KILLS = 3
const LONGEST_WAIT_MS = 600

const scene = openScene()
afterAll(cleanUp)

it(
  `keeps and digests every acknowledged observation though the service is killed ${KILLS} times`,
  async () => {
    await migrated(scene.dataDir)
    const random = seededRandom(SEED)
    let service = await scene.serve()
    const database = await scene.database()
    const posting = startPosting(() => service.url, random)

    for (let kill = 1; kill <= KILLS; kill++) {
      const before = posting.acknowledged.length
      await until(() => posting.acknowledged.length > before, service.said)
      await pass(random() * LONGEST_WAIT_MS)
      await service.stop('SIGKILL')
      const { wrong } = await database.atOneMoment(readBooks)
      expect(wrong, `after kill ${kill} with FAULT_SEED=${SEED}`).toEqual({})
      service = await scene.serve()
    }
    await posting.stop()
    await allDigested(database, () => `everything is digested with FAULT_SEED=${SEED}: ${service.said()}`)

    const books = await database.atOneMoment(readBooks)
    expect(books, `FAULT_SEED=${SEED}`).toMatchObject({ wrong: {}, digested: posting.acknowledged.length })
    expect(await database.atOneMoment(storedIds)).toEqual([...posting.acknowledged].sort())
    await database.close()
  },
  TIMEOUT_MS,
)
