// The first account, by the one-time link.
import { describe, expect, it } from 'vitest'
import { prepareSetUp, renewSetUp } from '../../src/domain/accounts/set-up.ts'
import { anotherProject, cookieOf, PASSWORD, send, startService, type TestService } from '../service.ts'

const DAY = 86_400_000
const ADA = { name: 'Ada', email: 'Ada@Example.com', password: PASSWORD }

const setUp = (service: TestService, token: string, person: object = ADA) =>
  send(`${service.url}/api/setup`, 'POST', { token, ...person })
const session = async (service: TestService, headers: Record<string, string> = {}) =>
  (await send(`${service.url}/api/session`, 'GET', undefined, headers)).body
const later = (service: TestService, milliseconds: number) => {
  service.clock.now = new Date(service.clock.now.getTime() + milliseconds)
}

describe('set-up', () => {
  it('makes the first account, owner of every project, and signs it in', async () => {
    const service = await startService()
    const { projectId } = await anotherProject(service)
    const token = (await prepareSetUp(service.deps)) ?? ''
    expect((await session(service)).setup_needed).toBe(true)

    const made = await setUp(service, token)

    expect([made.status, made.body]).toEqual([
      201,
      { id: expect.any(String), name: 'Ada', email: 'ada@example.com' },
    ])
    const signedIn = await session(service, { Cookie: cookieOf(made) })
    expect(signedIn).toMatchObject({ account: made.body, setup_needed: false })
    expect(signedIn.projects).toEqual([
      { id: projectId, name: 'Another project', role: 'owner', sample_of: null },
      { id: service.projectId, name: 'Test project', role: 'owner', sample_of: null },
    ])
    const { body } = await service.admin('GET', `/projects/${projectId}/audit?limit=1`)
    expect(body.items[0]).toMatchObject({ actor: 'ada@example.com', action: 'member.joined' })
  })

  it('stores neither the token nor the password', async () => {
    const service = await startService()
    const token = await renewSetUp(service.deps)
    const links = await service.db.query('SELECT row_to_json(account_link)::text AS row FROM account_link')

    await setUp(service, token)

    const logins = await service.db.query('SELECT row_to_json(account_login)::text AS row FROM account_login')
    expect(links.rows[0].row).not.toContain(token)
    expect(logins.rows[0].row).not.toContain(PASSWORD)
  })

  it('is closed once there is an account', async () => {
    const service = await startService()
    const token = await renewSetUp(service.deps)
    await setUp(service, token)

    const again = await setUp(service, token, { ...ADA, email: 'eve@example.com' })

    expect([again.status, again.body]).toEqual([409, { detail: expect.stringContaining('set up already') }])
    await expect(renewSetUp(service.deps)).rejects.toThrow('set up already')
    expect(await prepareSetUp(service.deps)).toBeNull()
    expect(await service.count('account_user')).toBe(1)
  })

  it('makes one owner of two who come at once', async () => {
    const service = await startService()
    const token = await renewSetUp(service.deps)

    const answers = await Promise.all(
      ['ada', 'eve', 'bob', 'sam'].map((name) =>
        setUp(service, token, { name, email: `${name}@example.com`, password: PASSWORD }),
      ),
    )

    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(3)
    expect(await service.count('account_user')).toBe(1)
    expect(await service.count('project_member')).toBe(1)
  })

  it('refuses an unknown token, and one that is older than a week', async () => {
    const service = await startService()
    const token = await renewSetUp(service.deps)
    later(service, 7 * DAY)

    const answers = [await setUp(service, 'made-up'), await setUp(service, token)]

    for (const { status, body } of answers)
      expect([status, body]).toEqual([404, { detail: expect.stringContaining('fieldnote account link') }])
    expect(await service.count('account_user')).toBe(0)
  })

  it('prepares a link only when none works anymore', async () => {
    const service = await startService()
    const first = await prepareSetUp(service.deps)
    const second = await prepareSetUp(service.deps)
    later(service, 8 * DAY)

    const third = await prepareSetUp(service.deps)

    expect([first, second, third]).toEqual([expect.any(String), null, expect.any(String)])
    expect((await setUp(service, third ?? '')).status).toBe(201)
  })

  it('lists everything that is wrong with the person', async () => {
    const service = await startService()
    const token = await renewSetUp(service.deps)

    const { status, body } = await setUp(service, token, { name: ' ', email: 'ada', password: 'short' })

    expect(status).toBe(400)
    expect(body.detail).toEqual([
      { loc: ['body', 'name'], msg: 'must not be blank', type: 'blank' },
      { loc: ['body', 'email'], msg: expect.stringContaining('email address'), type: 'email' },
      { loc: ['body', 'password'], msg: 'must have at least 8 characters', type: 'too_short' },
    ])
    expect((await setUp(service, token)).status).toBe(201)
  })
})
