// Two applications over one database stand for two processes: nothing may depend on the memory of one.
import { beforeAll, describe, expect, it } from 'vitest'
import { createPool } from '../../src/db/pool.ts'
import { atEnd } from '../closings.ts'
import { answer, batch, makeStudy, send, startApp, startService, type TestService } from '../service.ts'

describe('two processes', () => {
  let service: TestService
  let urls: string[]
  beforeAll(async () => {
    service = await startService()
    const secondPool = createPool(service.connection, 10)
    atEnd(() => secondPool.end())
    const second = await startApp(secondPool)
    urls = [service.url, second.url]
  })
  /** As callers do: again, where a busy machine has to ask for that. */
  const post = async (url: string, body: unknown): ReturnType<typeof send> => {
    const answered = await send(url, 'POST', body, { 'X-Api-Key': service.key })
    return answered.status === 503 ? post(url, body) : answered
  }
  /** Sends the bodies all at once, by turns to one process and the other. */
  const postAll = (path: string, bodies: unknown[]) =>
    Promise.all(bodies.map((body, i) => post(`${urls[i % 2]}/v1/project/${service.projectId}${path}`, body)))
  const statuses = (answers: { status: number }[]) => {
    const counts: Record<number, number> = {}
    for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
    return counts
  }

  it('store exactly 50 of 200 concurrent answers against a cap of 50', async () => {
    const study = await makeStudy(service, { max_answers: 50 })
    const bodies = Array.from({ length: 200 }, (_, i) => answer({ user_id: `user-${i}` }))

    const answers = await postAll(`/research/studies/${study.id}/answers/`, bodies)

    expect(statuses(answers)).toEqual({ 201: 50, 409: 150 })
    const { rows } = await service.db.query('SELECT id FROM answer WHERE study_id = $1', [study.id])
    const accepted = answers.filter(({ status }) => status === 201).map(({ body }) => body.id)
    expect(rows.map((row) => row.id).sort()).toEqual(accepted.sort())
    const { rows: counts } = await service.db.query('SELECT answer_count FROM study WHERE id = $1', [
      study.id,
    ])
    expect(counts).toEqual([{ answer_count: 50 }])
  })

  it('store exactly 5 of 40 concurrent answers against a pace of 5 a day', async () => {
    const study = await makeStudy(service, { max_answers_per_day: 5 })
    const bodies = Array.from({ length: 40 }, (_, i) => answer({ user_id: `user-${i}` }))

    const answers = await postAll(`/research/studies/${study.id}/answers/`, bodies)

    expect(statuses(answers)).toEqual({ 201: 5, 409: 35 })
    const { rows } = await service.db.query('SELECT count(*)::int FROM answer WHERE study_id = $1', [
      study.id,
    ])
    expect(rows).toEqual([{ count: 5 }])
  })

  it('store exactly one of a user’s concurrent answers to ten studies while users rest', async () => {
    const project = `/projects/${service.projectId}` as const
    await service.admin('PATCH', project, { rest_days: 7 })
    const studies = await Promise.all(Array.from({ length: 10 }, () => makeStudy(service)))

    const answers = await Promise.all(
      studies.map(({ id }, i) => {
        const path = `/v1/project/${service.projectId}/research/studies/${id}/answers/`
        return post(`${urls[i % 2]}${path}`, answer({ user_id: 'asked everywhere' }))
      }),
    )

    await service.admin('PATCH', project, { rest_days: null })
    expect(statuses(answers)).toEqual({ 201: 1, 409: 9 })
    const { rows } = await service.db.query('SELECT FROM answer WHERE user_id = $1', ['asked everywhere'])
    expect(rows).toHaveLength(1)
  })

  it('store exactly one of 50 concurrent answers of one user', async () => {
    const study = await makeStudy(service)
    const bodies = Array.from({ length: 50 }, (_, i) => answer({ answer: `attempt ${i}` }))

    const answers = await postAll(`/research/studies/${study.id}/answers/`, bodies)

    expect(statuses(answers)).toEqual({ 201: 1, 409: 49 })
    const { rows } = await service.db.query('SELECT answer FROM answer WHERE study_id = $1', [study.id])
    expect(rows).toEqual(
      [bodies[answers.findIndex(({ status }) => status === 201)]].map(({ answer }) => ({ answer })),
    )
  })

  it('store every one of 100 concurrent batches', async () => {
    const bodies = Array.from({ length: 100 }, (_, i) => batch({ interaction_id: `thread-${i}` }))

    const answers = await postAll('/observations/', bodies)

    expect(statuses(answers)).toEqual({ 201: 100 })
    const ids = answers.map(({ body }) => body.results[0].id)
    const { rows } = await service.db.query('SELECT id FROM observation')
    expect(rows.map((row) => row.id).sort()).toEqual(ids.sort())
  })
})
