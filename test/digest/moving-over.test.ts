// A database that another encoder has read: it digests itself anew in the background, and is usable meanwhile.
import { describe, expect, it } from 'vitest'
import type { Engine } from '../../src/digest/engine.ts'
import { digestOnce } from '../../src/worker/digest-worker.ts'
import type { Loose, TestService } from '../service.ts'
import { expectAllDigested, expectCountersToAddUp } from './counters.ts'
import {
  act,
  digestAll,
  get,
  inNewProjects,
  issueIds,
  issueOf,
  post,
  postEach,
  readObservation,
} from './digesting.ts'
import { CHARGED, EXPORT, MAPS, manyOf, PASSWORD, VARIOUS } from './matters.ts'

let engine: Engine
let service: TestService
inNewProjects((made) => {
  ;({ engine, service } = made)
})

/** As an older version left it: vectors of another encoder, and no hash of any text. */
async function asOfOld(): Promise<void> {
  const { db, projectId } = service
  await db.query(`UPDATE digest_state SET model = 'older/1' WHERE project_id = $1`, [projectId])
  await db.query(
    `UPDATE observation_digest SET model = 'older/1', meaning = '\\x00', text_hash = NULL WHERE project_id = $1`,
    [projectId],
  )
}

const models = async () =>
  (
    await service.db.query(
      `SELECT DISTINCT model, octet_length(meaning) AS bytes, text_hash IS NULL AS unhashed
       FROM observation_digest WHERE project_id = $1`,
      [service.projectId],
    )
  ).rows

describe('a database of an older encoder', () => {
  it('digests itself anew, step by step, with its counters right after each', async () => {
    await post(service, manyOf(50))
    await post(service, manyOf(40))
    await digestAll(service, engine)
    await asOfOld()

    const seen: Loose[] = []
    while (await digestOnce(service.deps, engine)) {
      const { pending, redigesting } = await get(service, '/digest')
      seen.push({ pending, redigesting })
      await expectCountersToAddUp(service.db, service.projectId)
    }

    const done = seen.flatMap(({ redigesting }) => redigesting?.done ?? [])
    expect(seen[0].redigesting.total).toBe(90)
    expect(done).toEqual([...done].sort((a, b) => a - b))
    expect(new Set(done).size).toBeGreaterThan(2)
    expect(await get(service, '/digest')).toMatchObject({ pending: 0, redigesting: null, digested_count: 90 })
    expect(await models()).toEqual([{ model: engine.model, bytes: 388, unhashed: false }])
    await expectAllDigested(service.db, service.projectId)
  })

  it('keeps what people decided, and the ids of issues', async () => {
    const ids = await postEach(service, [...VARIOUS, ...EXPORT, ...PASSWORD, ...CHARGED])
    await digestAll(service, engine)
    const [first, second, third, fourth, password, , , charged] = ids.slice(VARIOUS.length) as string[]
    const exporting = await issueOf(service, first as string)
    const { body: split } = await act(service, 'POST', `/issues/${exporting.id}/split`, {
      observation_ids: [fourth],
    })
    const locked = await issueOf(service, password as string)
    await act(service, 'PATCH', `/issues/${locked.id}`, { title: 'Locked out', status: 'planned' })
    await act(service, 'POST', `/observations/${third}/move`, { issue_id: locked.id })
    const billed = await issueOf(service, charged as string)
    const before = await issueIds(service.db, ids)
    await asOfOld()

    await digestAll(service, engine)

    expect(await issueIds(service.db, [first, second, third, fourth] as string[])).toEqual([
      exporting.id,
      exporting.id,
      locked.id,
      split.id,
    ])
    expect(await get(service, `/issues/${locked.id}`)).toMatchObject({
      title: 'Locked out',
      status: 'planned',
    })
    expect((await get(service, `/issues/${billed.id}`)).merged_into).toBeNull()
    expect(await issueIds(service.db, ids)).toEqual(before)
    await expectCountersToAddUp(service.db, service.projectId)
  })

  it('is read, and takes new observations, while it does', async () => {
    await post(service, manyOf(50))
    await digestAll(service, engine)
    await asOfOld()
    for (let step = 0; step < 2; step++) await digestOnce(service.deps, engine)

    const [arrived] = await postEach(service, MAPS.slice(0, 1))
    await digestAll(service, engine)

    expect((await readObservation(service, arrived as string)).digest.state).toBe('done')
    await expectAllDigested(service.db, service.projectId)
    await expectCountersToAddUp(service.db, service.projectId)
  })

  it('goes on where a worker that was ended left it', async () => {
    await post(service, manyOf(50))
    await digestAll(service, engine)
    await asOfOld()
    for (let step = 0; step < 3; step++) await digestOnce(service.deps, engine)
    engine.memories.forget(service.projectId) // as another worker would find it

    await digestAll(service, engine)

    expect(await models()).toEqual([{ model: engine.model, bytes: 388, unhashed: false }])
    await expectCountersToAddUp(service.db, service.projectId)
  })
})
