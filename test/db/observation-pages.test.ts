// Pages and totals of observations are looked for in several ways. Whichever is taken, they are what a plain reading finds.
import { beforeAll, describe, expect, it } from 'vitest'
import type { Sentiment, Source } from '../../src/contract/labels.ts'
import {
  countMatchingObservations,
  type ObservationFilter,
  selectObservations,
} from '../../src/db/observations/observations.ts'
import { countMatches } from '../../src/db/observations/word-searches.ts'
import { idAfter } from '../../src/db/page.ts'
import { startService, type TestService } from '../service.ts'
import { storeObservations } from './stored-observations.ts'

const COUNT = 1_000
/** Of the ids; observations of some days ago come last, but for every 17th, every 23rd and those of the future. */
const OBSERVED = `CASE WHEN n % 17 = 0 THEN today - n % 100 * interval '1 day' + interval '5 hours'
  WHEN n % 101 = 0 THEN today + n % 300 * interval '1 day'
  WHEN n % 23 = 0 THEN today - n % 90 * interval '1 day'
  ELSE now() - (${COUNT} - n) * interval '144 minutes' END`
const WORDS = `concat_ws(' ', 'all', CASE WHEN n % 3 = 0 THEN 'common' END, CASE WHEN n % 40 = 0 THEN 'middling' END,
  CASE WHEN n % 450 = 0 THEN 'rare' END, CASE WHEN n > 850 THEN 'lately' END, CASE WHEN n < 150 THEN 'once' END)`

let service: TestService
beforeAll(async () => {
  service = await startService()
  await storeObservations(service, COUNT, {
    description: WORDS,
    user_id: "'user-' || n % 13",
    source: "CASE WHEN n % 3 = 0 THEN 'rest' ELSE 'mcp' END",
    sentiment: "CASE WHEN n % 2 = 0 THEN 'neutral' ELSE 'positive' END",
    observed_at: OBSERVED,
  })
})

const SEARCHES = ['all', 'common', 'middling', 'rare', 'lately', 'once', 'nothing'].map((word) => `'${word}'`)
/** In days from this midnight. */
const PERIODS: [from: number | null, to: number | null][] = [
  [null, null],
  [-30, null],
  [-70, null],
  [10, null],
  [null, -60],
  [null, 5],
  [-80, -50],
  [-100, 0],
  [-3, -1],
  [-500, -400],
  [-31.5, -30.2],
  [5, -5],
  [-70, -9],
]
const OTHERS: ObservationFilter[] = [
  {},
  { sentiment: ['neutral' satisfies Sentiment] },
  { source: 'rest' satisfies Source },
  { user_id: 'user-3' },
]
const DAY_MS = 86_400_000
const fromToday = (days: number) => new Date((Math.floor(Date.now() / DAY_MS) + days) * DAY_MS)

const filtersOf = (q: string | null): ObservationFilter[] =>
  PERIODS.flatMap(([from, to]) =>
    OTHERS.map((others) => ({
      ...others,
      ...(q !== null && { q }),
      ...(from !== null && { from: fromToday(from) }),
      ...(to !== null && { to: fromToday(to) }),
    })),
  )

async function readPlainly(filter: ObservationFilter): Promise<string[]> {
  const { rows } = await service.db.query<{ id: string }>(
    `SELECT o.id FROM observation o
     JOIN observation_search s ON s.project_id = o.project_id AND s.observation_id = o.id
     WHERE o.project_id = $1 AND ($2::text IS NULL OR s.document @@ $2::tsquery)
       AND ($3::timestamptz IS NULL OR observed_at >= $3) AND ($4::timestamptz IS NULL OR observed_at < $4)
       AND ($5::text[] IS NULL OR user_sentiment = ANY($5)) AND ($6::text IS NULL OR user_id = $6)
       AND ($7::text IS NULL OR source = $7)
     ORDER BY o.id DESC`,
    [
      service.projectId,
      filter.q ?? null,
      filter.from ?? null,
      filter.to ?? null,
      filter.sentiment ?? null,
      filter.user_id ?? null,
      filter.source ?? null,
    ],
  )
  return rows.map(({ id }) => id)
}

async function readInPages(filter: ObservationFilter, limit: number): Promise<string[]> {
  const ids: string[] = []
  for (let before: string | null = null; ; before = ids.at(-1) as string) {
    const page = await selectObservations(service.db, service.projectId, filter, { before, limit })
    ids.push(...page.map(({ id }) => id))
    if (page.length < limit) return ids
  }
}

describe.each([null, ...SEARCHES])('searched for %s', (q) => {
  it('is in pages, and counted, what it is in a plain reading', async () => {
    for (const filter of filtersOf(q)) {
      const ids = await readPlainly(filter)
      const counted = await countMatchingObservations(service.db, service.projectId, filter, 2 * COUNT)

      expect(await readInPages(filter, 101), JSON.stringify(filter)).toEqual(ids)
      expect(counted.find(({ sentiment }) => sentiment === null)?.count ?? 0).toBe(ids.length)
    }
  })
})

it.each(SEARCHES)('counts %s, up to a number', async (q) => {
  const { length } = await readPlainly({ q })

  for (const most of [10, 100, 2 * COUNT])
    expect(await countMatches(service.db, service.projectId, q, most)).toBe(Math.min(most, length))
})

it.each([
  ['00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000001'],
  ['019abcde-ffff-7fff-bfff-ffffffffffff', '019abcde-ffff-7fff-c000-000000000000'],
  ['ffffffff-ffff-ffff-ffff-ffffffffffff', null],
])('knows that %s is followed by %s', (id, next) => {
  expect(idAfter(id)).toBe(next)
})
