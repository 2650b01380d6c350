// What people decide about issues, over the admin API, and that no later pass takes it back.
import { beforeEach, describe, expect, it } from 'vitest'
import type { Engine } from '../../../src/digest/engine.ts'
import type { Loose, TestService } from '../../service.ts'
import { expectAllDigested, expectCountersToAddUp } from '../counters.ts'
import {
  act,
  digestAll,
  get,
  inNewProjects,
  issueIds,
  issueOf,
  lookAtAllAgain,
  post,
  postEach,
  readObservation,
  startEngine,
  twoIssues,
} from '../digesting.ts'
import { EXPORT, MAPS, manyOf, VARIOUS } from '../matters.ts'

let engine: Engine
let service: TestService
let exports: string[]
let passwords: string[]
let exporting: Loose
let locked: Loose
inNewProjects((made) => {
  ;({ engine, service } = made)
})
beforeEach(async () => {
  ;({ exports, passwords, exporting, locked } = await twoIssues(service, engine))
})

/** Whatever comes later: arrivals, every issue looked at again, everything digested again. */
async function everyLaterPass(): Promise<void> {
  await postEach(service, MAPS)
  await digestAll(service, engine)
  await lookAtAllAgain(service)
  await digestAll(service, engine)
  await act(service, 'POST', '/digest/restart')
  await digestAll(service, engine)
  await post(service, VARIOUS.slice(0, 1))
  await digestAll(service, engine)
  await expectAllDigested(service.db, service.projectId)
  await expectCountersToAddUp(service.db, service.projectId)
}

const lastDeed = async (subject: string) => (await get(service, `/audit?subject=${subject}&limit=1`)).items[0]

describe('a merge', () => {
  it('brings two issues together for good, however unlike they are', async () => {
    const { status, body } = await act(service, 'POST', `/issues/${locked.id}/merge`, { into: exporting.id })

    expect(status).toBe(200)
    expect(body).toMatchObject({ id: exporting.id, observation_count: 7, user_count: 7 })
    expect(await lastDeed(locked.id)).toMatchObject({
      actor: 'admin token',
      action: 'issue.merged',
      facts: { into: exporting.id, observations: 3 },
    })
    expect(await lastDeed(exporting.id)).toMatchObject({
      action: 'issue.took_in',
      facts: { from: locked.id },
    })
    await expectCountersToAddUp(service.db, service.projectId)
    await everyLaterPass()
    const found = await issueIds(service.db, [...exports, ...passwords])
    expect(new Set(found)).toEqual(new Set([exporting.id]))
    expect((await get(service, `/issues/${locked.id}`)).merged_into).toBe(exporting.id)
  })

  it('can be undone, and the two stay apart from then on', async () => {
    const [first] = exports as [string]
    const { body: half } = await act(service, 'POST', `/issues/${exporting.id}/split`, {
      observation_ids: exports.slice(2),
    })
    await act(service, 'POST', `/issues/${half.id}/merge`, { into: exporting.id })

    const { status, body } = await act(service, 'POST', `/issues/${half.id}/unmerge`)

    expect(status).toBe(200)
    expect(body).toMatchObject({ id: half.id, observation_count: 2, merged_into: null })
    expect(await lastDeed(half.id)).toMatchObject({ action: 'issue.unmerged', facts: { from: exporting.id } })
    expect(await lastDeed(exporting.id)).toMatchObject({
      action: 'issue.gave_back',
      facts: { into: half.id },
    })
    await expectCountersToAddUp(service.db, service.projectId)
    await everyLaterPass()
    expect(await issueIds(service.db, exports.slice(2))).toEqual([half.id, half.id])
    expect((await readObservation(service, first)).issue?.id).toBe(exporting.id)
  })
})

describe('a split', () => {
  it('takes observations out into an issue of their own, for good', async () => {
    const { status, body } = await act(service, 'POST', `/issues/${exporting.id}/split`, {
      observation_ids: exports.slice(0, 1),
      title: 'Warn before cutting off',
    })

    expect(status).toBe(201)
    expect(body).toMatchObject({ title: 'Warn before cutting off', title_by: 'person', observation_count: 1 })
    expect(await lastDeed(exporting.id)).toMatchObject({ action: 'issue.split', facts: { into: body.id } })
    expect(await lastDeed(body.id)).toMatchObject({ action: 'issue.begun', facts: { from: exporting.id } })
    await expectCountersToAddUp(service.db, service.projectId)
    await everyLaterPass()
    const [out, ...rest] = await issueIds(service.db, exports)
    expect(out).toBe(body.id)
    expect(new Set(rest)).toEqual(new Set([exporting.id]))
    expect((await get(service, `/issues/${body.id}`)).title).toBe('Warn before cutting off')
  })
})

