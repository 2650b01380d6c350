// Members: their roles, and that a project always keeps an owner.
import { beforeAll, describe, expect, it } from 'vitest'
import { anotherProject, type Person, send, signIn, startService, type TestService } from '../../service.ts'

describe('members', () => {
  let service: TestService
  let owner: Person
  beforeAll(async () => {
    service = await startService()
    owner = await signIn(service, { email: 'owner@example.com' })
  })

  const members = (id = '') => `/projects/${service.projectId}/members${id && `/${id}`}`

  it('are listed with their roles', async () => {
    const editor = await signIn(service, { role: 'editor' })

    const { status, body } = await editor.call('GET', members())

    expect(status).toBe(200)
    expect(body.items).toContainEqual({
      account_id: editor.account.id,
      name: 'The editor',
      email: editor.account.email,
      role: 'editor',
      joined_at: '2026-03-14T09:30:00.000Z',
      disabled: false,
    })
  })

  it('get another role at once, and the audit log says so', async () => {
    const viewer = await signIn(service, { role: 'viewer' })

    const { status, body } = await owner.call('PATCH', members(viewer.account.id), { role: 'editor' })

    expect([status, body.role]).toEqual([200, 'editor'])
    const tags = `/projects/${service.projectId}/tags` as const
    expect((await viewer.call('POST', tags, { label: 'mine' })).status).toBe(201)
    const { body: log } = await owner.call(
      'GET',
      `/projects/${service.projectId}/audit?subject=${viewer.account.id}`,
    )
    expect(log.items[0]).toMatchObject({
      actor: 'owner@example.com',
      action: 'member.role_changed',
      facts: { email: viewer.account.email, from: 'viewer', to: 'editor' },
    })
  })

  it('may leave, whatever their role, but remove nobody else', async () => {
    const [viewer, other] = [
      await signIn(service, { role: 'viewer' }),
      await signIn(service, { role: 'viewer' }),
    ]

    const answers = [
      await viewer.call('DELETE', members(other.account.id)),
      await viewer.call('DELETE', members(viewer.account.id.toUpperCase())),
    ]

    expect(answers.map(({ status }) => status)).toEqual([403, 204])
    expect((await viewer.call('GET', members())).status).toBe(404)
    expect((await other.call('GET', members())).status).toBe(200)
  })

  it('keep their last owner', async () => {
    const { projectId } = await anotherProject(service)
    const only = await signIn(service, { projectId })
    const self = `/projects/${projectId}/members/${only.account.id}` as const

    const answers = [
      await only.call('DELETE', self),
      await only.call('PATCH', self, { role: 'viewer' }),
      await service.admin('DELETE', self),
    ]

    for (const { status, body } of answers)
      expect([status, body.detail]).toEqual([409, expect.stringContaining('last owner')])
    expect((await only.call('PATCH', self, { role: 'owner' })).status).toBe(200)
  })

  it('keep one owner of two who remove each other at once', async () => {
    const { projectId } = await anotherProject(service)
    const [one, other] = [await signIn(service, { projectId }), await signIn(service, { projectId })]
    const member = ({ account }: Person) => `/projects/${projectId}/members/${account.id}` as const

    const answers = await Promise.all([
      one.call('DELETE', member(other)),
      other.call('DELETE', member(one)),
      one.call('DELETE', member(one)),
    ])

    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    const { rows } = await service.db.query('SELECT role FROM project_member WHERE project_id = $1', [
      projectId,
    ])
    expect(rows).toEqual([{ role: 'owner' }])
  })

  it.each(['removed', 'demoted'])('who were owners and are %s leave no way back in behind', async (how) => {
    const { projectId } = await anotherProject(service)
    const [kept, gone] = [await signIn(service, { projectId }), await signIn(service, { projectId })]
    const { token } = (await gone.call('POST', '/tokens', { name: 'Script of mine' })).body
    const invite = async (headers: Record<string, string>) => {
      const made = await send(
        `${service.url}/api/projects/${projectId}/invites`,
        'POST',
        { role: 'owner' },
        headers,
      )
      return { id: made.body.id, token: new URL(made.body.url).hash.slice(1) }
    }
    const [own, scripted, other] = [
      await invite(gone.headers),
      await invite({ Authorization: `Bearer ${token}` }),
      await invite(kept.headers),
    ]
    const member = `/projects/${projectId}/members/${gone.account.id}` as const

    await (how === 'removed' ? kept.call('DELETE', member) : kept.call('PATCH', member, { role: 'viewer' }))

    const back = await Promise.all(
      [own, scripted].map((link) => gone.call('POST', '/invites/accept', { token: link.token })),
    )
    expect(back.map(({ status }) => status)).toEqual([404, 404])
    const { body: open } = await kept.call('GET', `/projects/${projectId}/invites`)
    expect(open.items.map(({ id }: { id: string }) => id)).toEqual([other.id])
    const { body: log } = await kept.call('GET', `/projects/${projectId}/audit?subject=${own.id}`)
    expect(log.items[0]).toMatchObject({ action: 'invite.withdrawn', actor: kept.account.email })
  })

  it('must have a role that there is', async () => {
    const { status, body } = await owner.call('PATCH', members(owner.account.id), { role: 'god' })

    expect([status, body.detail[0].loc]).toEqual([400, ['body', 'role']])
  })
})
