// Tags: made with a test of what they would match, put on what is there, and deleted.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Engine } from '../../../src/digest/engine.ts'
import { digestOnce } from '../../../src/worker/digest-worker.ts'
import { act, digestAll, get, postEach, startEngine } from '../../digest/digesting.ts'
import { makeTag, note } from '../../digest/tags/tagging.ts'
import type { Loose } from '../../service.ts'
import { followTo, settled } from '../browser.ts'
import { type Console, openEmptyConsole } from '../console.ts'

const SAID = [
  'The invoice export stops after the first page',
  'Exporting to a spreadsheet lost the last column',
  'Asked what export control means for a shipment',
  'The calendar shows meetings an hour late',
]

let service: Console
let page: Page
let complaints: string[]
let engine: Engine
beforeAll(async () => {
  service = await openEmptyConsole()
  engine = startEngine()
  await postEach(service, SAID.map(note))
  await digestAll(service, engine)
  ;({ page, complaints } = await service.open('/settings/tags'))
})

const goTo = (query = '') => followTo(page, `/p/${service.projectId}/settings/tags${query}`)
const button = (name: string) => page.getByRole('button', { name, exact: true })
const row = (label: string) => page.getByRole('listitem').filter({ hasText: label })
const drawer = () => page.getByRole('dialog')
const tagTest = () => page.getByRole('region', { name: 'Test this tag' })
const tags = async (): Promise<Loose[]> => (await get(service, '/tags')).items
const labels = async () => (await tags()).map(({ label }) => label)

/** Lets a worker look for work until the page has what it waits for. */
async function digestUntil(seen: Promise<unknown>): Promise<void> {
  let done = false
  const waiting = seen.finally(() => {
    done = true
  })
  while (!done) await digestOnce(service.deps, engine)
  await waiting
}

async function addPhrase(field: string, phrase: string): Promise<void> {
  await drawer().getByLabel(field).fill(phrase)
  await page.keyboard.press('Enter')
}

async function deleteTag(label: string): Promise<void> {
  await button(`Actions for ${label}`).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
}

describe('making a tag', () => {
  it('is invited by a page that says what a tag does', async () => {
    await goTo()
    await button('Create your first tag').click()

    await page.getByRole('dialog', { name: 'New tag' }).waitFor()
  })

  it('shows which observations it would be on and why, before anything is saved', async () => {
    await goTo('?edit=new')
    await drawer().getByLabel('Label').fill('export')
    await addPhrase('Keywords', 'export')
    await addPhrase('Excluded phrases', 'export control')
    await button('Test on observations').click()
    await digestUntil(tagTest().getByText('of the last 4 observations would get this tag').waitFor())

    const found = (title: string) => tagTest().getByRole('listitem').filter({ hasText: title })
    for (const match of SAID.slice(0, 2))
      await found(match).getByText('Contains the keyword “export”').waitFor()
    await found(SAID[2] ?? '')
      .getByText('Excluded: contains “export control”')
      .waitFor()
    expect(await labels()).toEqual([])
  })

  it('says that a test is of the tag as it was, once the tag is changed', async () => {
    await goTo('?edit=new')
    await drawer().getByLabel('Label').fill('calendar')
    await button('Test on observations').click()
    await digestUntil(tagTest().getByText('would get this tag').waitFor())
    await drawer().getByLabel('Label').fill('calendars')

    await tagTest().getByText('You’ve changed the tag since this test.').waitFor()
    await button('Test again').waitFor()
  })

  it('saves all of it, and puts the tag on what is there', async () => {
    await goTo('?edit=new')
    await drawer().getByLabel('Label').fill('export')
    await drawer().getByLabel('Description').fill('Getting data out')
    await addPhrase('Keywords', 'export')
    await addPhrase('Excluded phrases', 'export control')
    await button('Add example').click()
    await drawer().getByLabel('Example 1', { exact: true }).fill('I need my data in a file')
    await drawer().getByText('Manual').click()
    await drawer().getByRole('button', { name: 'Create tag' }).click()
    await page.getByRole('status').getByText('Matching “export” against all observations').waitFor()
    await digestUntil(page.getByText(/“export” matches \d of 4 observations\./).waitFor())

    const [tag] = await tags()
    expect(tag).toMatchObject({
      label: 'export',
      config: {
        description: 'Getting data out',
        keywords: ['export'],
        exclude: ['export control'],
        examples: ['I need my data in a file'],
        threshold: 0.5,
      },
    })
    await row('export')
      .getByRole('link', { name: `${tag.observation_count} observations` })
      .waitFor()
  })

  it('names a label that is taken beside the field, and keeps what was typed', async () => {
    await makeTag(service, 'taken', {})
    await goTo('?edit=new')
    await drawer().getByLabel('Label').fill('taken')
    await drawer().getByLabel('Description').fill('Not lost')
    await drawer().getByRole('button', { name: 'Create tag' }).click()

    await drawer()
      .getByRole('textbox', { name: 'Label', description: /taken|exists|already/i })
      .waitFor()
    await expect.poll(() => drawer().getByLabel('Description').inputValue()).toBe('Not lost')
    expect((await labels()).filter((label) => label === 'taken')).toHaveLength(1)
  })

  it('asks for a label, and stores nothing without', async () => {
    const before = await service.count('tag')
    await goTo('?edit=new')
    await drawer().getByRole('button', { name: 'Create tag' }).click()

    await drawer().getByRole('textbox', { name: 'Label', description: 'Enter a label' }).waitFor()
    expect(await service.count('tag')).toBe(before)
  })
})

