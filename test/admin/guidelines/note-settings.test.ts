// What agents are asked to note: chosen by editors, read by the agents of that project at once.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { post, request } from '../../mcp/endpoint.ts'
import {
  anotherProject,
  type Loose,
  signIn,
  startApp,
  startService,
  type TestService,
} from '../../service.ts'

const CHOSEN = { kinds: ['problem', 'request'], topics: ['exports'], avoid: ['salaries'], ask_first: true }
const DEFAULTS = {
  kinds: ['problem', 'request', 'question', 'praise'],
  topics: [],
  avoid: [],
  ask_first: false,
}

describe('admin: what agents are asked to note', () => {
  let service: TestService
  let path: string
  beforeAll(async () => {
    service = await startService()
    path = `/projects/${service.projectId}/guidelines/notes` as const
  })
  beforeEach(() => service.db.query('DELETE FROM note_settings'))

  const put = (change: unknown) => service.admin('PUT', path, change)
  const guidelines = async (): Promise<string> =>
    (await service.call('GET', '/service-guidelines/')).body.observations
  const toolText = async (endpoint: { mcpUrl: string; key: string }): Promise<string> => {
    const { body } = await post(endpoint, request('tools/list'))
    return body.result.tools.find(({ name }: Loose) => name === 'post_observations').description
  }

  it('is everything, silently, before anything is chosen', async () => {
    const { status, body } = await service.admin('GET', path)

    expect(status).toBe(200)
    expect(body).toEqual({
      ...DEFAULTS,
      texts: { section: null, tool: await toolText(service), instructions: expect.any(String) },
    })
  })

  it('reaches agents of this project, in every process, in the words of the preview', async () => {
    const other = await startApp(service.db)
    const elsewhere = { mcpUrl: `${other.url}/mcp/v1/project/${service.projectId}/`, key: service.key }
    const stranger = await anotherProject(service)
    const before = { guidelines: await guidelines(), tool: await toolText(elsewhere) }

    const preview = await service.admin('POST', `${path}/preview`, CHOSEN)
    expect(await guidelines()).toBe(before.guidelines)
    const { status, body } = await put(CHOSEN)

    expect([status, body]).toEqual([200, { ...CHOSEN, texts: preview.body }])
    expect((await service.admin('GET', path)).body).toEqual(body)
    expect(await guidelines()).toBe(`${before.guidelines.trimEnd()}\n\n${body.texts.section}`)
    expect([await toolText(service), await toolText(elsewhere)]).toEqual([body.texts.tool, body.texts.tool])
    expect(
      await toolText({ ...stranger, mcpUrl: service.mcpUrl.replace(service.projectId, stranger.projectId) }),
    ).toBe(before.tool)
    const hello = request('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 't', version: '1' },
    })
    expect((await post(service, hello)).body.result.instructions).toBe(body.texts.instructions)
    await put({})
    expect([await guidelines(), await toolText(elsewhere)]).toEqual([before.guidelines, before.tool])
  })

  it('stands in the audit log', async () => {
    await put(CHOSEN)

    const { body } = await service.admin('GET', `/projects/${service.projectId}/audit`)
    expect(body.items[0]).toMatchObject({ action: 'notes.changed', actor: 'admin token', facts: CHOSEN })
  })

  it.each([
    ['no kind at all', { kinds: [] }, ['body', 'kinds']],
    ['an unknown kind', { kinds: ['gossip'] }, ['body', 'kinds', 0]],
    ['a blank topic', { topics: [' '] }, ['body', 'topics', 0]],
    ['a topic of control characters', { topics: ['\u200b'] }, ['body', 'topics', 0]],
    ['a topic twice', { topics: ['Exports', 'exports'] }, ['body', 'topics', 1]],
    ['a topic in both lists', { topics: ['exports'], avoid: ['Exports'] }, ['body', 'avoid', 0]],
    ['too many topics', { avoid: Array.from({ length: 21 }, (_, index) => `t${index}`) }, ['body', 'avoid']],
    ['a long topic', { topics: ['x'.repeat(81)] }, ['body', 'topics', 0]],
    ['words for yes', { ask_first: 'yes' }, ['body', 'ask_first']],
  ])('refuses %s, keeps nothing of it, and previews nothing', async (_, change, place) => {
    const answers = [await put(change), await service.admin('POST', `${path}/preview`, change)]

    for (const { status, body } of answers) {
      expect(status).toBe(400)
      expect(body.detail.map(({ loc }: Loose) => loc)).toEqual([place])
    }
    expect(await service.count('note_settings')).toBe(0)
  })

  it('is for editors to change and for viewers to see', async () => {
    const viewer = await signIn(service, { role: 'viewer' })

    expect((await viewer.call('GET', path)).status).toBe(200)
    expect((await viewer.call('POST', `${path}/preview`, CHOSEN)).status).toBe(200)
    expect((await viewer.call('PUT', path, CHOSEN)).status).toBe(403)
    expect(await service.count('note_settings')).toBe(0)
  })
})
