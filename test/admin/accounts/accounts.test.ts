// Accounts that are disabled or deleted: who may do it, and that nothing of theirs works afterwards.
import { beforeAll, describe, expect, it } from 'vitest'
import {
  anotherProject,
  PASSWORD,
  type Person,
  send,
  signIn,
  startService,
  type TestService,
} from '../../service.ts'

describe('accounts', () => {
  let service: TestService
  let owner: Person
  beforeAll(async () => {
    service = await startService()
    owner = await signIn(service, { email: 'owner@example.com' })
  })

  const path = ({ account }: Person) => `/accounts/${account.id}`
  const enter = ({ account: { email } }: Person) =>
    send(`${service.url}/api/auth/sign-in/email`, 'POST', { email, password: PASSWORD })
  const auditOf = async ({ account }: Person) =>
    (await owner.call('GET', `/projects/${service.projectId}/audit?subject=${account.id}`)).body.items

  /** Every way in of a person that is tried afterwards. */
  async function withToken(person: Person) {
    const { token } = (await person.call('POST', '/tokens', { name: 'Script' })).body
    const headers = { Authorization: `Bearer ${token}` }
    return async () => [
      (await person.call('GET', '/projects')).status,
      (await send(`${service.url}/api/projects`, 'GET', undefined, headers)).status,
    ]
  }

  it('that are disabled let nobody in until they are enabled again', async () => {
    const editor = await signIn(service, { role: 'editor' })
    const tries = await withToken(editor)

    const disabled = await owner.call('PATCH', path(editor), { disabled: true })
    const during = [await tries(), await enter(editor)] as const
    const { body: members } = await owner.call('GET', `/projects/${service.projectId}/members`)
    const enabled = await owner.call('PATCH', path(editor), { disabled: false })

    expect([disabled.status, disabled.body.disabled_at]).toEqual([200, '2026-03-14T09:30:00.000Z'])
    expect(during[0]).toEqual([401, 401])
    expect([during[1].status, during[1].body]).toEqual([403, { detail: expect.stringContaining('disabled') }])
    expect(members.items).toContainEqual(
      expect.objectContaining({ account_id: editor.account.id, disabled: true }),
    )
    expect([enabled.status, enabled.body.disabled_at]).toEqual([200, null])
    expect([(await enter(editor)).status, await tries()]).toEqual([200, [401, 200]]) // the session stays ended
    expect(await auditOf(editor)).toMatchObject([
      { action: 'account.enabled', actor: 'owner@example.com', facts: { email: editor.account.email } },
      { action: 'account.disabled' },
      { action: 'member.joined' },
    ])
  })

  it('that are deleted leave no way in behind, and what they did in the audit log', async () => {
    const gone = await signIn(service)
    const tries = await withToken(gone)
    await gone.call('POST', `/projects/${service.projectId}/invites`, { role: 'viewer' })

    const { status } = await owner.call('DELETE', path(gone))

    expect([status, await tries(), (await enter(gone)).status]).toEqual([204, [401, 401], 401])
    const tables = [
      'account_user:id',
      'account_session:user_id',
      'account_login:user_id',
      'access_token:account_id',
    ]
    for (const [table, column] of tables.map((name) => name.split(':')))
      expect(
        (await service.db.query(`SELECT FROM ${table} WHERE ${column} = $1`, [gone.account.id])).rowCount,
      ).toBe(0)
    expect((await auditOf(gone))[0]).toMatchObject({ action: 'account.deleted', actor: 'owner@example.com' })
    const { body: invites } = await owner.call('GET', `/projects/${service.projectId}/invites`)
    expect(invites.items).toEqual([])
    expect((await owner.call('DELETE', path(gone))).status).toBe(404)
  })

  it('belong to whoever owns all their projects, to the operator, and to themselves', async () => {
    const { projectId } = await anotherProject(service)
    const [other, both] = [await signIn(service, { projectId }), await signIn(service, { role: 'editor' })]
    await service.db.query(
      "INSERT INTO project_member (project_id, account_id, role, joined_at) VALUES ($1, $2, 'viewer', now())",
      [projectId, both.account.id],
    )
    const viewer = await signIn(service, { role: 'viewer' })

    const answers = [
      await owner.call('DELETE', path(both)), // belongs to a project of somebody else, too
      await owner.call('PATCH', path(other), { disabled: true }), // shares no project
      await viewer.call('DELETE', path(both)),
      await owner.call('PATCH', path(owner), { disabled: true }),
      await viewer.call('DELETE', path(viewer)),
      await service.admin('DELETE', path(both)),
    ]

    expect(answers.map(({ status }) => status)).toEqual([403, 404, 403, 409, 204, 204])
  })

  it('that are the last owner who can act stay', async () => {
    const { projectId } = await anotherProject(service)
    const [one, other] = [await signIn(service, { projectId }), await signIn(service, { projectId })]

    const first = await service.admin('PATCH', path(one), { disabled: true })
    const second = [
      await service.admin('PATCH', path(other), { disabled: true }),
      await other.call('DELETE', path(other)),
      await other.call('DELETE', `/projects/${projectId}/members/${other.account.id}`),
    ]

    expect(first.status).toBe(200)
    for (const { status, body } of second)
      expect([status, body.detail]).toEqual([409, expect.stringContaining('last owner')])
  })
})
