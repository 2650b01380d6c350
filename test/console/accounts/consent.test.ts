// An app asks for access in a real browser: from its own redirect over the consent page back to the app, and out again.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callMcp, connect, pkce, register, token } from '../../accounts/oauth/flow.ts'
import { atEnd } from '../../closings.ts'
import { anotherProject, type Loose, PASSWORD, type Person, signIn } from '../../service.ts'
import { expectAccessible, expectNoSidewaysScroll, PHONE, settled, visit } from '../browser.ts'
import { type Console, openEmptyConsole } from '../console.ts'

let service: Console
let callback: string
let calledBack: URL[] = []
let client: Loose
beforeAll(async () => {
  service = await openEmptyConsole()
  const app = createServer((request, response) => {
    calledBack.push(new URL(request.url ?? '', callback))
    response.end('Back in the app')
  })
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve))
  atEnd(async () => {
    app.closeAllConnections()
    app.close()
  })
  callback = `http://127.0.0.1:${(app.address() as AddressInfo).port}/callback`
  client = await register(service, { client_name: 'Desk helper', redirect_uris: [callback] })
})
beforeEach(() => {
  calledBack = []
})

const { verifier, challenge } = pkce()

function request(more: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: callback,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 'xyz',
    ...more,
  })
  return `/oauth2/authorize?${query}`
}

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function answered(page: Page): Promise<URLSearchParams> {
  await page.getByText('Back in the app').waitFor()
  return (calledBack[0] as URL).searchParams
}

async function exchange(code: string | null) {
  const form = { grant_type: 'authorization_code', client_id: client.client_id, redirect_uri: callback }
  return (await token(service, { ...form, code: code ?? '', code_verifier: verifier })).body
}

describe('the consent page', () => {
  it('names the app, the project and what it may do; allowed, the app gets in', async () => {
    const { page, leave, complaints } = await service.openAs(
      service.owner,
      request({ resource: service.mcpUrl }),
    )
    await page.getByText('Connect Desk helper?').waitFor()

    await expect
      .poll(() => page.getByRole('main').innerText())
      .toMatch(
        /chose this name itself[\s\S]*an app on this computer[\s\S]*Test project[\s\S]*post observations[\s\S]*ada@example.com/i,
      )
    await press(page, 'Allow')

    const { access_token } = await exchange((await answered(page)).get('code'))
    expect((await callMcp(service, access_token)).status).toBe(200)
    expect(complaints).toEqual([])
    await leave()
  })

  it('refused, the app hears of it and gets nothing', async () => {
    const { page, leave } = await service.openAs(service.owner, request({ resource: service.mcpUrl }))

    await press(page, 'Don’t allow')

    const answer = await answered(page)
    expect([answer.get('error'), answer.get('code'), answer.get('state')]).toEqual([
      'access_denied',
      null,
      'xyz',
    ])
    await leave()
  })

  it('lets one sign in on the way, choose a project, and leave something out', async () => {
    const { projectId } = await anotherProject(service)
    const person = await signIn(service, { role: 'editor', projectId })
    const { page, leave } = await visit(service.url)
    await page.goto(request({ scope: 'agent team:read' }))
    await page.getByText('Sign in to continue').waitFor()
    await page.getByLabel('Email').fill(person.account.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await press(page, 'Sign in')

    await page.getByLabel('Project').selectOption('Another project')
    await page.getByLabel(/Read issues/).uncheck()
    await press(page, 'Allow')

    const got = await exchange((await answered(page)).get('code'))
    expect(got.scope).toBe('agent offline_access')
    const url = service.mcpUrl.replace(service.projectId, projectId)
    expect((await callMcp(service, got.access_token, url)).status).toBe(200)
    await leave()
  })

  it('tells a viewer what they cannot allow', async () => {
    const viewer = await signIn(service, { role: 'viewer' })

    const { page, leave } = await service.openAs(viewer, request({ resource: service.mcpUrl }))

    await page.getByText('You’re a viewer in this project').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Allow', exact: true }).isDisabled()).toBe(true)
    await leave()
  })

  it.each([
    ['an unknown app', () => request({ client_id: 'unknown' }), 'Fieldnote doesn’t recognize the app'],
    [
      'a callback that was not registered',
      () => request({ redirect_uri: 'https://evil.example/' }),
      'hasn’t registered',
    ],
    ['words of somebody else', () => '/consent?error=x&error_description=Call+555-0199', 'can’t use'],
  ])('says what is wrong with %s, in words of its own', async (_, address, words) => {
    const { page, leave } = await service.openAs(service.owner, address())

    await page.getByText('This app can’t be connected').waitFor()

    const text = await page.getByRole('main').innerText()
    expect(text).toContain(words)
    expect(text).not.toContain('555')
    await leave()
  })

  it('shows a hostile name as mere text', async () => {
    const client_name = '<img src=x onerror="document.title=1"> https://evil.example'
    const { client_id } = await register(service, { client_name, redirect_uris: [callback] })

    const address = request({ client_id, resource: service.mcpUrl })
    const { page, leave, complaints } = await service.openAs(service.owner, address)

    await title(page).getByText(`Connect ${client_name}?`).waitFor()
    await expect.poll(() => page.getByRole('main').locator('a, img[src="x"]').count()).toBe(0)
    expect(complaints).toEqual([])
    await leave()
  })
})

describe('connected apps', () => {
  it('are listed in the account, and disconnected there at once', async () => {
    const person = await signIn(service, { role: 'editor' })
    const { access_token } = await connect(service, person, { client })
    const { page, leave } = await service.openAs(person, '/account')
    const row = page.getByRole('row').filter({ hasText: 'Desk helper' })
    await row.waitFor()
    await expect.poll(() => row.innerText()).toContain('Test project')

    await row.getByRole('button', { name: /^Disconnect/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect', exact: true }).click()

    await page.getByText('Disconnected Desk helper.').waitFor()
    await expect.poll(() => row.count()).toBe(0)
    expect((await callMcp(service, access_token)).status).toBe(401)
    await leave()
  })
})

const LOOKS: [string, BrowserContextOptions][] = [
  ['desktop, light', { colorScheme: 'light' }],
  ['phone, dark', { ...PHONE, colorScheme: 'dark' }],
]

describe.each(LOOKS)('on a %s', (_, look) => {
  const STATES: [string, () => Promise<Person>, () => string][] = [
    ['one project', async () => service.owner, () => request({ resource: service.mcpUrl })],
    ['a choice', async () => service.owner, () => request({ scope: 'agent team:read team:write' })],
    ['a viewer', () => signIn(service, { role: 'viewer' }), () => request({ scope: 'agent team:read' })],
    ['the account', async () => service.owner, () => '/account'],
  ]

  it.each(STATES)('%s can be used by everyone', async (_, person, address) => {
    const { page, leave } = await service.openAs(await person(), address(), look)
    await settled(page)

    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await leave()
  })
})
