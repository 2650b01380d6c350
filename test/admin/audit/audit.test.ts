import { beforeAll, describe, expect, it } from 'vitest'
import { audit, MACHINE } from '../../../src/domain/audit/audit.ts'
import { forgetExpired } from '../../../src/worker/housekeeping.ts'
import { act, get } from '../../digest/digesting.ts'
import { anotherProject, type Loose, startService, type TestService } from '../../service.ts'

describe('admin: the audit log', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService()
    const { deps, db, projectId } = service
    for (const label of ['Billing', 'Speed']) await act(service, 'POST', '/tags', { label })
    for (let merge = 0; merge < 4; merge++)
      await audit(db, deps, projectId, { actor: MACHINE, action: 'issue.merged', subjectId: deps.newId() })
    await act(service, 'PATCH', '', { name: 'Ledger' })
  })

  const actions = async (query: string): Promise<string[]> =>
    (await get(service, `/audit${query}`)).items.map(({ action }: Loose) => action)

  it('tells everything, newest first', async () => {
    expect((await actions('')).slice(0, 7)).toEqual([
      'project.renamed',
      ...Array(4).fill('issue.merged'),
      'tag.created',
      'tag.created',
    ])
  })

  it('tells what people did without the merges of the digest between it', async () => {
    const told = await actions('?by=people')

    expect(told.slice(0, 3)).toEqual(['project.renamed', 'tag.created', 'tag.created'])
    expect(told).not.toContain('issue.merged')
  })

  it('tells what the digest did by itself', async () => {
    expect(await actions('?by=machine')).toEqual(Array(4).fill('issue.merged'))
  })

  it('keeps what the digest moved and merged for 90 days, and what people did for good', async () => {
    const own = await startService()
    const { deps, db, projectId, clock } = own
    const log = (actor: string, action: string) =>
      audit(db, deps, projectId, { actor, action, subjectId: null })
    for (const actor of [MACHINE, 'ada@example.com'])
      for (const action of ['issue.merged', 'observation.moved', 'issue.regressed']) await log(actor, action)
    const kept = async () =>
      (await db.query("SELECT actor, action FROM audit_log WHERE action <> 'key.created' ORDER BY id")).rows
        .length
    clock.now = new Date(clock.now.getTime() + 89 * 86_400_000)
    await forgetExpired(deps, () => {})
    const before = await kept()
    clock.now = new Date(clock.now.getTime() + 2 * 86_400_000)

    await forgetExpired(deps, () => {})

    expect([before - (await kept()), (await get(own, '/audit?by=machine')).items]).toMatchObject([
      2,
      [{ action: 'issue.regressed' }],
    ])
  })

  it('goes on page by page within what is asked for', async () => {
    const first = await get(service, '/audit?by=people&limit=2')
    const second = await get(service, `/audit?by=people&limit=1&cursor=${first.next_cursor}`)

    const told = [...first.items, ...second.items].map(({ action }) => action)
    expect(told).toEqual(['project.renamed', 'tag.created', 'tag.created'])
  })

  it('can be asked for one subject and one maker at once', async () => {
    const [merge] = (await get(service, '/audit?by=machine')).items

    expect(await actions(`?by=machine&subject=${merge?.subject_id}`)).toEqual(['issue.merged'])
    expect(await actions(`?by=people&subject=${merge?.subject_id}`)).toEqual([])
  })

  it('calls an issue what it is called now, and only one of this project', async () => {
    const { deps, db, projectId } = service
    const issueId = deps.newId()
    await audit(db, deps, projectId, {
      actor: 'ada@example.com',
      action: 'issue.changed',
      subjectId: issueId,
    })
    const told = async () => (await get(service, `/audit?subject=${issueId}`)).items[0]?.subject_title
    const make = (project: string, title: string) =>
      db.query(
        'INSERT INTO issue (project_id, id, number, title, state_version, created_at, updated_at) VALUES ($1, $2, 1, $3, 0, now(), now())',
        [project, issueId, title],
      )

    await make((await anotherProject(service)).projectId, 'Not yours')
    expect(await told()).toBeNull()

    await make(projectId, 'Export stops early')
    expect(await told()).toBe('Export stops early')
  })

  it('names old and new of what was renamed, and the study and the issues that it speaks of', async () => {
    const { deps, db, projectId } = service
    const { body: study } = await act(service, 'POST', '/studies', { question: 'Why export?' })
    await act(service, 'PATCH', `/studies/${study.id}`, { state: 'active' })
    const [from, into] = [deps.newId(), deps.newId()]
    for (const [number, id] of [
      [2, from],
      [3, into],
    ])
      await db.query(
        'INSERT INTO issue (project_id, id, number, title, state_version, created_at, updated_at) VALUES ($1, $2, $3::int, $4, 0, now(), now())',
        [projectId, id, number, `Issue ${number}`],
      )
    await audit(db, deps, projectId, {
      actor: 'ada',
      action: 'issue.merged',
      subjectId: from,
      facts: { into },
    })
    await act(service, 'PATCH', '', { name: 'Books' })

    const [renamed, merged, started] = (await get(service, '/audit')).items

    expect(renamed?.facts).toEqual({ name: 'Books', was: { name: 'Ledger' } })
    expect(merged).toMatchObject({
      subject_title: 'Issue 2',
      issues: [{ id: into, number: 3, title: 'Issue 3' }],
    })
    expect(started).toMatchObject({ action: 'study.state_changed', subject_title: 'Why export?', issues: [] })
  })

  it('refuses a maker that there is not', async () => {
    const { status, body } = await act(service, 'GET', '/audit?by=nobody')

    expect(status).toBe(400)
    expect(body.detail[0].loc).toEqual(['query', 'by'])
  })
})
