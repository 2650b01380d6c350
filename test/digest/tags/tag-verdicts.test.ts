// What people say about tags on observations: kept, counted, and learned from.
import { describe, expect, it } from 'vitest'
import type { Engine } from '../../../src/digest/engine.ts'
import type { TestService } from '../../service.ts'
import { expectCountersToAddUp } from '../counters.ts'
import { act, digestAll, get, inNewProjects, post, postEach } from '../digesting.ts'
import { EXPORT, manyOf, PASSWORD, type Said, VARIOUS } from '../matters.ts'
import { labelsOf, makeTag, note } from './tagging.ts'

let engine: Engine
let service: TestService
inNewProjects((made) => {
  ;({ engine, service } = made)
})

const judge = (id: string, tag: string, verdict: string) =>
  act(service, 'PUT', `/observations/${id}/tags/${tag}`, { verdict })
const OTHERS = manyOf(54).filter(({ title }) => !/password/i.test(title))
/** One matter often enough to learn from. */
const LOCKED_OUT: Said[] = [
  ...PASSWORD,
  note('The password reset email is missing'),
  note('I cannot log in because no reset email arrives'),
  note('Password reset email does not reach my account'),
]

describe('a verdict', () => {
  it('is kept by whatever comes later, and counted', async () => {
    const tag = await makeTag(service, 'export', { keywords: ['export'] })
    const [kept, taken, given] = (await postEach(service, [
      ...EXPORT.slice(0, 2),
      VARIOUS[0] as Said,
    ])) as Three
    await digestAll(service, engine)

    await judge(taken, tag, 'removed')
    const { status, body } = await judge(given, tag, 'confirmed')

    expect(status).toBe(200)
    expect(body.tags).toMatchObject([{ id: tag, label: 'export', placed_by: 'person' }])
    const { items } = await get(service, `/audit?subject=${given}`)
    expect(items[0]).toMatchObject({ action: 'tag.judged', facts: { tag, verdict: 'confirmed' } })
    await act(service, 'POST', '/digest/restart')
    await act(service, 'POST', `/tags/${tag}/rematch`)
    await digestAll(service, engine)
    expect(await Promise.all([kept, taken, given].map((id) => labelsOf(service, id)))).toEqual([
      ['export'],
      [],
      ['export'],
    ])
    await expectCountersToAddUp(service.db, service.projectId)
  })

  it('does not get in the way of a running digest, nor the other way round', async () => {
    const tag = await makeTag(service, 'export', { keywords: ['export'], threshold: 1 })
    const ids = await post(service, manyOf(50))
    await digestAll(service, engine)
    await act(service, 'POST', '/digest/restart')

    const [answers] = await Promise.all([
      Promise.all(ids.slice(0, 30).map((id) => judge(id, tag, 'confirmed'))),
      digestAll(service, engine),
    ])

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const { rows } = await service.db.query(
      "SELECT count(*)::int AS n FROM observation_tag WHERE tag_id = $1 AND placed_by = 'person'",
      [tag],
    )
    expect(rows[0].n).toBe(30)
    await expectCountersToAddUp(service.db, service.projectId)
  })

  it('may be changed, and refuses what is not there', async () => {
    const tag = await makeTag(service, 'export', { keywords: ['export'] })
    const [id] = (await post(service, EXPORT)) as [string]
    await digestAll(service, engine)
    await judge(id, tag, 'removed')

    const back = await judge(id, tag, 'confirmed')

    expect(back.body.tags).toHaveLength(1)
    await expectCountersToAddUp(service.db, service.projectId)
    expect((await judge(tag, tag, 'confirmed')).status).toBe(404)
    expect((await judge(id, id, 'confirmed')).status).toBe(404)
    expect((await judge(id, tag, 'perhaps')).status).toBe(400)
  })

  it('teaches the tag, and teaches it again when it is changed', async () => {
    const tag = await makeTag(service, 'Access', {})
    // Rare among many: what a tag stands out from is learned from the stream.
    for (let turn = 0; turn < 3; turn++) await post(service, OTHERS)
    const ids = await postEach(service, [...VARIOUS, ...LOCKED_OUT])
    await digestAll(service, engine)
    const judged = ids.slice(-LOCKED_OUT.length, -1)
    const last = ids.at(-1) as string
    const rematched = async () => {
      await act(service, 'POST', `/tags/${tag}/rematch`)
      await digestAll(service, engine)
      return labelsOf(service, last)
    }
    const untaught = await labelsOf(service, last)
    for (const id of judged) await judge(id, tag, 'confirmed')

    const taught = await rematched()
    for (const id of judged) await judge(id, tag, 'removed')
    const unlearned = await rematched()

    expect({ untaught, taught, unlearned }).toEqual({ untaught: [], taught: ['Access'], unlearned: [] })
    expect(await labelsOf(service, ids[0] as string)).toEqual([])
  })
})
type Three = [string, string, string]
