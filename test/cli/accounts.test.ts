// The commands that let people in: the set-up link, a new password, and who there is.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Service } from '../../scripts/program.ts'
import { send } from '../service.ts'
import { migrated } from '../setup/migrated-folder.ts'
import { cleanUp, newFolder, run, start, welcomeOf } from './program.ts'

const PASSWORD = 'correct horse battery'

describe('fieldnote account', () => {
  const DATA_DIR = newFolder()
  let service: Service
  beforeAll(async () => {
    service = await start({ DATA_DIR: await migrated(DATA_DIR) })
  })
  afterAll(cleanUp)

  const account = (...args: string[]) => run(['account', ...args], { DATA_DIR, BASE_URL: service.url })
  const post = (path: string, body: object) => send(service.url + path, 'POST', body)
  const tokenIn = (text: string) => new URL(text.trim()).hash.slice(1)

  it('link prints a new set-up link, and the one before it stops working', async () => {
    const { code, stdout } = await account('link')

    expect([code, stdout.startsWith(`${service.url}/setup#`)]).toEqual([0, true])
    const person = { name: 'Ada', email: 'ada@example.com', password: PASSWORD }
    const old = await post('/api/setup', { token: tokenIn(welcomeOf(service).setUpLink), ...person })
    const made = await post('/api/setup', { token: tokenIn(stdout), ...person })
    expect([old.status, made.status]).toEqual([404, 201])
  })

  it('link refuses once there is an account', async () => {
    const { code, stdout, stderr } = await account('link')

    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^fieldnote: .*set up already.*\n$/)
  })

  it('list shows every account', async () => {
    const { stdout } = await account('list', '--json')

    expect(JSON.parse(stdout)).toEqual([
      expect.objectContaining({ name: 'Ada', email: 'ada@example.com', projects: 1 }),
    ])
  })

  it('reset prints a link that sets a new password once', async () => {
    const { stdout } = await account('reset', 'ADA@example.com', '--json')
    const { url } = JSON.parse(stdout)

    const body = { token: tokenIn(url), password: 'another horse' }
    const answers = [await post('/api/password-reset', body), await post('/api/password-reset', body)]

    expect(url).toMatch(new RegExp(`^${service.url}/reset#[\\w-]{43}$`))
    expect(answers.map(({ status }) => status)).toEqual([204, 404])
    const signIn = (password: string) =>
      post('/api/auth/sign-in/email', { email: 'ada@example.com', password })
    expect([(await signIn(PASSWORD)).status, (await signIn('another horse')).status]).toEqual([401, 200])
  })

  it('disable, enable and delete end an account, and keep the last owner', async () => {
    const answers = [await account('disable', 'ADA@example.com'), await account('delete', 'ada@example.com')]

    for (const { code, stderr } of answers) {
      expect(code).toBe(1)
      expect(stderr).toMatch(/^fieldnote: .*last owner.*\n$/)
    }
    const { code, stdout } = await account('enable', 'ada@example.com', '--json')
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { email: 'ada@example.com', disabled_at: null }])
  })

  it('reset refuses an unknown email in one line', async () => {
    const { code, stderr } = await account('reset', 'nobody@example.com')

    expect([code, stderr]).toEqual([1, 'fieldnote: account nobody@example.com not found\n'])
  })
})
