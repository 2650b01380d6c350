// How pages lay themselves out: text of any direction, code beside its copy button, and what is seen before the script arrives.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { act, digestAll, issueOf, post, startEngine } from '../digest/digesting.ts'
import { makeTag } from '../digest/tags/tagging.ts'
import { makeStudy } from '../service.ts'
import { followTo, settled } from './browser.ts'
import { type Console, openEmptyConsole } from './console.ts'

const ARABIC = { title: 'لا يمكن تصدير التقرير', description: 'يتوقف الملف عند عشرة آلاف صف.' }
const QUESTION = 'لماذا تصدر التقارير؟'

const ARABIC_PAGES: { name: string; path: string; open?: (page: Page) => Promise<void> }[] = [
  { name: 'the overview', path: '' },
  { name: 'the observations', path: '/observations' },
  { name: 'an observation', path: '/observations', open: (page) => follow(page, ARABIC.title) },
  { name: 'the issues', path: '/issues' },
  { name: 'an issue', path: '/issues', open: (page) => follow(page, ARABIC.title) },
  { name: 'the studies', path: '/studies' },
  { name: 'a study', path: '/studies', open: (page) => follow(page, QUESTION) },
  { name: 'the tags', path: '/settings/tags' },
]

/** Where lists begin, beside the navigation. */
const LEFT = 268

const SETTINGS = {
  connect: 'Connect',
  keys: 'API keys',
  tags: 'Tags',
  members: 'Members',
  privacy: 'Privacy',
  integrations: 'Integrations',
  import: 'Import',
  audit: 'Audit log',
  project: 'Project',
}

const LONG = 'x'.repeat(80)
const SPREADSHEET = {
  title: 'The spreadsheet crashes on opening',
  description: 'The spreadsheet crashes the app and loses work, every time.',
}

/** Where the long tag ends, if it is cut with an ellipsis. */
const CUT_AT = `((tag) => tag?.scrollWidth > tag?.clientWidth && getComputedStyle(tag).textOverflow === 'ellipsis'
  ? tag.getBoundingClientRect().right
  : Infinity
)([...document.querySelectorAll('main span[dir=auto]')].find(({ textContent }) => textContent === '${LONG}'))`

const follow = (page: Page, name: string) => page.getByRole('link', { name }).first().click()

/** Every text on the page that begins in Arabic, with the direction that it is set in. */
const ARABIC_TEXTS = `(() => {
  const walk = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT)
  const found = []
  while (walk.nextNode()) {
    const { data, parentElement } = walk.currentNode
    if (/^\\P{L}*\\p{Script=Arabic}/u.test(data)) found.push(data + ': ' + getComputedStyle(parentElement).direction)
  }
  return found
})()`

/** Of each block of code, how many of its lines are drawn where its button is. */
const LINES_UNDER_BUTTONS = `[...document.querySelectorAll('pre[role=region]')].map((code) => {
  const button = code.parentElement.querySelector('button').getBoundingClientRect()
  const room = code.getBoundingClientRect()
  const text = document.createRange()
  text.selectNodeContents(code)
  return [...text.getClientRects()].filter((line) =>
    Math.min(line.right, room.right) > button.left && line.top < button.bottom && line.bottom > button.top).length
})`

describe('a page', () => {
  let service: Console
  let page: Page
  beforeAll(async () => {
    service = await openEmptyConsole()
    await makeTag(service, 'تصدير', { keywords: ['تصدير'] })
    const [observation = ''] = await post(service, [ARABIC])
    await makeStudy(service, { question: QUESTION, eligibility_criteria: 'كل من يصدر.' })
    await digestAll(service, startEngine())
    const { id } = await issueOf(service, observation)
    await act(service, 'PATCH', `/issues/${id}`, { title: ARABIC.title })
    ;({ page } = await service.open('/issues'))
  })

  it.each(Object.entries(SETTINGS))(
    'of settings, %s, begins where the others do, and says what it is for',
    async (path, name) => {
      await followTo(page, `/p/${service.projectId}/settings/${path}`)
      const title = page.getByRole('heading', { level: 1, name, exact: true })
      await title.waitFor()

      await expect.poll(async () => (await title.boundingBox())?.x).toBe(LEFT)
      await expect.poll(() => title.locator('xpath=following-sibling::*').count()).toBe(1)
    },
  )

  it.each(ARABIC_PAGES)('sets Arabic from the right on $name', async ({ path, open }) => {
    await followTo(page, `/p/${service.projectId}${path}`)
    await open?.(page)
    const texts = () => page.evaluate<string[]>(ARABIC_TEXTS)
    await expect.poll(texts).not.toEqual([])
    await settled(page)

    expect((await texts()).filter((text) => !text.endsWith(': rtl'))).toEqual([])
  })

  it('sets a sentence of the audit log from the left, whoever it begins with', async () => {
    await service.db.query(`UPDATE account_user SET name = 'محمد' WHERE email = 'ada@example.com'`)
    await followTo(page, `/p/${service.projectId}/settings/audit`)
    const name = page.locator('main bdi').getByText('محمد', { exact: true }).first()
    await name.waitFor()

    const directions = await page.evaluate<string[]>(`((name) =>
      [name.parentElement, name].map((element) => getComputedStyle(element).direction)
    )([...document.querySelectorAll('main bdi')].find(({ textContent }) => textContent === 'محمد'))`)

    expect(directions).toEqual(['ltr', 'rtl'])
  })

  it('draws a trend to a scale of its own, and says so', async () => {
    await followTo(page, `/p/${service.projectId}/issues`)

    await page
      .getByRole('img', { name: '1 in the last 30 days, at most 1 in a day (drawn to its own scale)' })
      .waitFor()
  })

  it.each([1280, 390])('keeps copy buttons off the code, %i px wide', async (width) => {
    await page.setViewportSize({ width, height: 844 })
    await followTo(page, `/p/${service.projectId}/settings/connect`)
    await page.getByRole('region', { name: 'System prompt' }).waitFor()

    const covered = await page.evaluate<number[]>(LINES_UNDER_BUTTONS)

    expect(covered.length).toBeGreaterThan(1)
    expect(Math.max(...covered)).toBe(0)
  })

  describe('with a long tag', () => {
    let issueId: string
    beforeAll(async () => {
      await makeTag(service, LONG, { keywords: ['spreadsheet'] })
      const [observation = ''] = await post(service, [SPREADSHEET])
      await digestAll(service, startEngine())
      ;({ id: issueId } = await issueOf(service, observation))
    })

    it.each([
      { name: 'the issues', width: 1280, path: () => '/issues' },
      { name: 'the issues', width: 390, path: () => '/issues' },
      { name: 'an issue', width: 390, path: () => `/issues/${issueId}` },
      { name: 'the tags', width: 1280, path: () => '/settings/tags' },
    ])('cuts it with an ellipsis on $name, $width px wide', async ({ width, path }) => {
      await page.setViewportSize({ width, height: 844 })
      await followTo(page, `/p/${service.projectId}${path()}`)

      await expect.poll(() => page.evaluate<number>(CUT_AT)).toBeLessThan(width)
    })
  })

  it('shows its outline before the script arrives', async () => {
    await page.route('**/assets/*.js', (route) => route.abort())

    await page.reload()

    await page.getByRole('status', { name: 'Loading Fieldnote' }).waitFor()
  })
})