describe('a moved observation', () => {
  it('stays in the issue where a person put it', async () => {
    const [moved] = exports as [string]

    const { status, body } = await act(service, 'POST', `/observations/${moved}/move`, {
      issue_id: locked.id,
    })

    expect(status).toBe(200)
    expect(body.issue).toMatchObject({ id: locked.id, placed_by: 'person' })
    expect(await lastDeed(moved)).toMatchObject({
      action: 'observation.moved',
      facts: { from: exporting.id, into: locked.id },
    })
    await expectCountersToAddUp(service.db, service.projectId)
    await everyLaterPass()
    expect((await readObservation(service, moved)).issue).toMatchObject({
      id: locked.id,
      placed_by: 'person',
    })
  })

  it('stays alone in a new issue when a person wanted that', async () => {
    const [moved] = exports as [string]

    const { body } = await act(service, 'POST', `/observations/${moved}/move`, { issue_id: null })

    expect(body.issue?.id).not.toBe(exporting.id)
    await everyLaterPass()
    const kept = await issueOf(service, moved)
    expect(kept).toMatchObject({ id: body.issue?.id, observation_count: 1 })
  })
})

describe('a name and a status', () => {
  it('stay as a person gave them', async () => {
    const wanted = { title: 'Exports are cut off', status: 'planned', status_note: 'In the spring release.' }

    const { status, body } = await act(service, 'PATCH', `/issues/${exporting.id}`, wanted)

    expect(status).toBe(200)
    expect(body).toMatchObject({ ...wanted, title_by: 'person' })
    expect(await lastDeed(exporting.id)).toMatchObject({
      action: 'issue.changed',
      facts: { ...wanted, was: { title: exporting.title, status: 'open' } },
    })
    await everyLaterPass()
    expect(await get(service, `/issues/${exporting.id}`)).toMatchObject({ ...wanted, observation_count: 4 })
  })

  it('are given by one person at a time: who read another title is told, and nothing changes', async () => {
    const rename = (title: string) =>
      act(service, 'PATCH', `/issues/${exporting.id}`, { title, expected_title: exporting.title })
    const first = await rename('Exports are cut off')

    const second = await rename('Exports lose rows')

    expect(first.status).toBe(200)
    expect(second.status).toBe(409)
    expect(second.body.detail).toContain('renamed to “Exports are cut off”')
    const issue = await get(service, `/issues/${exporting.id}`)
    expect(issue).toMatchObject({ title: 'Exports are cut off', status: exporting.status })
  })

  it('lose the note of an older status with that status, unless another comes with it', async () => {
    const change = (body: object) => act(service, 'PATCH', `/issues/${exporting.id}`, body)
    await change({ status: 'planned', status_note: 'In the spring release.' })
    const renamed = await change({ title: 'Exports are cut off' })
    const same = await change({ status: 'planned' })

    const resolved = await change({ status: 'resolved' })
    const noted = await change({ status: 'open', status_note: 'Back again.' })

    expect([renamed, same].map(({ body }) => body.status_note)).toEqual(
      Array(2).fill('In the spring release.'),
    )
    expect(resolved.body).toMatchObject({ status: 'resolved', status_note: null })
    expect(noted.body).toMatchObject({ status: 'open', status_note: 'Back again.' })
  })

  it('go back to the title found automatically with null', async () => {
    await act(service, 'PATCH', `/issues/${exporting.id}`, { title: 'Exports are cut off' })

    const { body } = await act(service, 'PATCH', `/issues/${exporting.id}`, { title: null })

    expect(body.title_by).toBe('machine')
    expect(EXPORT.map(({ title }) => title)).toContain(body.title)
  })
})

