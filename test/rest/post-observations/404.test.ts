import { beforeAll, describe, expect, it } from 'vitest'
import { anotherProject, batch, send, startService, type TestService } from '../../service.ts'
import { UNREACHABLE_PROJECTS } from '../hard-cases.ts'

describe('POST observations, 404', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService()
  })
  const post = (projectId: string) =>
    send(`${service.url}/v1/project/${projectId}/observations/`, 'POST', batch(), {
      'X-Api-Key': service.key,
    })

  it.each(UNREACHABLE_PROJECTS)('is what %s answers', async (_, projectId) => {
    const { status, body } = await post(projectId)

    expect(status).toBe(404)
    expect(body).toEqual({ detail: 'project not found' })
    expect(await service.count('observation')).toBe(0)
  })

  it('reads the same for a project that another key opens', async () => {
    const other = await anotherProject(service)

    const { status, body } = await post(other.projectId)

    expect(status).toBe(404)
    expect(body).toEqual({ detail: 'project not found' })
    expect(await service.count('observation')).toBe(0)
  })
})
