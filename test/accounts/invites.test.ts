// Invites: links that work once, for a new account or for one that is there.
import { beforeAll, describe, expect, it } from 'vitest'
import {
  anotherProject,
  cookieOf,
  PASSWORD,
  type Person,
  send,
  signIn,
  startService,
  type TestService,
} from '../service.ts'

const DAY = 86_400_000

describe('invites', () => {
  let service: TestService
  let owner: Person
  beforeAll(async () => {
    service = await startService()
    owner = await signIn(service, { email: 'owner@example.com' })
  })

  const list = () => `/projects/${service.projectId}/invites` as const
  const invite = async (body: object = { role: 'editor' }) => {
    const { body: made } = await owner.call('POST', list(), body)
    return { ...made, token: new URL(made.url).hash.slice(1) }
  }
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    send(`${service.url}/api/invites${path}`, 'POST', body, headers)
  const person = (name: string) => ({ name, email: `${name}@example.com`, password: PASSWORD })
  const members = async () => (await owner.call('GET', `/projects/${service.projectId}/members`)).body.items

  it('are made with a link that is shown once, and listed until they are used', async () => {
    const { status, body } = await owner.call('POST', list(), { role: 'editor', email: 'Grace@Example.com' })

    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(String),
      role: 'editor',
      email: 'grace@example.com',
      invited_by: 'owner@example.com',
      created_at: '2026-03-14T09:30:00.000Z',
      expires_at: '2026-03-21T09:30:00.000Z',
      url: expect.stringMatching(new RegExp(`^${service.url}/invite#[\\w-]{43}$`)),
      mailed: false,
    })
    const { url: _, mailed: __, ...listed } = body
    expect((await owner.call('GET', list())).body.items).toContainEqual(listed)
    await owner.call('DELETE', `${list()}/${body.id}`)
  })

  it('show what they are for to whoever has the link', async () => {
    const { token } = await invite({ role: 'viewer', email: 'grace@example.com' })

    const { status, body } = await post('/read', { token })

    expect(status).toBe(200)
    expect(body).toEqual({
      project_name: 'Test project',
      role: 'viewer',
      email: 'grace@example.com',
      expires_at: '2026-03-21T09:30:00.000Z',
    })
  })

  it('make an account and sign it in', async () => {
    const { token } = await invite()

    const accepted = await post('/accept', { token, ...person('alan') })

    expect(accepted.status).toBe(200)
    expect(accepted.body).toEqual({
      account: { id: expect.any(String), name: 'alan', email: 'alan@example.com' },
      project_id: service.projectId,
      role: 'editor',
    })
    const { body } = await send(`${service.url}/api/session`, 'GET', undefined, {
      Cookie: cookieOf(accepted),
    })
    expect(body.projects).toEqual([
      { id: service.projectId, name: 'Test project', role: 'editor', sample_of: null },
    ])
    expect(await members()).toContainEqual(
      expect.objectContaining({ email: 'alan@example.com', role: 'editor' }),
    )
  })

  it('let the account that is signed in join', async () => {
    const { projectId } = await anotherProject(service)
    const guest = await signIn(service, { role: 'viewer', projectId })
    const { token } = await invite({ role: 'viewer' })

    const { status, body } = await post('/accept', { token }, guest.headers)

    expect([status, body]).toEqual([
      200,
      { account: guest.account, project_id: service.projectId, role: 'viewer' },
    ])
    expect((await guest.call('GET', '/projects')).body.items).toHaveLength(2)
  })

  it('never lower the role of a member', async () => {
    const { token } = await invite({ role: 'viewer' })

    const { body } = await post('/accept', { token }, owner.headers)

    expect(body.role).toBe('owner')
  })

  it('work once, however many come at once', async () => {
    const { token } = await invite()

    const answers = await Promise.all(
      ['one', 'two', 'three', 'four'].map((name) => post('/accept', { token, ...person(name) })),
    )

    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, 404, 404, 404])
    const made = (await members()).filter(({ name }: { name: string }) =>
      ['one', 'two', 'three', 'four'].includes(name),
    )
    expect(made).toHaveLength(1)
    expect((await post('/read', { token })).status).toBe(404)
  })

  it('that name an email are for that person only', async () => {
    const { token } = await invite({ role: 'viewer', email: 'emmy@example.com' })

    const others = [
      await post('/accept', { token, ...person('eve') }),
      await post('/accept', { token }, owner.headers),
    ]
    const emmy = await post('/accept', { token, name: 'Emmy', password: PASSWORD })

    for (const { status, body } of others)
      expect([status, body.detail]).toEqual([403, expect.stringContaining('emmy@example.com')])
    expect([emmy.status, emmy.body.account.email]).toEqual([200, 'emmy@example.com'])
  })

  it('are not used up by an email that has an account', async () => {
    const { token } = await invite()

    const { status, body } = await post('/accept', { token, ...person('owner') })

    expect([status, body.detail]).toEqual([409, expect.stringContaining('sign in')])
    expect((await post('/read', { token })).status).toBe(200)
  })

  it('ask somebody who is not signed in for what an account needs', async () => {
    const { token } = await invite()

    const answers = [
      await post('/accept', { token }),
      await post('/accept', { token, password: PASSWORD }),
      await post('/accept', { token, name: 'X', email: 'x@example.com', password: 'short' }),
    ]

    expect(answers.map(({ status }) => status)).toEqual([401, 400, 400])
    expect(answers[1]?.body.detail.map(({ loc }: { loc: string[] }) => loc[1])).toEqual(['name', 'email'])
  })

  it('end when they are withdrawn, and after a week', async () => {
    const [withdrawn, old] = [await invite(), await invite()]
    await owner.call('DELETE', `${list()}/${withdrawn.id}`)
    const first = await post('/read', { token: withdrawn.token })
    service.clock.now = new Date(service.clock.now.getTime() + 7 * DAY)

    const second = await post('/accept', { token: old.token, ...person('late') })

    expect([first.status, second.status]).toEqual([404, 404])
    expect((await owner.call('GET', list())).body.items).toEqual([])
  })

  it('are in the audit log, by whom and for whom', async () => {
    const { body } = await owner.call('GET', `/projects/${service.projectId}/audit`)

    const actions = body.items.map(({ actor, action }: { actor: string; action: string }) => [actor, action])
    expect(actions).toEqual(
      expect.arrayContaining([
        ['owner@example.com', 'invite.created'],
        ['owner@example.com', 'invite.withdrawn'],
        ['alan@example.com', 'member.joined'],
      ]),
    )
  })
})
