// What a look at a part of a large project writes: of the issues around, it knows only a little.
import { beforeEach, describe, expect, it } from 'vitest'
import {
  bumpDigestVersion,
  savePreview,
  type ThresholdPreview,
} from '../../../src/db/digest/digest-states.ts'
import { suggestMerges } from '../../../src/db/issues/issue-pairs.ts'
import { insertIssues, settleIssues, touchIssues } from '../../../src/db/issues/issues.ts'
import { inTransaction, type Tx } from '../../../src/db/pool.ts'
import type { TestService } from '../../service.ts'
import { get, inNewProjects } from '../digesting.ts'

let service: TestService
let issues: string[]
let version: number
inNewProjects((made) => {
  ;({ service } = made)
})
beforeEach(async () => {
  issues = Array.from({ length: 3 }, () => service.deps.newId())
  await write(async (tx, projectId) => {
    version = await bumpDigestVersion(tx, projectId)
    const rows = issues.map((id) => ({ id, title: 'One of three', at: new Date() }))
    await insertIssues(tx, projectId, rows, version)
  })
})

const write = (work: (tx: Tx, projectId: string) => Promise<void>): Promise<void> =>
  inTransaction(service.db, (tx) => work(tx, service.projectId))

describe('issues that changed though they were not looked at', () => {
  const waiting = async () => {
    const { rows } = await service.db.query<{ unsettled: boolean; state_version: number }>(
      'SELECT unsettled, state_version::int FROM issue WHERE project_id = $1 ORDER BY number',
      [service.projectId],
    )
    return rows.map(({ unsettled, state_version }) => [unsettled, state_version - version])
  }

  it('still wait to be looked at if they did, and are read again', async () => {
    const [looked, around, settled] = issues as [string, string, string]
    await write((tx, projectId) => touchIssues(tx, projectId, [looked, around], version))

    const changed = [looked, around, settled]
    await write((tx, projectId) =>
      settleIssues(tx, projectId, { looked: [looked], changed, version: version + 1 }),
    )

    expect(await waiting()).toEqual([
      [false, 1],
      [true, 1],
      [false, 1],
    ])
  })

  it('are left alone where nothing came of the look', async () => {
    await write((tx, projectId) => touchIssues(tx, projectId, issues.slice(0, 2), version))

    await write((tx, projectId) =>
      settleIssues(tx, projectId, { looked: issues.slice(0, 1), changed: [], version: version + 1 }),
    )

    expect(await waiting()).toEqual([
      [false, 0],
      [true, 0],
      [false, 0],
    ])
  })
})

describe('a suggested merge', () => {
  const pairs = async () => {
    const { rows } = await service.db.query('SELECT FROM issue_pair WHERE project_id = $1', [
      service.projectId,
    ])
    return rows.length
  }

  it('is withdrawn when one of the two was regrouped beside the other, not when both merely lay around', async () => {
    const [one, other, third] = issues as [string, string, string]
    const suggest = (found: { left: string; right: string; chance: number }[], regrouped: string[]) =>
      write((tx, projectId) => suggestMerges(tx, projectId, found, new Date(), { regrouped, around: issues }))
    await suggest([{ left: one, right: other, chance: 0.6 }], [one])

    await suggest([], [third])
    const kept = await pairs()
    await suggest([], [other])

    expect([kept, await pairs()]).toEqual([1, 0])
  })
})

describe('the effect of another threshold', () => {
  const preview = (stricter: number, looser: number, threshold = 0.7): ThresholdPreview => ({
    threshold,
    step: 0.03,
    stricter_issues: stricter,
    looser_issues: looser,
  })
  const save = (one: ThresholdPreview, weight: number) =>
    write((tx, projectId) => savePreview(tx, projectId, one, weight))
  const shown = async () => (await get(service, '/digest')).grouping

  it('is reckoned from many looks, each for its share of the project', async () => {
    await save(preview(120, 80), 0.1)
    expect(await shown()).toEqual(preview(120, 80))

    await save(preview(220, 0), 0.1)
    expect(await shown()).toEqual(preview(130, 72))

    await save(preview(220, 0), 1)
    expect(await shown()).toEqual(preview(220, 0))
  })

  it('begins anew with another threshold', async () => {
    await save(preview(120, 80), 1)

    await save(preview(50, 40, 0.8), 0.1)

    expect(await shown()).toEqual(preview(50, 40, 0.8))
  })
})
