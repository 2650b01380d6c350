// A first guess is not the last: issues that changed are compared with their neighbors again, and people can tell.
import { beforeEach, describe, expect, it } from 'vitest'
import type { Engine } from '../../src/digest/engine.ts'
import { GROUP_SETTINGS } from '../../src/digest/group/likeness.ts'
import type { TestService } from '../service.ts'
import { expectAllDigested, expectCountersToAddUp } from './counters.ts'
import {
  act,
  digestAll,
  get,
  guessAtFirst,
  inNewProjects,
  issueIds,
  lookAtAllAgain,
  postEach,
  readObservation,
} from './digesting.ts'
import { EXPORT, PASSWORD, VARIOUS } from './matters.ts'

let engine: Engine
let service: TestService
let exports: string[]
let passwords: string[]
let exporting: string
let locked: string
inNewProjects((made) => {
  ;({ engine, service } = made)
})
beforeEach(async () => {
  await postEach(service, VARIOUS)
  exports = await postEach(service, EXPORT)
  passwords = await postEach(service, PASSWORD)
  await digestAll(service, engine)
  ;[exporting, locked] = (await issueIds(service.db, [exports[0], passwords[0]] as string[])) as [
    string,
    string,
  ]
})

const guessed = (ids: string[], from: string, into: string | null) => guessAtFirst(service, ids, from, into)

const unsettled = async (): Promise<number> =>
  (await service.db.query('SELECT FROM issue WHERE project_id = $1 AND unsettled', [service.projectId]))
    .rowCount ?? 0
const lastChange = async (subject: string) =>
  (await get(service, `/audit?subject=${subject}&limit=1`)).items[0]

describe('an observation in the wrong issue', () => {
  it('is moved to the right one, and where people saw it before, its history says that the digest did it', async () => {
    const [wrong] = exports as [string]
    await guessed([wrong], exporting, locked)
    await digestAll(service, engine)
    expect(await lastChange(wrong)).toBeUndefined()
    await service.db.query('UPDATE issue SET seen_at = now() WHERE id = $1', [locked])
    await guessed([wrong], exporting, locked)

    await digestAll(service, engine)

    expect((await readObservation(service, wrong)).issue).toMatchObject({
      id: exporting,
      placed_by: 'machine',
    })
    expect(await lastChange(wrong)).toMatchObject({
      actor: 'machine',
      action: 'observation.moved',
      facts: { from: locked, into: exporting },
    })
    await expectAllDigested(service.db, service.projectId)
    await expectCountersToAddUp(service.db, service.projectId)
    expect(await unsettled()).toBe(0)
  })

  it('stays there if a person put it there', async () => {
    const [moved] = exports as [string]
    await act(service, 'POST', `/observations/${moved}/move`, { issue_id: locked })

    await lookAtAllAgain(service)
    await digestAll(service, engine)

    expect(await issueIds(service.db, [moved])).toEqual([locked])
  })
})

describe('two issues about the same matter', () => {
  it('become one, to which the address of the other leads', async () => {
    const small = await guessed(exports.slice(3), exporting, null)

    await digestAll(service, engine)

    expect(new Set(await issueIds(service.db, exports))).toEqual(new Set([exporting]))
    expect((await get(service, `/issues/${small}`)).merged_into).toBe(exporting)
    expect(await lastChange(small)).toMatchObject({ action: 'issue.merged', facts: { into: exporting } })
    await expectCountersToAddUp(service.db, service.projectId)
  })

  it('become the one that somebody has opened, though it is the smaller', async () => {
    const small = await guessed(exports.slice(3), exporting, null)
    await act(service, 'POST', `/issues/${small}/seen`)

    await digestAll(service, engine)

    expect(new Set(await issueIds(service.db, exports))).toEqual(new Set([small]))
    expect((await get(service, `/issues/${exporting}`)).merged_into).toBe(small)
    await expectCountersToAddUp(service.db, service.projectId)
  })

  it('become the one that a person named, under its name', async () => {
    const small = await guessed(exports.slice(3), exporting, null)
    await act(service, 'PATCH', `/issues/${small}`, { title: 'Exports end early' })

    await digestAll(service, engine)

    expect(new Set(await issueIds(service.db, exports))).toEqual(new Set([small]))
    expect(await get(service, `/issues/${small}`)).toMatchObject({
      title: 'Exports end early',
      merged_into: null,
    })
  })
})

describe('an issue about two matters', () => {
  it('is taken apart, and the larger part stays what it was', async () => {
    await guessed(passwords, locked, exporting)

    await digestAll(service, engine)

    expect(new Set(await issueIds(service.db, exports))).toEqual(new Set([exporting]))
    const [own, ...others] = await issueIds(service.db, passwords)
    expect(own).not.toBe(exporting)
    expect(new Set(others)).toEqual(new Set([own]))
    await expectCountersToAddUp(service.db, service.projectId)
  })

  it('stays whole if a person merged it', async () => {
    await act(service, 'POST', `/issues/${locked}/merge`, { into: exporting })

    await lookAtAllAgain(service)
    await digestAll(service, engine)

    expect(new Set(await issueIds(service.db, [...exports, ...passwords]))).toEqual(new Set([exporting]))
  })
})

describe('that an issue was looked at', () => {
  it('is written once, when it is said, by its number as well', async () => {
    const seen = async () =>
      (await service.db.query('SELECT seen_at, xmin FROM issue WHERE id = $1', [exporting])).rows[0]
    const { number } = await get(service, `/issues/${exporting}`)
    const before = await seen()

    await act(service, 'POST', `/issues/${number}/seen`)
    const first = await seen()
    await act(service, 'POST', `/issues/${exporting}/seen`)

    expect(before.seen_at).toBeNull()
    expect(first.seen_at).toEqual(service.deps.now())
    expect(await seen()).toEqual(first)
  })
})

describe('the threshold', () => {
  it('is shown with the issues that a stricter and a looser one would give', async () => {
    const { grouping } = await get(service, '/digest')
    const { items } = await get(service, '/issues?limit=200')

    expect(grouping).toMatchObject({ threshold: GROUP_SETTINGS.threshold, step: expect.any(Number) })
    expect(grouping?.stricter_issues).toBeGreaterThanOrEqual(items.length)
    expect(grouping?.looser_issues).toBeLessThanOrEqual(items.length)
    expect(grouping?.looser_issues).toBeGreaterThan(0)
  })
})
