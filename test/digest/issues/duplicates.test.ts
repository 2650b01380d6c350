// The queue of possible duplicates, over the admin API: what is in it, what a verdict does, and what it learns.
import { beforeEach, describe, expect, it } from 'vitest'
import { suggestMerges } from '../../../src/db/issues/issue-pairs.ts'
import { inTransaction } from '../../../src/db/pool.ts'
import type { Engine } from '../../../src/digest/engine.ts'
import { type MadeIssue, makeIssue } from '../../issues.ts'
import type { Loose, TestService } from '../../service.ts'
import { act, digestAll, get, inNewProjects, lookAtAllAgain, twoIssues } from '../digesting.ts'

let engine: Engine
let service: TestService
let issues: string[]
inNewProjects((made) => {
  ;({ engine, service } = made)
})

const suggest = (...pairs: [string, string, number][]) =>
  inTransaction(service.db, (tx) =>
    suggestMerges(
      tx,
      service.projectId,
      pairs.map(([left, right, chance]) => ({ left, right, chance })),
      new Date(),
      { regrouped: [], around: [] },
    ),
  )
const make = async (count: number) => {
  const made: MadeIssue[] = []
  for (let at = 0; at < count; at++) made.push(await makeIssue(service, `Matter ${at}`))
  return made.map(({ id }) => id)
}
const queue = async (query = '') => (await get(service, `/duplicates${query}`)).items as Loose[]
const pairs = async () => (await queue()).map(({ one, other }) => [one.id, other.id].sort())
const pair = (...ids: string[]) => [...ids].sort()
const judge = (verdict: string, ...issue_ids: string[]) =>
  act(service, 'POST', '/duplicates/verdicts', { issue_ids, verdict })
const undo = (...issue_ids: string[]) => act(service, 'POST', '/duplicates/verdicts/undo', { issue_ids })

describe('possible duplicates', () => {
  beforeEach(async () => {
    issues = await make(5)
  })

  it('are one queue over the whole project, the likeliest first, a page at a time', async () => {
    const [a, b, c, d] = issues as [string, string, string, string]
    await suggest([a, b, 0.5], [d, c, 0.9], [a, d, 0.2])

    const first = await get(service, '/duplicates?limit=1')
    const second = await get(service, `/duplicates?limit=1&cursor=${first.next_cursor}`)

    expect(first.items).toMatchObject([{ one: { id: c }, other: { id: d }, chance: expect.closeTo(0.9) }])
    expect(second).toMatchObject({ items: [{ one: { id: a }, other: { id: b } }], next_cursor: null })
    expect(await get(service, '/totals/duplicates')).toEqual({ count: 2, at_least: false })
  })

  it('that are the same become one issue, and with undo two again, which are listed again', async () => {
    const [a, b] = issues as [string, string]
    await suggest([a, b, 0.5])

    const { status, body } = await judge('same', b, a)

    expect(status).toBe(200)
    expect(body).toMatchObject({ id: a, observation_count: 2 })
    expect((await get(service, `/issues/${b}`)).merged_into).toBe(a)
    expect(await pairs()).toEqual([])
    const undone = await undo(a, b)
    expect(undone.body).toMatchObject({ id: a, observation_count: 1 })
    expect(await pairs()).toEqual([pair(a, b)])
  })

  it('that are different are kept apart, and with undo listed again', async () => {
    const [a, b] = issues as [string, string]
    await suggest([a, b, 0.5])

    await judge('different', a, b)

    expect(await pairs()).toEqual([])
    expect((await get(service, `/audit?subject=${a}&limit=1`)).items[0]).toMatchObject({
      action: 'issue.kept_apart',
      facts: { from: b },
    })
    expect((await undo(b, a)).status).toBe(200)
    expect(await pairs()).toEqual([pair(a, b)])
    expect((await undo(b, a)).status).toBe(409)
  })

  it('may be any two, listed or not; undo leaves no trace of two that were not', async () => {
    const [a, b] = issues as [string, string]
    await judge('different', a, b)
    await undo(a, b)

    const { rows } = await service.db.query('SELECT FROM issue_pair WHERE project_id = $1', [
      service.projectId,
    ])
    expect(rows).toEqual([])
    expect((await judge('same', a, a)).status).toBe(409)
    expect((await judge('same', a, 'nothing')).status).toBe(400)
  })
})

describe('what verdicts teach', () => {
  beforeEach(async () => {
    issues = await make(12)
  })
  const judgeEach = async (verdict: string) => {
    const judged = issues.slice(2)
    for (let at = 0; at < judged.length; at += 2) {
      const [a, b] = judged.slice(at, at + 2) as [string, string]
      await suggest([a, b, 0.5])
      await judge(verdict, a, b)
    }
  }

  it('where pairs were different, only likelier ones are listed', async () => {
    await suggest([issues[0] as string, issues[1] as string, 0.4])
    const [before] = await queue()

    await judgeEach('different')

    expect(before.chance).toBeCloseTo(0.4)
    expect(await queue()).toEqual([])
    expect(await get(service, '/totals/duplicates')).toMatchObject({ count: 0 })
  })

  it('where pairs were the same, less likely ones are listed, too', async () => {
    await suggest([issues[0] as string, issues[1] as string, 0.25])
    const before = await queue()

    await judgeEach('same')

    expect(before).toEqual([])
    expect((await queue())[0].chance).toBeGreaterThan(0.3)
  })
})

describe('the digest', () => {
  it('finds two that it must not merge by itself, and no longer lists them once they are kept apart', async () => {
    const { exporting, exports } = await twoIssues(service, engine)
    const { body: half } = await act(service, 'POST', `/issues/${exporting.id}/split`, {
      observation_ids: exports.slice(2),
    })
    await undo(exporting.id, half.id)
    await lookAtAllAgain(service)

    await digestAll(service, engine)

    expect(await pairs()).toContainEqual(pair(exporting.id, half.id))
    await judge('different', exporting.id, half.id)
    await lookAtAllAgain(service)
    await digestAll(service, engine)
    expect(await pairs()).not.toContainEqual(pair(exporting.id, half.id))
  })
})
