import { beforeAll, describe, expect, it } from 'vitest'
import { type Loose, startService, type TestService } from '../../service.ts'

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('admin: projects', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService()
  })

  it('creates a project and tells its MCP address', async () => {
    const { status, body } = await service.admin('POST', '/projects', { name: 'Ledger app' })

    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(UUID_V7),
      name: 'Ledger app',
      about: null,
      role: 'owner',
      mcp_url: `${service.url}/mcp/v1/project/${body.id}/`,
      team_url: `${service.url}/mcp/v1/team/${body.id}/`,
      rest_url: `${service.url}/v1/project/${body.id}/`,
      share_known_issues: false,
      interaction_url: null,
      time_zone: 'UTC',
      ticket_template: null,
      rest_days: null,
      sample_of: null,
      created_at: '2026-03-14T09:30:00.000Z',
    })
    const { rows } = await service.db.query('SELECT name FROM project WHERE id = $1', [body.id])
    expect(rows).toEqual([{ name: 'Ledger app' }])
  })

  it('reads one project, whatever the case of its id', async () => {
    const { status, body } = await service.admin('GET', `/projects/${service.projectId.toUpperCase()}`)

    expect(status).toBe(200)
    expect(body).toMatchObject({ id: service.projectId, name: 'Test project', mcp_url: service.mcpUrl })
  })

  it('lists every project, the newest first', async () => {
    const created = await service.admin('POST', '/projects', { name: 'The newest' })

    const { status, body } = await service.admin('GET', '/projects')

    expect(status).toBe(200)
    expect(body.items[0]).toEqual(created.body)
    expect(body.items.at(-1)?.id).toBe(service.projectId)
    expect(body.next_cursor).toBeNull()
  })

  it('renames a project', async () => {
    const { body: project } = await service.admin('POST', '/projects', { name: 'Before' })

    const { status, body } = await service.admin('PATCH', `/projects/${project.id}`, { name: 'After' })

    expect(status).toBe(200)
    expect(body).toEqual({ ...project, name: 'After' })
    expect((await service.admin('GET', `/projects/${project.id}`)).body.name).toBe('After')
  })

  it('tells who renames it that somebody else was faster, and changes nothing', async () => {
    const { body: project } = await service.admin('POST', '/projects', { name: 'Before' })
    const rename = (name: string) =>
      service.admin('PATCH', `/projects/${project.id}`, { name, expected_name: 'Before', about: name })
    await rename('First')

    const { status, body } = await rename('Second')

    expect(status).toBe(409)
    expect(body.detail).toContain('renamed to “First” in the meantime')
    const now = (await service.admin('GET', `/projects/${project.id}`)).body
    expect([now.name, now.about]).toEqual(['First', 'First'])
  })

  it.each([
    ['https://chat.example.com/t/{interaction_id}?q=1', 200],
    ['http://10.0.0.1/{interaction_id}', 200],
    [null, 200],
    ['https://chat.example.com/t/', 400],
    ['https://{interaction_id}.example.com/', 400],
    ['https://{interaction_id}@example.com/', 400],
    ['javascript:alert("{interaction_id}")', 400],
    ['/t/{interaction_id}', 400],
  ])('takes %j for the address of a conversation: %i', async (interaction_url, status) => {
    const answer = await service.admin('PATCH', `/projects/${service.projectId}`, { interaction_url })

    expect(answer.status).toBe(status)
    if (status === 200) expect(answer.body.interaction_url).toBe(interaction_url)
    else expect(answer.body.detail[0]).toMatchObject({ loc: ['body', 'interaction_url'] })
  })

  it('leaves a project alone when the change is empty', async () => {
    const { status, body } = await service.admin('PATCH', `/projects/${service.projectId}`, {})

    expect(status).toBe(200)
    expect(body).toMatchObject({ id: service.projectId, name: 'Test project' })
  })

  it.each([
    ['no body', undefined, [['body']]],
    ['no name', {}, [['body', 'name']]],
    ['a blank name', { name: ' \n' }, [['body', 'name']]],
    ['a number', { name: 5 }, [['body', 'name']]],
    ['201 code points', { name: '😀'.repeat(201) }, [['body', 'name']]],
    ['a NUL', { name: 'a\0b' }, [['body', 'name']]],
  ])('refuses a project with %s and stores nothing', async (_, project, places) => {
    const before = await service.count('project')

    const { status, body } = await service.admin('POST', '/projects', project)

    expect(status).toBe(400)
    expect(body.detail.map((violation: Loose) => violation.loc)).toEqual(places)
    expect(await service.count('project')).toBe(before)
  })

  it('accepts a name of 200 code points', async () => {
    const name = '😀'.repeat(200)

    const { status, body } = await service.admin('POST', '/projects', { name })

    expect(status).toBe(201)
    expect(body.name).toBe(name)
  })

  it('answers 405 with Allow to a method that a path does not have', async () => {
    const { status, headers, body } = await service.admin('PUT', `/projects/${service.projectId}`)

    expect(status).toBe(405)
    expect(headers.get('allow')?.split(', ').sort()).toEqual(['DELETE', 'GET', 'HEAD', 'PATCH'])
    expect(Object.keys(body)).toEqual(['detail'])
    expect((await service.admin('GET', `/projects/${service.projectId}`)).status).toBe(200)
  })
})
