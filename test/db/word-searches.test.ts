// How observations with a word are looked for: as many are found from where a page begins.
import { beforeAll, expect, it } from 'vitest'
import { seekWords } from '../../src/db/observations/word-searches.ts'
import { startService, type TestService } from '../service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
  // Of 700, the first two mention an outage, then one in ten, and in the end all; each has its place in its id.
  await service.db.query(
    `WITH stored AS (
       INSERT INTO observation (project_id, id, user_id, interaction_id, source, title, description, user_sentiment,
         observed_at, created_at)
       SELECT $1, lpad(n::text, 32, '0')::uuid, 'u', 'i', 'rest', 'Title',
         CASE WHEN n <= 2 OR n > 600 OR (n > 100 AND n % 10 = 0) THEN 'outage' ELSE 'calm' END, 'neutral', now(), now()
       FROM generate_series(1, 700) AS n RETURNING project_id, id, description)
     INSERT INTO observation_search (project_id, observation_id, document)
     SELECT project_id, id, to_tsvector('simple', description) FROM stored`,
    [service.projectId],
  )
})

const seek = (before: number | null) => {
  const id =
    before === null
      ? null
      : `${before}`.padStart(32, '0').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  return seekWords(service.db, service.projectId, "'outage'", { before: id, limit: 50 })
}

it('walks where a page is soon found', async () => {
  expect(await seek(null)).toEqual({ q: "'outage'", few: undefined, isCommon: true })
})

it('knows a word that is found, but not in every fifth', async () => {
  expect(await seek(601)).toEqual({ q: "'outage'", few: undefined, isCommon: false })
})

it('collects all where there would be too few from there on, however many are newer', async () => {
  const { few, isCommon } = await seek(101)

  expect([few?.length, isCommon]).toEqual([152, false])
})