describe('a kind and a severity', () => {
  const read = () => get(service, `/issues/${exporting.id}`)
  const change = (wanted: object) => act(service, 'PATCH', `/issues/${exporting.id}`, wanted)

  it('stay as a person corrected them, and say whose they are', async () => {
    const { status, body } = await change({ kind: 'request', severity: 'critical' })

    const corrected = { kind: 'request', kind_by: 'person', severity: 'critical', severity_by: 'person' }
    expect(status).toBe(200)
    expect(body).toMatchObject({ ...corrected, severity_reasons: [] })
    expect(await lastDeed(exporting.id)).toMatchObject({
      actor: 'admin token',
      action: 'issue.changed',
      facts: {
        kind: 'request',
        severity: 'critical',
        was: { kind: exporting.kind, severity: exporting.severity },
      },
    })
    await everyLaterPass()
    expect(await read()).toMatchObject({ ...corrected, severity_reasons: [], observation_count: 4 })
    const { items } = await get(service, '/issues?sort=severity')
    expect(items[0]?.id).toBe(exporting.id)
  })

  it('go back to those found automatically with null', async () => {
    await change({ kind: 'question', severity: 'critical' })
    await digestAll(service, engine)

    const { body } = await change({ kind: null, severity: null })
    await digestAll(service, engine)

    expect(body).toMatchObject({ kind_by: 'machine', severity_by: 'machine' })
    const { kind, severity, severity_reasons } = exporting
    expect(await read()).toMatchObject({ kind, severity, severity_reasons, kind_by: 'machine' })
  })

  it('are rated anew where a person changed the kind alone', async () => {
    await change({ kind: 'praise' })
    await digestAll(service, engine)
    const praise = await read()

    const { body } = await change({ kind: 'problem' })
    await digestAll(service, engine)

    expect(praise).toMatchObject({ kind: 'praise', severity: null, severity_reasons: [] })
    expect(body).toMatchObject({ kind: 'problem', severity: 'low' })
    expect(await read()).toMatchObject({ severity: exporting.severity, severity_by: 'machine' })
  })

  it('of praise is refused: it has no severity', async () => {
    await change({ severity: 'high' })
    const { body } = await change({ kind: 'praise' })
    const { status } = await change({ severity: 'high' })

    expect(body).toMatchObject({ severity: null, severity_by: 'machine' })
    expect(status).toBe(409)
    expect((await change({ kind: 'praise', severity: 'low' })).status).toBe(409)
    expect((await change({ kind: 'problem', severity: 'low' })).body).toMatchObject({ severity: 'low' })
  })
})

describe('issues kept apart', () => {
  it('are not merged, and not suggested again', async () => {
    const { body: half } = await act(service, 'POST', `/issues/${exporting.id}/split`, {
      observation_ids: exports.slice(2),
    })
    await service.db.query("UPDATE issue_pair SET state = 'suggested', score = 1.5 WHERE project_id = $1", [
      service.projectId,
    ])

    const { status, body } = await act(service, 'POST', `/issues/${half.id}/keep-apart`, {
      from: exporting.id,
    })

    expect(status).toBe(200)
    expect(body.suggested_merges).toEqual([])
    expect(await lastDeed(half.id)).toMatchObject({
      action: 'issue.kept_apart',
      facts: { from: exporting.id },
    })
    await everyLaterPass()
    expect(new Set(await issueIds(service.db, exports)).size).toBe(2)
  })
})

describe('people and workers at the same time', () => {
  it('end with counters that add up', async () => {
    const { items } = await get(service, '/issues')
    const [target, ...others] = items.map(({ id }) => id)
    for (let user = 0; user < 2; user++) await post(service, manyOf(50), { user_id: `busy-${user}` })

    const answers = await Promise.all([
      ...others
        .slice(0, 5)
        .map((id: string) => act(service, 'POST', `/issues/${id}/merge`, { into: target })),
      ...passwords.map((id) => act(service, 'POST', `/observations/${id}/move`, { issue_id: target })),
      ...exports
        .slice(0, 2)
        .map((id) => act(service, 'POST', `/observations/${id}/move`, { issue_id: null })),
      digestAll(service, engine).then(() => ({ status: 200 })),
      digestAll(service, startEngine()).then(() => ({ status: 200 })),
      act(service, 'POST', '/digest/restart'),
    ])

    for (const { status } of answers) expect([200, 202, 409]).toContain(status)
    await digestAll(service, engine)
    await expectAllDigested(service.db, service.projectId)
    await expectCountersToAddUp(service.db, service.projectId)
    expect(new Set(await issueIds(service.db, passwords)).size).toBe(1)
  })
})
