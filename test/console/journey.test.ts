// The whole way through the built program, as one team walks it: each step goes on where the one before ended.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Service } from '../../scripts/program.ts'
import { cleanUp, DIGESTING, newFolder, start, type Welcome, welcomeOf } from '../cli/program.ts'
import { type ConnectedClient, connectV1 } from '../mcp/clients.ts'
import { batch, send } from '../service.ts'
import { visit } from './browser.ts'

const sh = promisify(execFile)

const HELLO = {
  title: 'Calendar invites are an hour late',
  description: 'The meeting shows up in the wrong time zone after the clocks change.',
}
const ALIKE = {
  title: 'Dashboard colors are hard to tell apart',
  description: 'Red and green bars look the same to this user.',
}

describe('from the first visit to a revoked key', () => {
  let service: Service
  let welcome: Welcome
  let page: Page
  let complaints: string[]
  let key: string
  let agent: ConnectedClient
  const at = (path: string) => `${service.url}/p/${welcome.projectId}${path}`

  beforeAll(async () => {
    service = await start({ DATA_DIR: `${newFolder()}/data`, ...DIGESTING })
    welcome = welcomeOf(service)
    ;({ page, complaints } = await visit(service.url))
  })
  afterAll(async () => {
    await agent?.close()
    await cleanUp()
  })

  it('says how a lost link is replaced, also after npm start', async () => {
    await page.goto(service.url)

    await page.getByText('fieldnote account link', { exact: true }).waitFor()
    await page.getByText('npx fieldnote account link', { exact: true }).waitFor()
  })

  it('makes the owner with the link of the first start', async () => {
    await page.goto(welcome.setUpLink)
    await page.getByLabel('Name').fill('Ada Field')
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await page.getByRole('button', { name: 'Create account' }).click()

    await page.getByRole('heading', { level: 1, name: 'Welcome to My project' }).waitFor()
    await expect.poll(() => page.url()).toBe(at(''))
  })

  it('closes the set-up link behind the owner', async () => {
    const { page: other, context } = await visit(service.url)
    await other.goto(welcome.setUpLink)

    await other.getByRole('heading', { name: 'Already set up' }).waitFor()
    await context.close()
  })

  it('connects: a key made on the spot is in the set-ups', async () => {
    await page.goto(at('/settings/connect?client=curl'))
    await page.getByRole('button', { name: 'Create key' }).click()
    const snippet = page.getByRole('region', { name: /^curl/ }).first()
    await snippet.getByText(/fnk_/).first().waitFor()
    ;[key = ''] = /fnk_[\w-]+/.exec((await snippet.textContent()) ?? '') ?? []

    expect(key).toMatch(/^fnk_[\w-]{43}$/)
  })

  it('the curl of the page posts, and the first observation arrives live', async () => {
    const command = (await page.getByRole('region', { name: /^curl/ }).first().textContent()) ?? ''
    await page.goto(at(''))
    await page.getByRole('heading', { level: 1, name: 'Welcome to My project' }).waitFor()

    await sh('sh', ['-c', command])

    await page.getByRole('button', { name: /overview/i }).waitFor()
  })

  it('an agent posts over MCP, and the feed announces it without jumping', async () => {
    await page.goto(at('/observations'))
    await page.getByText('Live', { exact: true }).waitFor()
    agent = await connectV1(`${service.url}/mcp/v1/project/${welcome.projectId}/`, {
      Authorization: `ApiKey ${key}`,
    })

    for (const observation of [HELLO, ALIKE])
      await agent.call('post_observations', batch({ observations: [observation] }))

    await page.getByRole('button', { name: /2 new observations/ }).click()
    await page.getByText(HELLO.title).first().waitFor()
  })

  it('the digest puts each into an issue', async () => {
    await page.goto(at('/issues'))

    await page.getByRole('listitem').filter({ hasText: HELLO.title }).waitFor()
    await page.getByRole('listitem').filter({ hasText: ALIKE.title }).waitFor()
  })

  it('merges two issues', async () => {
    for (const title of [HELLO.title, ALIKE.title])
      await page.getByRole('checkbox', { name: `Select ${title}` }).check()
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: HELLO.title }).check()
    await dialog.getByRole('button', { name: /Merge/ }).click()
    await dialog.waitFor({ state: 'hidden' })

    await page.getByRole('listitem').filter({ hasText: ALIKE.title }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: HELLO.title }).click()
    await page.getByRole('region', { name: 'Observations' }).getByText(ALIKE.title).waitFor()
  })

  it('creates a study and starts it', async () => {
    await page.goto(at('/studies/new'))
    await page.getByLabel('Question').fill('What do you do with an export?')
    await page.getByRole('button', { name: 'Save and start' }).click()

    await page.getByRole('heading', { level: 1, name: 'What do you do with an export?' }).waitFor()
    await page.getByRole('button', { name: 'Pause' }).waitFor()
  })

  it('an agent answers over MCP, and the answer is there to read', async () => {
    await agent.call('get_active_studies', { user_id: 'user-42' })
    await agent.call('post_research_answer', {
      study_index: 0,
      user_id: 'user-42',
      interaction_id: 'thread-7',
      answer: 'It goes to the accountant.',
    })
    await page.reload()

    await page.getByText('It goes to the accountant.').waitFor()
  })

  it('exports what is filtered', async () => {
    await page.goto(at('/observations?q=calendar'))
    await page.getByText(HELLO.title).first().waitFor()
    await page.getByRole('button', { name: 'Export' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /CSV/ }).click(),
    ])

    const csv = readFileSync(await download.path(), 'utf8')
    expect(csv).toContain(HELLO.title)
    expect(csv).not.toContain(ALIKE.description)
  })

  it('revokes the key, which is refused at once', async () => {
    await page.goto(at('/settings/keys'))
    await page.getByRole('button', { name: /^Revoke Quick start/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click()
    await page.getByText(/^Revoked the key/).waitFor()

    const { status } = await send(
      `${service.url}/v1/project/${welcome.projectId}/observations/`,
      'POST',
      batch(),
      {
        Authorization: `ApiKey ${key}`,
      },
    )
    expect(status).toBe(401)
  })

  it('has an account of it all, and no complaint from the browser', async () => {
    await page.goto(at('/settings/audit'))

    await page
      .getByText(/Ada Field|ada@example.com/)
      .first()
      .waitFor()
    expect(complaints).toEqual([])
  })
})
