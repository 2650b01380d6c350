// What is everywhere: the command palette, light and dark, and the viewer's own clock.
import type { Page, Route } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { get } from '../digest/digesting.ts'
import { type Loose, makeStudy } from '../service.ts'
import { followTo, settled } from './browser.ts'
import { type Console, openSampleConsole } from './console.ts'

let service: Console
let page: Page
let complaints: string[]
beforeAll(async () => {
  service = await openSampleConsole()
  ;({ page, complaints } = await service.open('/guidelines', { colorScheme: 'light' }))
  await settled(page)
})

const at = (path: string) => `${service.url}/p/${service.projectId}${path}`

describe('the command palette', () => {
  beforeEach(async () => {
    await followTo(page, at('/guidelines'))
    await page.getByRole('heading', { level: 1, name: 'Guidelines' }).waitFor()
    await settled(page)
  })

  const search = () => page.getByPlaceholder('Search or jump to…')
  const commands = () => page.getByRole('dialog').getByRole('option')
  /** What the server found, all of which is shown at once: until then the rows below may move. */
  const found = () => page.getByRole('group', { name: 'Results' }).getByRole('option')

  it.each(['Control+k', 'Meta+k'])('opens with %s, and closes with Escape where one was', async (keys) => {
    await page.getByRole('link', { name: 'Issues', exact: true }).focus()

    await page.keyboard.press(keys)
    await search().waitFor()
    await page.keyboard.press('Escape')
    await search().waitFor({ state: 'hidden' })

    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Issues')
    await expect.poll(() => page.url()).toBe(at('/guidelines'))
  })

  it('opens by its button, for those who do not know the keys', async () => {
    await page.getByRole('button', { name: /^Search/ }).click()

    await search().waitFor()
  })

  it('opens while one types into a field', async () => {
    await page.goto(at('/observations'))
    await settled(page)
    await page.getByRole('searchbox').first().focus()

    await page.keyboard.press('Control+k')

    await search().waitFor()
  })

  it('finds a page by its name, and Enter goes there', async () => {
    await page.keyboard.press('Control+k')
    await search().fill('api ke')
    await commands().filter({ hasText: 'API keys' }).waitFor()

    await page.keyboard.press('Enter')

    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor()
    await search().waitFor({ state: 'hidden' })
  })

  it('finds an issue by its words, and Enter goes there', async () => {
    const { items } = await get(service, '/issues?sort=observations&limit=1')
    const [issue] = items as Loose[]
    await page.keyboard.press('Control+k')
    await search().fill(issue.title)
    await commands()
      .filter({ hasText: issue.title })
      .filter({ hasText: /Issue #\d/ })
      .waitFor()

    await page.keyboard.press('Enter')

    await page.getByRole('heading', { level: 1, name: issue.title }).waitFor()
  })

  it('finds a study by its question', async () => {
    const { items } = await get(service, '/studies')
    const [study] = items as Loose[]
    await page.keyboard.press('Control+k')
    await search().fill(study.question.slice(0, 16))
    await found().first().waitFor()

    await commands().filter({ hasText: study.question }).click()

    await page.getByRole('heading', { level: 1, name: study.question }).waitFor()
  })

  it('shows what was found all at once, so that rows move only once', async () => {
    const users = (url: URL) => url.pathname.endsWith('/users')
    const slow = new Promise<Route>((take) => void page.route(users, take))
    const issues = page.waitForResponse((response) => response.url().includes('/issues?q=invoice'))
    await page.keyboard.press('Control+k')
    await search().fill('invoice')
    await (await issues).finished()
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
    await expect.poll(() => found().count()).toBe(0)

    await (await slow).continue()

    await found()
      .filter({ hasText: /Issue #\d/ })
      .first()
      .waitFor()
    await page.unroute(users)
  })

  it('searches observations for what was typed', async () => {
    await page.keyboard.press('Control+k')
    await search().fill('invoice')
    await found().first().waitFor()

    await commands().filter({ hasText: 'Search observations for “invoice”' }).click()

    await page.getByRole('heading', { level: 1, name: 'Observations' }).waitFor()
    await expect.poll(() => page.url()).toBe(at('/observations?q=invoice'))
  })

  it('forgets what was typed when it opens again', async () => {
    await page.keyboard.press('Control+k')
    await search().fill('something')
    await page.keyboard.press('Escape')
    await search().waitFor({ state: 'hidden' })

    await page.keyboard.press('Control+k')

    await search().waitFor()
    await expect.poll(() => search().inputValue()).toBe('')
  })

  it('takes every letter from the key press on: none reaches the shortcuts of the page', async () => {
    await page.goto(at('/issues'))
    await settled(page)
    const changes: string[] = []
    page.on('request', (request) => request.method() !== 'GET' && changes.push(request.url()))
    await page.keyboard.press('j')
    await page.keyboard.press('x')

    // As fast as the browser takes them, on a page where each of e, m and x does something.
    await page.keyboard.press('Control+k')
    await page.keyboard.type('export members xe')

    await expect.poll(() => search().inputValue()).toBe('export members xe')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(1)
    await page.keyboard.press('Escape')
    await page.getByRole('toolbar', { name: 'Actions for 1 selected issue' }).waitFor()
    expect(changes).toEqual([])
  })

  it.each([
    ['new study', 'New study'],
    ['members', 'Members'],
    ['audti', 'Audit log'],
    ['craete study', 'New study'],
  ])('takes “%s” and Enter, typed without a pause, to %s', async (typed, heading) => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(typed)
    await page.keyboard.press('Enter')

    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  })

  it('offers what can be done to the issues that are selected', async () => {
    await page.goto(at('/issues'))
    await settled(page)
    const boxes = page.getByRole('list', { name: 'Issues' }).getByRole('checkbox')
    await boxes.nth(0).check()
    await boxes.nth(1).check()
    await page.keyboard.press('Control+k')
    await page.getByRole('group', { name: '2 selected issues' }).waitFor()

    await page.keyboard.type('merge')
    await page.keyboard.press('Enter')

    await page.getByRole('dialog', { name: /^Merge 2 issues/ }).waitFor()
  })

  it('names what can be done to the issue that is shown in whole sentences', async () => {
    const { items } = await get(service, '/issues?status=open&limit=1')
    const [issue] = items as Loose[]
    await page.goto(at(`/issues/${issue.id}`))
    await settled(page)
    await page.keyboard.press('Control+k')

    await page.getByRole('option', { name: 'Mark this issue as planned' }).waitFor()
    await page.keyboard.press('Escape')
  })

  it('gives the issues that are selected to oneself, and to nobody again', async () => {
    await page.goto(at('/issues'))
    await settled(page)
    const rows = page.getByRole('list', { name: 'Issues' }).getByRole('listitem')
    for (const [typed, command] of [
      ['assign', 'Assign this issue to me'],
      ['unassign', 'Unassign this issue'],
    ] as const) {
      await rows.first().getByRole('checkbox').check()
      await page.keyboard.press('Control+k')
      await search().fill(typed)
      await commands().filter({ hasText: command }).click()
      await expect
        .poll(() => rows.first().getByRole('img', { name: 'Assigned to The owner' }).count())
        .toBe(typed === 'assign' ? 1 : 0)
    }
  })

  it('pauses, resumes, ends and duplicates the study that is shown', async () => {
    const study = await makeStudy(service, { question: 'Which report do you open first?' })
    await page.goto(at(`/studies/${study.id}`))
    await settled(page)
    const choose = async (command: string) => {
      await page.keyboard.press('Control+k')
      await search().fill(command)
      await page.getByRole('option', { name: command, exact: true }).click()
    }
    await choose('Pause this study')
    await page.getByText('Study paused.').waitFor()
    await choose('Resume this study')
    await page.getByText('Study resumed.').waitFor()
    await choose('End this study…')
    await page
      .getByRole('dialog', { name: 'End this study?' })
      .getByRole('button', { name: 'End study' })
      .click()
    await page.getByText('Study ended.').waitFor()

    await choose('Duplicate this study')

    await page.waitForURL(new RegExp(`/studies/new\\?from=${study.id}`))
    expect((await get(service, `/studies/${study.id}`)).state).toBe('ended')
  })

  it('leaves no complaint in the browser', () => {
    expect(complaints).toEqual([])
  })
})

describe('colors', () => {
  const scheme = (): Promise<string> =>
    page.evaluate('document.documentElement.getAttribute("data-mantine-color-scheme")')
  const background = (): Promise<string> => page.evaluate('getComputedStyle(document.body).backgroundColor')

  const choose = async (label: string): Promise<void> => {
    await page.goto('/account')
    await page.getByRole('radiogroup', { name: 'Color scheme' }).getByText(label).click()
  }

  it('follow the system, also while the page is open', async () => {
    await page.goto(at('/guidelines'))
    await settled(page)
    const light = [await scheme(), await background()]

    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(scheme).toBe('dark')

    expect(light[0]).toBe('light')
    await expect.poll(background).not.toBe(light[1])
  })

  it.each([
    ['Light', 'light', 'dark'],
    ['Dark', 'dark', 'light'],
  ] as const)(
    'stay %s when chosen, over a reload and whatever the system says',
    async (label, chosen, system) => {
      await page.emulateMedia({ colorScheme: system })
      await choose(label)
      await expect.poll(scheme).toBe(chosen)

      await page.reload()

      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await scheme()).toBe(chosen)
      await expect.poll(() => page.getByRole('radio', { name: label }).isChecked()).toBe(true)
    },
  )

  it('are the system’s again when that is chosen', async () => {
    await choose('System')
    await page.emulateMedia({ colorScheme: 'dark' })

    await expect.poll(scheme).toBe('dark')
  })

  it('are right before the first script of the page has run', async () => {
    await choose('Dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await page.route('**/assets/*.js', (route) => route.abort())

    await page.goto(at('/guidelines'))

    expect(await scheme()).toBe('dark')
    // And the outline of a page is there, in those colors.
    await page.getByRole('status', { name: 'Loading Fieldnote' }).waitFor()
    const bare = await page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor')
    expect(bare).toBe('rgb(23, 22, 20)')
    await page.unroute('**/assets/*.js')
  })
})

describe('times', () => {
  it('are the viewer’s own: one moment, two clocks', async () => {
    const { created_at } = await get(service, '')
    const clock = (timeZone: string) =>
      new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
        new Date(created_at),
      )
    const zones = ['Asia/Tokyo', 'America/New_York']
    for (const timezoneId of zones) {
      const visitor = await service.open('/settings/project', { timezoneId, locale: 'en-US' })
      const created = visitor.page.getByRole('definition').nth(1)
      await expect.poll(() => created.textContent()).toBe(clock(timezoneId))
      await visitor.leave()
    }

    expect(new Set(zones.map(clock)).size).toBe(2)
  })

  it('and numbers are written as the viewer’s language writes them', async () => {
    const { page: german, leave } = await service.open('/settings/project', {
      timezoneId: 'Europe/Berlin',
      locale: 'de-DE',
    })

    const created = german.getByRole('definition').nth(1)

    await expect.poll(() => created.textContent()).toMatch(/^\d\d\.\d\d\.\d{4}, \d\d:\d\d$/)
    await leave()
  })
})
