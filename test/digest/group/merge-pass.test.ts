// The periodic merge pass: what it merges, what it only suggests, and what it leaves to people.
import { beforeEach, describe, expect, it } from 'vitest'
import type { Engine } from '../../../src/digest/engine.ts'
import type { Loose, TestService } from '../../service.ts'
import { expectCountersToAddUp } from '../counters.ts'
import {
  act,
  digestAll,
  get,
  inNewProjects,
  issueIds,
  issueOf,
  mergePassIsDue,
  post,
  postEach,
  startEngine,
} from '../digesting.ts'
import { EXPORT, MAPS, manyOf, PASSWORD, VARIOUS } from '../matters.ts'

let engine: Engine
let service: TestService
let exportIds: string[]
/** Two issues of one matter: a person split them. */
let halves: [Loose, Loose]

inNewProjects((made) => {
  ;({ engine, service } = made)
})
beforeEach(async () => {
  await postEach(service, VARIOUS)
  exportIds = await postEach(service, EXPORT)
  await digestAll(service, engine)
  const first = await issueOf(service, exportIds[0] as string)
  const { body: second } = await act(service, 'POST', `/issues/${first.id}/split`, {
    observation_ids: exportIds.slice(2),
  })
  halves = [first, second]
})

const lift = (what: 'held' | 'apart') =>
  service.db.query(
    { held: 'UPDATE issue SET held = false', apart: "DELETE FROM issue_pair WHERE state = 'apart'" }[what] ??
      '',
  )
/** A fresh worker, which knows only what the database says, and one more arrival. */
async function pass(): Promise<void> {
  await mergePassIsDue(service.db, service.projectId)
  await post(service, MAPS.slice(0, 1))
  await digestAll(service, startEngine())
}

describe('the merge pass', () => {
  it('merges two issues of one matter, and says so', async () => {
    await lift('held')
    await lift('apart')

    await pass()

    const [one, ...rest] = new Set(await issueIds(service.db, exportIds))
    expect(rest).toEqual([])
    const [from] = halves.filter(({ id }) => id !== one)
    expect(await get(service, `/issues/${from.id}`)).toMatchObject({ merged_into: one, observation_count: 0 })
    const { items } = await get(service, `/audit?subject=${from.id}`)
    expect(items[0]).toMatchObject({ actor: 'machine', action: 'issue.merged', facts: { into: one } })
    await expectCountersToAddUp(service.db, service.projectId)
  })

  it('only suggests it when both belong to people', async () => {
    await lift('apart')

    await pass()

    expect(new Set(await issueIds(service.db, exportIds)).size).toBe(2)
    const { suggested_merges } = await get(service, `/issues/${halves[0].id}`)
    expect(suggested_merges[0]).toMatchObject({ issue_id: halves[1].id, score: expect.any(Number) })
  })

  it('neither merges nor suggests what people keep apart', async () => {
    await lift('held')

    await pass()

    expect(new Set(await issueIds(service.db, exportIds)).size).toBe(2)
    for (const { id } of halves) {
      const { suggested_merges, merged_into } = await get(service, `/issues/${id}`)
      expect({ suggested_merges, merged_into }).toEqual({ suggested_merges: [], merged_into: null })
    }
  })

  it('folds into the issue that a person gave a status, never the other way', async () => {
    await lift('held')
    await lift('apart')
    await act(service, 'PATCH', `/issues/${halves[1].id}`, { status: 'planned' })

    await pass()

    expect(new Set(await issueIds(service.db, exportIds))).toEqual(new Set([halves[1].id]))
    expect(await get(service, `/issues/${halves[1].id}`)).toMatchObject({
      status: 'planned',
      merged_into: null,
    })
  })

  it('reopens a resolved issue when what it folds in was seen after that', async () => {
    await lift('held')
    await lift('apart')
    await act(service, 'PATCH', `/issues/${halves[1].id}`, { status: 'resolved' })
    await service.db.query("UPDATE issue SET status_changed_at = '2026-03-01' WHERE id = $1", [halves[1].id])

    await pass()

    const issue = await get(service, `/issues/${halves[1].id}`)
    expect(issue).toMatchObject({ status: 'open', observation_count: 4, regressed_at: expect.any(String) })
  })

  it('comes by itself after a hundred arrivals', async () => {
    await lift('held')
    await lift('apart')
    for (let user = 0; user < 3; user++) await post(service, manyOf(50), { user_id: `user-${user}` })

    await digestAll(service, startEngine())

    expect(new Set(await issueIds(service.db, exportIds)).size).toBe(1)
    const { rows } = await service.db.query(
      'SELECT since_merge_pass FROM digest_state WHERE project_id = $1',
      [service.projectId],
    )
    expect(rows[0].since_merge_pass).toBeLessThan(100)
    await expectCountersToAddUp(service.db, service.projectId)
  })
})

describe('matters that differ', () => {
  it('are left apart by it', async () => {
    const passwords = await postEach(service, PASSWORD)
    await digestAll(service, engine)
    const [before] = await issueIds(service.db, passwords)

    await pass()

    expect(new Set(await issueIds(service.db, passwords))).toEqual(new Set([before]))
    expect(await issueIds(service.db, exportIds)).not.toContain(before)
  })
})
