// A project in which one text dominates: it is one issue, quickly, and digesting it again comes to an end.
import { describe, expect, it } from 'vitest'
import type { Engine } from '../../src/digest/engine.ts'
import { digestOnce } from '../../src/worker/digest-worker.ts'
import { batch, type TestService } from '../service.ts'
import { expectAllDigested, expectCountersToAddUp } from './counters.ts'
import { act, digestAll, get, inNewProjects, postEach } from './digesting.ts'
import { EXPORT, PASSWORD, VARIOUS } from './matters.ts'

let engine: Engine
let service: TestService
inNewProjects((made) => {
  ;({ engine, service } = made)
})

const SAME = EXPORT[0] as (typeof EXPORT)[number]
const A_POST = 50

/** From many users, some happy and some not. */
async function postSame(count: number): Promise<void> {
  for (let from = 0; from < count; from += A_POST) {
    const observations = Array.from({ length: Math.min(A_POST, count - from) }, () => SAME)
    const user_sentiment = (from / A_POST) % 3 === 0 ? 'very positive' : 'negative'
    const { status } = await service.call(
      'POST',
      '/observations/',
      batch({ observations, user_id: `user-${from}`, user_sentiment }),
    )
    expect(status).toBe(201)
  }
}

const issues = async (): Promise<number[]> =>
  (await get(service, '/issues?sort=observations')).items.map(
    (issue: { observation_count: number }) => issue.observation_count,
  )

describe('the same text', () => {
  it('a few times is one issue', async () => {
    await postSame(50)

    await digestAll(service, engine)

    expect(await issues()).toEqual([50])
    await expectAllDigested(service.db, service.projectId)
    await expectCountersToAddUp(service.db, service.projectId)
  })

  it.each([8, 12])('%i times is no crowd that leaves its siblings outside', async (times) => {
    await postEach(service, EXPORT.slice(0, 3))
    await digestAll(service, engine)
    await postEach(service, [...PASSWORD, ...Array.from({ length: times }, () => SAME)])

    await digestAll(service, engine)

    expect(await issues()).toEqual([3 + times, PASSWORD.length])
  })

  it('is one issue in whatever case and white space it is written', async () => {
    const loud = { title: SAME.title.toUpperCase(), description: `  ${SAME.description}\n` }
    await postEach(service, [...VARIOUS, SAME, loud])

    await digestAll(service, engine)

    expect((await issues())[0]).toBe(2)
  })

  it('1,000 times is one issue, and is digested again step by step, to an end', async () => {
    await postSame(1_000)
    await digestAll(service, engine)
    expect(await issues()).toEqual([1_000])
    const { items } = await get(service, '/issues')
    await act(service, 'POST', '/digest/restart')

    const done: number[] = []
    let steps = 0
    while (await digestOnce(service.deps, engine)) {
      const { redigesting } = await get(service, '/digest')
      if (redigesting) done.push(redigesting.done)
      expect(++steps).toBeLessThan(250)
    }

    expect(new Set(done).size).toBeGreaterThan(10)
    expect(done).toEqual([...done].sort((a, b) => a - b))
    expect(await issues()).toEqual([1_000])
    expect((await get(service, '/issues')).items[0]?.id).toBe(items[0]?.id)
    await expectAllDigested(service.db, service.projectId)
    await expectCountersToAddUp(service.db, service.projectId)
  })
})
