import { beforeAll, describe, expect, it } from 'vitest'
import { anotherProject, answer, makeStudy, send, startService, type TestService } from '../../service.ts'
import { UNREACHABLE_PROJECTS } from '../hard-cases.ts'

describe('POST answer, 404 for the study', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService()
  })
  const post = (projectId: string, studyId: string) =>
    send(`${service.url}/v1/project/${projectId}/research/studies/${studyId}/answers/`, 'POST', answer(), {
      'X-Api-Key': service.key,
    })

  it.each(UNREACHABLE_PROJECTS.map(([name, id]) => [name.replace('project', 'study'), id]))(
    'is what a study id answers that is %s',
    async (_, studyId) => {
      const { status, body } = await post(service.projectId, studyId as string)

      expect(status).toBe(404)
      expect(body).toEqual({ detail: 'study not found' })
      expect(await service.count('answer')).toBe(0)
    },
  )

  it('is what a draft answers', async () => {
    const draft = await makeStudy(service, { state: 'draft' })

    const { status, body } = await post(service.projectId, draft.id)

    expect(status).toBe(404)
    expect(body).toEqual({ detail: 'study not found' })
    expect(await service.count('answer')).toBe(0)
  })

  it('comes before that the idempotency key was used with another request', async () => {
    const study = await makeStudy(service)
    const call = (id: string) =>
      service.call('POST', `/research/studies/${id}/answers/`, answer(), { 'Idempotency-Key': 'used' })
    await call(study.id)

    const { status, body } = await call(service.deps.newId())

    expect([status, body]).toEqual([404, { detail: 'study not found' }])
    await service.db.query('TRUNCATE answer CASCADE')
  })

  it('is what a study of another project answers, in either project', async () => {
    const other = await anotherProject(service)
    const wanted = { question: 'Theirs', state: 'active' }
    const { body: theirs } = await service.admin('POST', `/projects/${other.projectId}/studies`, wanted)

    const here = await post(service.projectId, theirs.id)
    const there = await post(other.projectId, theirs.id)

    expect([here.status, here.body]).toEqual([404, { detail: 'study not found' }])
    expect([there.status, there.body]).toEqual([404, { detail: 'project not found' }])
    expect(await service.count('answer')).toBe(0)
  })
})
