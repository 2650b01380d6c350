// How observations with a word are looked for: as many are found from where a page begins.
import { beforeAll, expect, it } from 'vitest'
import { seekWords } from '../../src/db/observations/word-searches.ts'
import { startService, type TestService } from '../service.ts'
import { idOf, storeObservations } from './stored-observations.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
  // The first two mention an outage, then one in ten, and in the end all.
  await storeObservations(service, 700, {
    description: "CASE WHEN n <= 2 OR n > 600 OR (n > 100 AND n % 10 = 0) THEN 'outage' ELSE 'calm' END",
  })
})

const seek = (before: number | null) =>
  seekWords(service.db, service.projectId, "'outage'", {
    before: before === null ? null : idOf(before),
    limit: 50,
  })

it('walks through the observations where a page of matches is soon found', async () => {
  expect(await seek(null)).toEqual({ q: "'outage'", few: undefined, isCommon: true })
})

it('neither collects the matches of a word that is found nearby, nor calls it common where one in five does not have it', async () => {
  expect(await seek(601)).toEqual({ q: "'outage'", few: undefined, isCommon: false })
})

it('collects all matches where too few follow the page, however many are newer', async () => {
  const { few, isCommon } = await seek(101)

  expect([few?.length, isCommon]).toEqual([152, false])
})
