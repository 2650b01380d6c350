// Digesting a whole project again, with the same or another model, by one worker or several.
import { v7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import type { Engine } from '../../src/digest/engine.ts'
import { wordsOfNote } from '../../src/digest/features/text/note-words.ts'
import type { NoteText } from '../../src/digest/features/text/readable.ts'
import { createRemoteEmbeddings } from '../../src/digest/models/remote-embeddings.ts'
import { requeueStep } from '../../src/digest/requeue-step.ts'
import { digestOnce } from '../../src/worker/digest-worker.ts'
import { atEnd } from '../closings.ts'
import { type Loose, makeStudy, type TestService } from '../service.ts'
import { expectAllDigested, expectCountersToAddUp } from './counters.ts'
import {
  act,
  bagOfWords,
  digestAll,
  get,
  inNewProject,
  inNewProjects,
  issueIds,
  issueOf,
  post,
  postEach,
  readObservation,
  startEngine,
} from './digesting.ts'
import { CHARGED, DARK, EXPORT, MAPS, manyOf, PASSWORD, PRAISE, VARIOUS } from './matters.ts'
import { startStandIn } from './models/stand-in.ts'

let engine: Engine
let service: TestService
inNewProjects((made) => {
  ;({ engine, service } = made)
})

async function otherModel(): Promise<Engine> {
  const standIn = await startStandIn()
  atEnd(() => standIn.close())
  standIn.embedAs(bagOfWords)
  return startEngine({ embeddings: createRemoteEmbeddings({ url: standIn.url, key: null, model: 'words' }) })
}

/** As a worker that has just started reads them, by observation. */
async function wordsInMemory(): Promise<Map<string, Uint32Array>> {
  const { table } = await startEngine().memories.read(service.db, service.projectId)
  return new Map([...table.entries()].flatMap(({ members }) => members.map(({ id, words }) => [id, words])))
}

const restart = () => act(service, 'POST', '/digest/restart')
const partition = async (ids: string[]) => {
  const found = await issueIds(service.db, ids)
  return found.map((id) => found.indexOf(id))
}

/** Stored at once: posting so many takes longer than the test. */
async function storeAnswers(count: number): Promise<void> {
  const study = await makeStudy(service)
  const ids = Array.from({ length: count }, () => v7())
  await service.db.query(
    `INSERT INTO answer (project_id, study_id, id, user_id, interaction_id, source, answer, posted_at)
     SELECT $1, $2, id, id::text, id::text, 'rest', 'Because of the price.', now() FROM unnest($3::uuid[]) AS id`,
    [service.projectId, study.id, ids],
  )
}

const queued = async (): Promise<number> =>
  (await service.db.query('SELECT count(*)::int FROM answer_job WHERE project_id = $1', [service.projectId]))
    .rows[0].count

describe('digesting again', () => {
  it('queues its answers a step at a time, too', async () => {
    await storeAnswers(300)
    await restart()
    const steps: number[] = []

    while (await requeueStep(service.deps, engine, service.projectId)) steps.push(await queued())

    expect(steps[0]).toBe(256)
    expect(steps.at(-1)).toBe(300)
  })

  it('keeps ids, statuses and what people decided', async () => {
    const ids = await postEach(service, [...VARIOUS, ...EXPORT, ...PASSWORD, ...DARK, ...CHARGED])
    await digestAll(service, engine)
    const [exported, , , , password, , , dark] = ids.slice(VARIOUS.length) as string[]
    const planned = await issueOf(service, dark as string)
    await act(service, 'PATCH', `/issues/${planned.id}`, { status: 'planned' })
    const locked = await issueOf(service, password as string)
    await act(service, 'POST', `/observations/${exported}/move`, { issue_id: locked.id })
    const before = await issueIds(service.db, ids)

    const { status, body } = await restart()
    await digestAll(service, engine)

    expect(status).toBe(202)
    expect(body.redigesting).toEqual({ done: 0, total: ids.length })
    expect(await issueIds(service.db, ids)).toEqual(before)
    expect(await get(service, `/issues/${planned.id}`)).toMatchObject({ status: 'planned' })
    expect(await get(service, '/digest')).toMatchObject({
      pending: 0,
      digested_count: ids.length,
      redigesting: null,
    })
    await expectAllDigested(service.db, service.projectId)
    await expectCountersToAddUp(service.db, service.projectId)
  })

  it('reads the words of notes that were digested before words were kept', async () => {
    const posted = [...EXPORT.slice(0, 1), ...DARK.slice(0, 1)]
    const [early, late] = (await postEach(service, posted)) as [string, string]
    await digestAll(service, engine)
    await service.db.query(
      'UPDATE observation_digest SET words = NULL WHERE project_id = $1 AND observation_id = $2',
      [service.projectId, early],
    )
    const [own, other] = posted.map((note) => wordsOfNote(note as NoteText, 'en'))

    const before = await wordsInMemory()
    await restart()
    await digestAll(service, engine)
    const after = await wordsInMemory()

    expect([before.get(early), before.get(late)]).toEqual([new Uint32Array(), other])
    expect([after.get(early), after.get(late)]).toEqual([own, other])
  })

  it('does not take an issue that was resolved for observed again', async () => {
    const [id] = await postEach(service, [...EXPORT, ...VARIOUS])
    await digestAll(service, engine)
    const issue = await issueOf(service, id as string)
    await act(service, 'PATCH', `/issues/${issue.id}`, { status: 'resolved' })

    await restart()
    await digestAll(service, engine)

    expect(await get(service, `/issues/${issue.id}`)).toMatchObject({
      status: 'resolved',
      observation_count: 4,
    })
  })

  it('goes on where it was interrupted, or from the start, and is read from meanwhile', async () => {
    const ids = await post(service, manyOf(45))
    const [arrived] = await post(service, EXPORT)
    await digestAll(service, engine)
    await restart()
    await digestOnce(service.deps, engine) // queues them
    await digestOnce(service.deps, engine)

    const [half, { items }] = [await get(service, '/digest'), await get(service, '/issues?limit=200')]
    expect(half).toMatchObject({ pending: 49 - 32, redigesting: { done: 32, total: 49 } })
    expect(items.reduce((sum: number, issue: Loose) => sum + issue.observation_count, 0)).toBe(49)
    expect((await readObservation(service, arrived as string)).issue).not.toBeNull()
    await expectCountersToAddUp(service.db, service.projectId)
    await restart()
    await digestAll(service, startEngine())

    await expectAllDigested(service.db, service.projectId)
    await expectCountersToAddUp(service.db, service.projectId)
    expect((await readObservation(service, ids[0] as string)).digest.state).toBe('done')
  })

  it('asks nobody for a project that does not exist', async () => {
    const { status } = await service.admin('POST', '/projects/nonsense/digest/restart')

    expect(status).toBe(404)
  })
})

describe('another model', () => {
  it('gives every observation its vector, and leaves people’s decisions', async () => {
    const ids = await postEach(service, [...VARIOUS, ...EXPORT, ...PASSWORD, ...CHARGED])
    await digestAll(service, engine)
    const [first, second, third, fourth, password] = ids.slice(VARIOUS.length) as string[]
    const exporting = await issueOf(service, first as string)
    const { body: own } = await act(service, 'POST', `/issues/${exporting.id}/split`, {
      observation_ids: [third, fourth],
    })
    const locked = await issueOf(service, password as string)
    await act(service, 'PATCH', `/issues/${locked.id}`, { title: 'Locked out', status: 'acknowledged' })

    await restart()
    const other = await otherModel()
    await digestAll(service, other)
    await postEach(service, MAPS)
    await digestAll(service, other)

    const { rows } = await service.db.query(
      'SELECT DISTINCT model, meaning IS NULL AS without FROM observation_digest WHERE project_id = $1',
      [service.projectId],
    )
    expect(rows).toEqual([{ model: 'remote:words/2', without: false }])
    expect(await issueIds(service.db, [first, second, third, fourth] as string[])).toEqual([
      exporting.id,
      exporting.id,
      own.id,
      own.id,
    ])
    expect(await get(service, `/issues/${locked.id}`)).toMatchObject({
      title: 'Locked out',
      status: 'acknowledged',
      merged_into: null,
    })
    await expectCountersToAddUp(service.db, service.projectId)
  })

  it('still finds the issues that people filled', async () => {
    const ids = await postEach(service, [...VARIOUS, ...EXPORT.slice(0, 2)])
    await digestAll(service, engine)
    const [first, second] = ids.slice(-2) as [string, string]
    const { issue } = await readObservation(service, first)
    for (const id of [first, second])
      await act(service, 'POST', `/observations/${id}/move`, { issue_id: issue?.id })
    const other = await otherModel()
    await restart()
    await digestAll(service, other)

    const [later] = await postEach(service, EXPORT.slice(0, 1))
    await digestAll(service, other)

    expect((await readObservation(service, later as string)).issue?.id).toBe(issue?.id)
  })
})

describe('two workers by turns', () => {
  it('group as one alone, from what the database keeps', async () => {
    const matters = [...VARIOUS, ...EXPORT, ...PASSWORD, ...DARK, ...CHARGED, ...PRAISE, ...MAPS]
    const stream = matters.map((_, i) => matters[(i * 7) % matters.length] as (typeof matters)[number])
    const alone = await postEach(service, stream)
    await digestAll(service, engine)
    const expected = await partition(alone)

    service = await inNewProject(service)
    const second = startEngine()
    const ids = []
    for (const [turn, said] of stream.entries()) {
      ids.push(...(await postEach(service, [said])))
      await digestAll(service, turn % 2 === 0 ? engine : second)
    }

    expect(await partition(ids)).toEqual(expected)
    await expectCountersToAddUp(service.db, service.projectId)
  })
})
