import { beforeAll, describe, expect, it } from 'vitest'
import { audit, MACHINE } from '../../src/domain/audit.ts'
import { act, get } from '../digest/digesting.ts'
import { type Loose, startService, type TestService } from '../service.ts'

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

  it('goes on page by page within what is asked for', async () => {
    const first = await get(service, '/audit?by=people&limit=2')
    const second = await get(service, `/audit?by=people&limit=1&cursor=${first.next_cursor}`)

    const told = [...first.items, ...second.items].map(({ action }: Loose) => action)
    expect(told).toEqual(['project.renamed', 'tag.created', 'tag.created'])
  })

  it('can be asked for one subject and one maker at once', async () => {
    const [merge] = (await get(service, '/audit?by=machine')).items

    expect(await actions(`?by=machine&subject=${merge.subject_id}`)).toEqual(['issue.merged'])
    expect(await actions(`?by=people&subject=${merge.subject_id}`)).toEqual([])
  })

  it('refuses a maker that there is not', async () => {
    const { status, body } = await act(service, 'GET', '/audit?by=nobody')

    expect(status).toBe(400)
    expect(body.detail[0].loc).toEqual(['query', 'by'])
  })
})
