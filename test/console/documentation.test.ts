// The documentation in a browser: read, searched and followed, on a desk and on a phone, in the light and in the dark.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import '../built.ts' // for the pages
import { startService } from '../service.ts'
import { expectAccessible, expectNoSidewaysScroll, PHONE, visit } from './browser.ts'

const { url } = await startService()

const results = (page: Page) => page.locator('.search li')

it.each([
  ['on a desk, in the light', { colorScheme: 'light' }],
  ['on a phone, in the dark', { ...PHONE, colorScheme: 'dark' }],
] as const)('%s every kind of page can be used by everyone', async (_, look) => {
  const { page, complaints } = await visit(url, look)

  for (const path of ['/docs', '/docs/use/issues', '/docs/build/rest', '/docs/run/configure']) {
    await page.goto(path)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  }

  expect(complaints).toEqual([])
})

it('the search finds a section by the beginnings of its words, and the keyboard leads there', async () => {
  const { page, leave } = await visit(url)
  await page.goto('/docs/start/quickstart')

  await page.keyboard.press('/')
  await page.keyboard.type('possible dupl')
  await expect
    .poll(() => results(page).first().textContent())
    .toMatch(/^Issues: Possible duplicatesUse · When in doubt/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')

  await page.waitForURL('**/docs/use/issues#possible-duplicates')
  await page.locator('.search ul').waitFor({ state: 'hidden' })
  await leave()
})

it('the search takes any characters, says when it finds nothing, and goes away', async () => {
  const { page, complaints, leave } = await visit(url)
  await page.goto('/docs')

  await page.getByRole('searchbox').fill('(.*[qu\\')
  await results(page)
    .getByText('Nothing found')
    .or(results(page).filter({ hasText: 'Nothing found' }))
    .waitFor()
  await page.keyboard.press('Escape')

  await page.locator('.search ul').waitFor({ state: 'hidden' })
  expect(complaints).toEqual([])
  await leave()
})
