import { beforeAll, describe, expect, it } from 'vitest'
import { anotherProject, send, startService, type TestService } from '../../service.ts'
import { UNREACHABLE_PROJECTS } from '../hard-cases.ts'

describe('GET active studies, 404', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService()
  })
  const get = (projectId: string) =>
    send(`${service.url}/v1/project/${projectId}/research/studies/?user_id=user-42`, 'GET', undefined, {
      'X-Api-Key': service.key,
    })

  it.each(UNREACHABLE_PROJECTS)('is what %s answers', async (_, projectId) => {
    const { status, body } = await get(projectId)

    expect(status).toBe(404)
    expect(body).toEqual({ detail: 'project not found' })
  })

  it('reads the same for a project that another key opens', async () => {
    const other = await anotherProject(service)

    const { status, body } = await get(other.projectId)

    expect(status).toBe(404)
    expect(body).toEqual({ detail: 'project not found' })
  })
})