describe('editing a tag', () => {
  it('saves what was changed', async () => {
    const id = await makeTag(service, 'misnamed', { keywords: ['name'] })
    await goTo()
    await row('misnamed').getByRole('button').first().click()
    await drawer().getByLabel('Label').fill('renamed')
    await drawer().getByLabel('Match against all existing observations').uncheck()
    await button('Save').click()
    await row('renamed').waitFor()

    expect((await tags()).find((tag) => tag.id === id)).toMatchObject({
      label: 'renamed',
      config: { keywords: ['name'] },
    })
  })

  it('says who was faster with another label, and lets who means it save again', async () => {
    const id = await makeTag(service, 'one name', {})
    await goTo(`?edit=${id}`)
    await drawer().getByLabel('Label').fill('mine')
    await act(service, 'PATCH', `/tags/${id}`, { label: 'theirs' })
    await drawer().getByLabel('Match against all existing observations').uncheck()
    await button('Save').click()
    await drawer().getByText('renamed to “theirs” in the meantime').waitFor()
    const before = (await tags()).find((tag) => tag.id === id)?.label
    await button('Save').click()
    await row('mine').waitFor()

    expect(before).toBe('theirs')
    expect((await tags()).find((tag) => tag.id === id)?.label).toBe('mine')
    complaints.length = 0 // the browser's own, about the answer 409
  })

  it('asks before what was typed is lost', async () => {
    const id = await makeTag(service, 'unsaved', {})
    await goTo(`?edit=${id}`)
    await drawer().getByLabel('Description').fill('Half a thou')
    await button('Close').click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await question.waitFor({ state: 'hidden' })

    await expect.poll(() => drawer().getByLabel('Description').inputValue()).toBe('Half a thou')
  })
})

describe('a tag that was left half edited', () => {
  it('is as it was typed when it is opened again', async () => {
    const id = await makeTag(service, 'half', {})
    await goTo(`?edit=${id}`)
    await drawer().getByLabel('Description').fill('Half a thou')
    await button('Close').click()
    await button('Leave').click()
    await drawer().waitFor({ state: 'hidden' })
    await page.goBack()

    await expect.poll(() => drawer().getByLabel('Description').inputValue()).toBe('Half a thou')
    await button('Discard changes').click()
    await expect.poll(() => drawer().getByLabel('Description').inputValue()).toBe('')
  })
})

describe('Escape', () => {
  it('asks before what was typed is lost, and takes the question back', async () => {
    const id = await makeTag(service, 'escaped', {})
    await goTo(`?edit=${id}`)
    await drawer().getByLabel('Description').fill('Half a thou')
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.waitFor()

    await page.keyboard.press('Escape')

    await question.waitFor({ state: 'hidden' })
    await expect.poll(() => drawer().getByLabel('Description').inputValue()).toBe('Half a thou')
  })
})

describe('deleting a tag', () => {
  it('that is on nothing is undone with one click', async () => {
    await makeTag(service, 'fleeting', { keywords: ['nowhere'] })
    await goTo()
    await deleteTag('fleeting')
    await page.getByText('Deleted the tag “fleeting”.').waitFor()
    expect(await labels()).not.toContain('fleeting')
    await button('Undo').click()
    await row('fleeting').waitFor()

    expect((await tags()).find(({ label }) => label === 'fleeting')).toMatchObject({
      config: { keywords: ['nowhere'] },
    })
  })

  it('that is on observations asks first, and says what is lost', async () => {
    const id = await makeTag(service, 'calendar', { keywords: ['calendar'] })
    await service.admin('POST', `/projects/${service.projectId}/tags/${id}/rematch`)
    await digestAll(service, engine)
    await goTo()
    await deleteTag('calendar')
    const question = page.getByRole('dialog', { name: 'Delete “calendar”?' })
    await question.getByText(/It will be removed from \d observations?/).waitFor()
    await question.getByRole('button', { name: 'Keep tag' }).click()
    await question.waitFor({ state: 'hidden' })
    expect(await labels()).toContain('calendar')
    await deleteTag('calendar')
    await question.getByRole('button', { name: 'Delete tag' }).click()

    await row('calendar').waitFor({ state: 'detached' })
    expect(await labels()).not.toContain('calendar')
  })
})

describe('a viewer', () => {
  it('reads tags and is offered no way to change them', async () => {
    const id = await makeTag(service, 'readable', { keywords: ['read', 'reading'] })
    const visitor = await service.open(`/settings/tags?edit=${id}`, { role: 'viewer' })
    const { page: own } = visitor
    await own.getByRole('dialog', { name: 'Tag “readable”' }).waitFor()

    await own.getByRole('dialog').getByText('read, reading').waitFor()
    await settled(own)
    await expect.poll(() => own.getByRole('textbox').count()).toBe(0)
    await expect
      .poll(() => own.getByRole('button', { name: /^(Save|Create tag|Actions for .*)$/ }).count())
      .toBe(0)
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })

  it('is never led into a refusal when trying a tag', async () => {
    const id = await makeTag(service, 'tried', { keywords: ['export'] })
    const visitor = await service.open(`/settings/tags?edit=${id}`, { role: 'viewer' })
    await visitor.page.getByRole('dialog', { name: 'Tag “tried”' }).waitFor()
    await visitor.page.getByRole('button', { name: 'Test on observations' }).click()

    await digestUntil(visitor.page.getByText('Contains the keyword “export”').first().waitFor())
    await visitor.leave()
  })
})

it('the browser has no complaint but the refused label', () => {
  expect(complaints.filter((text) => !text.includes('409'))).toEqual([])
})
