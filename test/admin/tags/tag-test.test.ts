// Trying a tag before it is saved: the digest answers, as it would tag.
import { beforeAll, describe, expect, it } from 'vitest'
import type { Engine } from '../../../src/digest/engine.ts'
import { testTag } from '../../../src/domain/tags/test-tag.ts'
import { digestOnce } from '../../../src/worker/digest-worker.ts'
import { act, digestAll, inNewProject, postEach, startEngine } from '../../digest/digesting.ts'
import { labelsOf, makeTag, note } from '../../digest/tags/tagging.ts'
import { type Loose, startService, type TestService } from '../../service.ts'

const SAID = [
  'The invoice export stops after the first page',
  'Exporting to a spreadsheet lost the last column',
  'Asked what export control means for a shipment',
  'The calendar shows meetings an hour late',
  'Loves the new week view',
]
const EXPORT = { keywords: ['export'], exclude: ['export control'] }

describe('admin: a tag test', () => {
  let service: TestService
  let engine: Engine
  let ids: string[]
  beforeAll(async () => {
    service = await startService()
    engine = startEngine()
    ids = await postEach(service, SAID.map(note))
    await digestAll(service, engine)
  })

  /** Asks, and lets a worker look for work until there is an answer. */
  async function test(of: TestService, tag: object): Promise<{ status: number; body: Loose }> {
    let answered = false
    const asking = act(of, 'POST', '/tags/test', tag).finally(() => {
      answered = true
    })
    while (!answered) await digestOnce(of.deps, engine)
    return asking
  }

  const titles = (items: Loose[]): string[] => items.map(({ observation }) => observation.title)

  it('shows what would match, newest first, and which keyword it was', async () => {
    const { status, body } = await test(service, { label: 'export', config: EXPORT })

    expect(status).toBe(200)
    expect(body).toMatchObject({ looked_at: 5, matched: 2, excluded: 1, threshold: 0.5 })
    expect(titles(body.items)).toEqual([SAID[1], SAID[0]])
    expect(body.items[0].observation).toMatchObject({ id: ids[1], digest: { state: 'done' } })
    expect(body.items[0].reason).toEqual({ by: 'keyword', score: expect.any(Number), phrase: 'export' })
  })

  it('shows what an excluded phrase keeps out, before what merely came close', async () => {
    const { body } = await test(service, { label: 'export', config: EXPORT })

    expect(titles(body.near_misses)).toEqual([SAID[2], expect.any(String), expect.any(String)])
    expect(body.near_misses[0].reason).toMatchObject({ by: 'excluded', phrase: 'export control' })
    expect(body.near_misses[1].reason).toMatchObject({ by: 'meaning', phrase: null })
    expect(body.near_misses[1].reason.score).toBeGreaterThanOrEqual(body.near_misses[2].reason.score)
  })

  it('judges by meaning, against the threshold as edited', async () => {
    const config = { examples: ['The calendar shows meetings an hour late.'] }

    const lenient = await test(service, { label: 'time zones', config: { ...config, threshold: 0 } })
    const strict = await test(service, { label: 'time zones', config: { ...config, threshold: 1 } })

    expect(lenient.body).toMatchObject({ matched: 5, threshold: 0 })
    expect(strict.body).toMatchObject({ matched: 0, items: [], threshold: 1 })
    expect(titles(strict.body.near_misses)[0]).toBe(SAID[3])
  })

  it('finds what the digest then finds, and stores nothing itself', async () => {
    const own = await inNewProject(service)
    const said = await postEach(own, SAID.map(note))
    await digestAll(own, engine)

    const { body } = await test(own, { label: 'export', config: EXPORT })

    expect(await labelsOf(own, said[0] as string)).toEqual([])
    expect(await service.count('tag_trial')).toBe(0)
    const tag = await makeTag(own, 'export', EXPORT)
    await act(own, 'POST', `/tags/${tag}/rematch`)
    await digestAll(own, engine)
    const tagged = (await act(own, 'GET', `/observations?tag=${tag}`)).body.items
    expect(tagged.map(({ id }: Loose) => id)).toEqual(body.items.map((item: Loose) => item.observation.id))
  })

  it('respects what people said about the tag that is being edited', async () => {
    const own = await inNewProject(service)
    const [first, , , late] = await postEach(own, SAID.map(note))
    await digestAll(own, engine)
    const tag_id = await makeTag(own, 'export', EXPORT)
    await act(own, 'PUT', `/observations/${first}/tags/${tag_id}`, { verdict: 'removed' })
    await act(own, 'PUT', `/observations/${late}/tags/${tag_id}`, { verdict: 'confirmed' })

    const { body } = await test(own, { label: 'export', config: EXPORT, tag_id })

    expect(titles(body.items)).toEqual([SAID[3], SAID[1]])
    expect(body.items[0].reason.by).toBe('person')
    expect(titles(body.near_misses)).toContain(SAID[0])
  })

  it('answers ahead of a backlog', async () => {
    const own = await inNewProject(service)
    await postEach(own, SAID.map(note))

    const asking = act(own, 'POST', '/tags/test', { label: 'export', config: EXPORT })
    await expect.poll(() => service.count('tag_trial')).toBe(1)
    await digestOnce(own.deps, engine)

    expect((await asking).body).toMatchObject({ looked_at: 0, matched: 0, items: [] })
  })

  it('says so when no worker answers, and leaves nothing behind', async () => {
    const asking = testTag(service.deps, service.projectId, { label: 'export' }, 100)

    await expect(asking).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('no digest worker answered'),
    })
    expect(await service.count('tag_trial')).toBe(0)
  })

  it.each([
    ['no label', { config: EXPORT }, 400],
    ['a blank keyword', { label: 'x', config: { keywords: [' '] } }, 400],
    ['a tag of no project', { label: 'x', tag_id: '0199c0de-7a11-7000-8000-000000000001' }, 404],
  ])('refuses %s', async (_, tag, expected) => {
    const { status } = await act(service, 'POST', '/tags/test', tag)

    expect(status).toBe(expected)
  })
})
