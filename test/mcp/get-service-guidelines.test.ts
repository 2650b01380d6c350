import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeStudy, startService, type TestService } from '../service.ts'
import { callTool, forgetAll, refusal } from './endpoint.ts'

describe('get_service_guidelines', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService()
  })
  beforeEach(() => forgetAll(service))

  it('answers the same guidelines as REST, as text and as structured content', async () => {
    const rest = await service.call('GET', '/service-guidelines/')

    const { content, structuredContent, isError } = await callTool(service, 'get_service_guidelines')

    expect(isError).toBeUndefined()
    expect(structuredContent).toEqual(rest.body)
    expect(content).toEqual([{ type: 'text', text: JSON.stringify(rest.body) }])
  })

  it('leaves research out while the project has no active study', async () => {
    await makeStudy(service, { state: 'draft' })

    const { structuredContent } = await callTool(service, 'get_service_guidelines', {})

    expect(Object.keys(structuredContent)).toEqual(['observations'])
  })

  it('tells how to do research while a study is active', async () => {
    await makeStudy(service)

    const { structuredContent } = await callTool(service, 'get_service_guidelines', {})

    expect(structuredContent.research).toContain('post_research_answer')
  })

  it('names the product and says what it is, in the default text alone', async () => {
    const path = `/projects/${service.projectId}` as const
    await service.admin('PATCH', path, { about: 'Invoices\n for freelancers' })

    const told = await callTool(service, 'get_service_guidelines', {})
    const { body } = await service.admin('GET', `${path}/guidelines`)
    await service.admin('PATCH', path, { about: null })
    const untold = await callTool(service, 'get_service_guidelines', {})

    const { observations } = told.structuredContent
    expect(observations).toContain('who use **Test project**. Invoices for freelancers. The team')
    expect(body.defaults.observations).toBe(observations)
    expect(untold.structuredContent.observations).toContain('who use **Test project**. The team')
  })

  it("answers the project's own texts", async () => {
    await makeStudy(service)
    const own = { observations: '# Ours\n', research: '# Our research\n' }
    await service.admin('PUT', `/projects/${service.projectId}/guidelines`, own)

    const { structuredContent } = await callTool(service, 'get_service_guidelines', { user_id: 'user-42' })

    expect(structuredContent).toEqual(own)
  })

  it('takes a user_id, which changes nothing and stores nothing', async () => {
    const without = await callTool(service, 'get_service_guidelines', {})

    const withUser = await callTool(service, 'get_service_guidelines', { user_id: 'user-42' })

    expect(withUser).toEqual(without)
    expect(await service.count('study_list')).toBe(0)
  })

  it.each([5, null])('takes a user_id of %s', async (user_id) => {
    const result = await callTool(service, 'get_service_guidelines', { user_id })

    expect(result.isError).toBeUndefined()
  })

  it('refuses a user_id that is neither a string nor a number', async () => {
    const result = await callTool(service, 'get_service_guidelines', { user_id: true })

    expect(refusal(result)).toEqual([{ loc: ['body', 'user_id'], msg: 'must be a string', type: 'type' }])
  })
})
