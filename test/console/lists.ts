// Lists of the console as tests read them: what is in them, what is exported of them, and what they say when they fail.
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import type { Loose } from '../service.ts'

export const rowsOf = (page: Page, list: string) =>
  page.getByRole('list', { name: list, exact: true }).getByRole('listitem')

/** Of each row, the words that open it. */
const titlesIn = (page: Page, list: string): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('[role=list][aria-label="${list}"] > [role=listitem]')]
    .map((row) => row.querySelector('a').textContent)`)

/** Exactly these, in this order, once the list has settled. */
export const expectRows = (page: Page, list: string, titles: string[]): Promise<void> =>
  expect.poll(() => titlesIn(page, list)).toEqual(titles)

export const expectAddress = (page: Page, filters: Record<string, string>): Promise<void> =>
  expect.poll(() => Object.fromEntries(new URL(page.url()).searchParams)).toEqual(filters)

/** Presses what starts a download, and reads the file. */
export async function downloaded(page: Page, press: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return readFileSync(await download.path(), 'utf8')
}

/** The ids of what the page's Export menu gives, in each format. */
export async function exportedIds(page: Page): Promise<{ csv: string[]; jsonl: string[] }> {
  const save = async (format: RegExp) => {
    await page.getByRole('button', { name: 'Export' }).click()
    return downloaded(page, () => page.getByRole('menuitem', { name: format }).click())
  }
  const [head = '', ...cells] = (await save(/^CSV/)).trim().split('\r\n')
  expect(head).toMatch(/^\W*id,/)
  const lines = (await save(/^JSON Lines/)).trim().split('\n')
  return {
    csv: cells.map((line) => line.split(',')[0] as string),
    jsonl: lines.map((line) => JSON.parse(line).id),
  }
}

export const idsOf = (items: Loose[]): string[] => items.map(({ id }) => id)
export const titlesOf = (items: Loose[]): string[] => items.map(({ title }) => title)

/** Cannot be reached for as long as the page tries by itself; nothing live makes it try more often during the test. */
export async function breakOnce(page: Page, path: RegExp): Promise<void> {
  await page.route(/\/events$/, (route) => route.abort())
  await page.route(path, (route) => route.abort(), { times: 3 })
  onTestFinished(() => page.unrouteAll())
}
