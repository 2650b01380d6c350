// Importing a file, seeing what became of it, and undoing it, as owners do it.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { importStep } from '../../../src/domain/imports/import-step.ts'
import { get } from '../../digest/digesting.ts'
import { expectAccessible, expectNoSidewaysScroll, PHONE, settled } from '../browser.ts'
import { type Console, openEmptyConsole } from '../console.ts'

let service: Console
let page: Page
let complaints: string[]
beforeAll(async () => {
  service = await openEmptyConsole()
  ;({ page, complaints } = await service.open('/observations'))
})

const REVIEWS = [
  'Review;Reviewer;Mood;Written on',
  'The export stops;ann;grumpy;03/04/2026',
  'Love the new colors;ben;happy;05/04/2026',
  ';cem;happy;05/04/2026',
].join('\n')
const FILE = { name: 'reviews.csv', mimeType: 'text/csv', buffer: Buffer.from(REVIEWS) }

const choose = async (visitor: Page) => {
  const chooser = visitor.waitForEvent('filechooser')
  await visitor.getByRole('button', { name: 'Choose a file' }).click()
  await (await chooser).setFiles(FILE)
}
const firstRows = (visitor: Page) => visitor.getByRole('table', { name: 'First rows' })
const imports = () => page.getByRole('table', { name: 'Imports' })

async function storeAll(): Promise<void> {
  while (await importStep(service.deps));
}

describe('a file', () => {
  it('is found from a project without observations, and shown as it would be read', async () => {
    await page.getByRole('link', { name: 'Import a file' }).click()
    await choose(page)

    await firstRows(page).getByText('Love the new colors').waitFor()
    await expect.poll(() => page.getByRole('combobox', { name: 'User' }).inputValue()).toBe('Reviewer')
    await firstRows(page).getByText('Not imported: "Mood"').waitFor()
    await expectAccessible(page)
  })

  it('is read as its owner says: what a mood means, and which part of a date comes first', async () => {
    await page.getByRole('combobox', { name: 'Meaning of grumpy' }).click()
    await page.getByRole('option', { name: 'Negative', exact: true }).click()
    await page.getByRole('radiogroup').getByText('Day first').click()

    await firstRows(page).getByText('Apr 3, 2026').waitFor()
    await firstRows(page).getByText('The export stops').waitFor()
    await firstRows(page).getByText('must not be blank').waitFor()
  })

  it('is imported, and says what was left out and why', async () => {
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText('Received 3 rows').waitFor()
    await imports().getByText('Importing: 1 of 3').waitFor()
    await storeAll()

    await imports().getByRole('link', { name: '2 observations' }).waitFor()
    const download = page.waitForEvent('download')
    await imports().getByRole('link', { name: 'why' }).click()
    expect((await download).suggestedFilename()).toBe('import-errors.csv')
    const { items } = await get(service, '/observations')
    expect(
      items.map(({ user_id, user_sentiment, observed_at }) => [user_id, user_sentiment, observed_at]),
    ).toEqual([
      ['ben', 'positive', '2026-04-05T00:00:00.000Z'],
      ['ann', 'negative', '2026-04-03T00:00:00.000Z'],
    ])
    await settled(page)
    await expectAccessible(page)
    await imports().getByRole('link', { name: '2 observations' }).click()
    await page.getByRole('button', { name: 'Remove filter Import reviews.csv' }).waitFor()
    await page.getByText('Love the new colors').first().waitFor()
    await page.goBack()
  })

  it('is undone as a whole, and the audit log says so', async () => {
    await imports().getByRole('button', { name: 'Undo the import of reviews.csv' }).click()
    await page.getByRole('dialog').getByText('2 observations from reviews.csv').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
    await imports().getByText('Undoing').waitFor()
    await storeAll()

    await imports().getByText('Undone: 2 observations removed').waitFor()
    expect((await get(service, '/observations')).items).toEqual([])
    await page.goto(`/p/${service.projectId}/settings/audit`)
    await page.getByText('undid the import of').waitFor()
    expect(complaints).toEqual([])
  })

  it('that cannot be read says why, and another can be chosen', async () => {
    await page.goto(`/p/${service.projectId}/settings/import`)
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose a file' }).click()
    await (await chooser).setFiles({ ...FILE, buffer: Buffer.from('Review;Reviewer\n') })

    await page.getByText('The file has no rows').waitFor()
    await page.getByRole('button', { name: 'Choose another file' }).click()
    await page.getByRole('button', { name: 'Choose a file' }).waitFor()
  })
})

it('fits a phone, in the dark', async () => {
  const visitor = await service.open('/settings/import', { ...PHONE, colorScheme: 'dark' })
  await choose(visitor.page)
  await firstRows(visitor.page).getByText('Love the new colors').waitFor()
  await settled(visitor.page)

  await expectNoSidewaysScroll(visitor.page)
  await expectAccessible(visitor.page)
})

it('is for owners', async () => {
  const visitor = await service.open('/settings/import', { role: 'editor' })

  await visitor.page.getByText('Only project owners can manage imports.').waitFor()
  await visitor.page.getByRole('table', { name: 'Imports' }).waitFor()
  await visitor.page.getByRole('button', { name: 'Choose a file' }).waitFor({ state: 'detached' })
})
