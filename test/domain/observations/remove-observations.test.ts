// Observations taken away for good: every counter against a recount, and nothing left of their words.
import { beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '../../../src/db/pool.ts'
import type { Engine } from '../../../src/digest/engine.ts'
import { removeObservations } from '../../../src/domain/observations/remove-observations.ts'
import { expectAllDigested, expectCountersToAddUp } from '../../digest/counters.ts'
import {
  act,
  digestAll,
  get,
  inNewProject,
  inNewProjects,
  issueIds,
  issueOf,
  post,
  postEach,
} from '../../digest/digesting.ts'
import { CHARGED, EXPORT, PASSWORD, VARIOUS } from '../../digest/matters.ts'
import type { Loose, TestService } from '../../service.ts'

let engine: Engine
let service: TestService
inNewProjects((made) => {
  ;({ engine, service } = made)
})
beforeEach(async () => {
  const tag = { label: 'export', config: { keywords: ['export'] } }
  expect((await act(service, 'POST', '/tags', tag)).status).toBe(201)
})

const remove = (ids: string[]): Promise<number> =>
  inTransaction(service.db, (tx) => removeObservations(tx, service.deps, service.projectId, ids))

const digestedCount = async (): Promise<number> => (await get(service, '/digest')).digested_count

describe('removing observations', () => {
  it('leaves every counter as a recount has it', async () => {
    await postEach(service, VARIOUS)
    const exports = await postEach(service, EXPORT, { user_sentiment: 'very negative' })
    const sameUser = await post(service, [...PASSWORD, ...CHARGED], {
      user_id: 'one',
      observed_at: '2026-02-01T23:59:59.999Z',
    })
    const later = await post(service, [...PASSWORD], { user_id: 'one' })
    await digestAll(service, engine)
    const before = await digestedCount()

    const removed = await remove([exports[0], exports[3], sameUser[0], later[1]] as string[])

    expect(removed).toBe(4)
    expect(await digestedCount()).toBe(before - 4)
    await expectCountersToAddUp(service.db, service.projectId)
    await expectAllDigested(service.db, service.projectId)
  })

  it('takes away what was not digested yet, with its job', async () => {
    const ids = await postEach(service, EXPORT)

    const removed = await remove(ids.slice(1))

    expect(removed).toBe(3)
    await digestAll(service, engine)
    await expectCountersToAddUp(service.db, service.projectId)
    await expectAllDigested(service.db, service.projectId)
    expect(await digestedCount()).toBe(1)
  })

  it('leaves alone what is no observation of the project', async () => {
    const other = await inNewProject(service)
    const [foreign] = await postEach(other, EXPORT.slice(0, 1))

    const removed = await remove([foreign as string, service.projectId])

    expect(removed).toBe(0)
    expect((await act(other, 'GET', `/observations/${foreign}`)).status).toBe(200)
  })
})

describe('an issue', () => {
  it('loses the words of a removed observation at once', async () => {
    const ids = await postEach(service, EXPORT)
    await digestAll(service, engine)
    const { id, quotes } = await issueOf(service, ids[0] as string)
    const quoted = quotes.map((quote: Loose) => quote.observation_id)
    const gone = EXPORT.filter((_, index) => quoted.includes(ids[index]))

    await remove(quoted)

    const left = await get(service, `/issues/${id}`)
    expect(left.observation_count).toBe(ids.length - quoted.length)
    for (const { title, description } of gone) {
      expect(JSON.stringify(left)).not.toContain(title)
      expect(JSON.stringify(left)).not.toContain(description)
    }
  })

  it('is described anew by the next worker, without waiting for an arrival', async () => {
    const ids = await postEach(service, EXPORT)
    await digestAll(service, engine)
    const { id, quotes } = await issueOf(service, ids[0] as string)
    await remove(quotes.slice(0, 1).map((quote) => quote.observation_id))

    await digestAll(service, engine)

    const left = await get(service, `/issues/${id}`)
    expect(left.quotes).toHaveLength(3)
    expect(left.quotes.map((quote) => quote.observation_id)).not.toContain(quotes[0]?.observation_id)
    expect(left.summary).toMatch(/Reported by 3 users on /)
  })

  it('goes with its last observation, and its words with it', async () => {
    const ids = await postEach(service, PASSWORD)
    await digestAll(service, engine)
    const { id } = await issueOf(service, ids[0] as string)
    await act(service, 'PATCH', `/issues/${id}`, { title: 'Mails get lost', status: 'planned' })

    await remove(ids)

    expect((await act(service, 'GET', `/issues/${id}`)).status).toBe(404)
    await expectCountersToAddUp(service.db, service.projectId)
  })

  it('that is gone is not joined by what a worker with an older copy digests next', async () => {
    const ids = await postEach(service, PASSWORD)
    await digestAll(service, engine)
    const { id: old } = await issueOf(service, ids[0] as string)
    await remove(ids)

    const again = await postEach(service, PASSWORD)
    await digestAll(service, engine)

    const found = new Set(await issueIds(service.db, again))
    expect(found.size).toBe(1)
    expect(found).not.toContain(old)
    await expectAllDigested(service.db, service.projectId)
  })

  it('that was merged into another keeps no word of a removed observation', async () => {
    const [from] = await postEach(service, PASSWORD.slice(0, 1))
    const [into] = await postEach(service, CHARGED.slice(0, 1))
    await digestAll(service, engine)
    const { id } = await issueOf(service, from as string)
    const { id: heir } = await issueOf(service, into as string)
    await act(service, 'POST', `/issues/${id}/merge`, { into: heir })

    await remove([from as string])

    const merged = await get(service, `/issues/${id}`)
    expect(JSON.stringify(merged)).not.toContain(PASSWORD[0]?.title)
    expect(merged).toMatchObject({ merged_into: heir, quotes: [] })
    await expectCountersToAddUp(service.db, service.projectId)
  })

  it('that a person renamed does not keep the old title in its history', async () => {
    const ids = await postEach(service, PASSWORD)
    await digestAll(service, engine)
    const { id, title } = await issueOf(service, ids[0] as string)
    await act(service, 'PATCH', `/issues/${id}`, { title: 'Mails get lost' })

    await remove(ids)

    const { items } = await get(service, `/audit?subject=${id}`)
    expect(items).toHaveLength(1)
    expect(JSON.stringify(items)).not.toContain(title)
  })

  it('that a person named keeps that name', async () => {
    const ids = await postEach(service, EXPORT)
    await digestAll(service, engine)
    const { id } = await issueOf(service, ids[0] as string)
    await act(service, 'PATCH', `/issues/${id}`, { title: 'Export limits' })

    await remove(ids.slice(0, 2))
    await digestAll(service, engine)

    expect(await get(service, `/issues/${id}`)).toMatchObject({ title: 'Export limits', title_by: 'person' })
  })
})
