// What people cannot decide about issues, and that a refusal changes nothing.
import { beforeEach, describe, expect, it } from 'vitest'
import type { Engine } from '../../../src/digest/engine.ts'
import type { Loose, TestService } from '../../service.ts'
import { expectCountersToAddUp } from '../counters.ts'
import { act, digestAll, get, inNewProject, inNewProjects, post, twoIssues } from '../digesting.ts'
import { DARK } from '../matters.ts'

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

describe('what cannot be', () => {
  const NOBODY = '0199c0de-7a11-7000-8000-00000000dead'
  const calls: [string, string, () => [path: string, body?: unknown], number][] = [
    ['merge', 'of an unknown issue', () => [`/issues/${NOBODY}/merge`, { into: exporting.id }], 404],
    ['merge', 'into an unknown issue', () => [`/issues/${exporting.id}/merge`, { into: NOBODY }], 404],
    ['merge', 'into itself', () => [`/issues/${exporting.id}/merge`, { into: exporting.id }], 409],
    ['merge', 'without a target', () => [`/issues/${exporting.id}/merge`, {}], 400],
    ['unmerge', 'of what was never merged', () => [`/issues/${exporting.id}/unmerge`], 409],
    ['unmerge', 'of an unknown issue', () => ['/issues/nonsense/unmerge'], 404],
    ['split', 'of everything', () => [`/issues/${exporting.id}/split`, { observation_ids: exports }], 409],
    ['split', 'of nothing', () => [`/issues/${exporting.id}/split`, { observation_ids: [] }], 400],
    ['split', 'of strangers', () => [`/issues/${exporting.id}/split`, { observation_ids: passwords }], 400],
    ['move', 'of an unknown observation', () => [`/observations/${NOBODY}/move`, { issue_id: null }], 404],
    ['move', 'to an unknown issue', () => [`/observations/${exports[0]}/move`, { issue_id: NOBODY }], 404],
    ['move', 'to nowhere', () => [`/observations/${exports[0]}/move`, {}], 400],
    ['keep apart', 'from itself', () => [`/issues/${locked.id}/keep-apart`, { from: locked.id }], 409],
    ['keep apart', 'from an unknown issue', () => [`/issues/${locked.id}/keep-apart`, { from: NOBODY }], 404],
  ]

  it('is refused, and changes nothing', async () => {
    const before = (await get(service, '/audit')).items.length

    const answers = []
    for (const [what, how, call] of calls) {
      const { status } = await act(service, 'POST', ...call())
      answers.push([what, how, status])
    }

    expect(answers).toEqual(calls.map(([what, how, , status]) => [what, how, status]))
    expect((await get(service, '/audit')).items).toHaveLength(before)
    await expectCountersToAddUp(service.db, service.projectId)
  })

  it('is refused on an issue that was merged into another', async () => {
    await act(service, 'POST', `/issues/${locked.id}/merge`, { into: exporting.id })

    const merge = await act(service, 'POST', `/issues/${locked.id}/merge`, { into: exporting.id })
    const rename = await act(service, 'PATCH', `/issues/${locked.id}`, { title: 'Another' })
    const move = await act(service, 'POST', `/observations/${exports[0]}/move`, { issue_id: locked.id })

    expect([merge.status, rename.status, move.status]).toEqual([409, 409, 409])
    expect(merge.body.detail).toContain(exporting.id)
  })

  it('is refused for an observation that is not digested yet', async () => {
    const [waiting] = await post(service, DARK)

    const { status } = await act(service, 'POST', `/observations/${waiting}/move`, { issue_id: exporting.id })

    expect(status).toBe(409)
    await digestAll(service, engine)
  })

  it('is refused across projects', async () => {
    const other = await inNewProject(service)

    const { status } = await act(other, 'PATCH', `/issues/${exporting.id}`, { title: 'Mine' })

    expect(status).toBe(404)
    expect((await get(service, `/issues/${exporting.id}`)).title).toBe(exporting.title)
  })
})
