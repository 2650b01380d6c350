// Issues have numbers of the project's own: given once, never again, and good for finding them.
import { beforeEach, describe, expect, it } from 'vitest'
import { selectIssuesByNumber } from '../../../src/db/issues/issue-numbers.ts'
import { inNewProject } from '../../digest/digesting.ts'
import { foldIssue, type MadeIssue, makeIssue } from '../../issues.ts'
import { type Loose, startService, type TestService } from '../../service.ts'

let shared: TestService
let service: TestService
beforeEach(async () => {
  shared ??= await startService()
  service = await inNewProject(shared)
})

const get = async (path: string): Promise<Loose> =>
  (await service.admin('GET', `/projects/${service.projectId}${path}`)).body
const numberOf = async ({ id }: MadeIssue): Promise<number> => (await get(`/issues/${id}`)).number
const found = async (q: string): Promise<number[]> =>
  (await get(`/issues?q=${encodeURIComponent(q)}`)).items.map(({ number }: Loose) => number)

describe('an issue', () => {
  it('gets the next number of its project', async () => {
    const first = await makeIssue(service, 'Export stops early')
    const other = await makeIssue(await inNewProject(shared), 'Theirs')

    const second = await makeIssue(service, 'Password mail never arrives')

    expect([await numberOf(first), await numberOf(second)]).toEqual([1, 2])
    const { rows } = await service.db.query('SELECT number FROM issue WHERE id = $1', [other.id])
    expect(rows).toEqual([{ number: 1 }])
  })

  it('never gets a number that another one had', async () => {
    const gone = await makeIssue(service, 'Export stops early', { user_id: 'leaver' })
    await service.admin('DELETE', `/projects/${service.projectId}/users/leaver`)
    expect((await service.admin('GET', `/projects/${service.projectId}/issues/${gone.id}`)).status).toBe(404)

    const next = await makeIssue(service, 'Password mail never arrives')

    expect(await numberOf(next)).toBe(2)
  })

  it('is split off with a number of its own', async () => {
    const whole = await makeIssue(service, 'Export stops early')
    const other = await makeIssue(service, 'Export is slow')
    await service.admin('POST', `/projects/${service.projectId}/issues/${other.id}/merge`, { into: whole.id })

    const { body } = await service.admin('POST', `/projects/${service.projectId}/issues/${whole.id}/split`, {
      observation_ids: [other.observationId],
    })

    expect(body.number).toBe(3)
  })

  it('is found by its number, and by that of one that was merged into it', async () => {
    const standing = await makeIssue(service, 'Export stops early')
    const between = await makeIssue(service, 'Export is cut off')
    const folded = await makeIssue(service, 'Ledger export misses rows')
    await foldIssue(service, folded, between)
    await foldIssue(service, between, standing)

    expect(await found('#1')).toEqual([1])
    expect(await found(' #3 ')).toEqual([1])
    expect(await found('#4')).toEqual([])
    expect(await found('#0')).toEqual([])
    expect(await selectIssuesByNumber(service.db, service.projectId, [1, 2, 3, 4])).toEqual(
      expect.arrayContaining([1, 2, 3].map((number) => ({ number, issue_id: standing.id }))),
    )
  })

  it('is not found by a number in another project', async () => {
    await makeIssue(await inNewProject(shared), 'Theirs')

    expect(await found('#1')).toEqual([])
    expect(await selectIssuesByNumber(service.db, service.projectId, [1])).toEqual([])
  })

  it('is still found by words, digits among them', async () => {
    await makeIssue(service, 'Export stops at 142 rows')

    expect(await found('142')).toEqual([1])
    expect(await found('export #142')).toEqual([1])
  })

  it('has its number on its observations and in exports', async () => {
    const { id, observationId } = await makeIssue(service, 'Export stops early')

    const observation = await get(`/observations/${observationId}`)
    const issues = await get('/export/issues.jsonl')
    const observations = await get('/export/observations.csv')

    expect(observation.issue).toMatchObject({ id, number: 1, placed_by: 'machine' })
    expect(JSON.parse(issues)).toMatchObject({ id, number: 1 })
    const [head, row] = observations.split('\r\n').map((line: string) => line.split(','))
    expect(row[head.indexOf('issue_number')]).toBe('1')
  })
})
