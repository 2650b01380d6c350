// Guidelines: written with a preview, compared, saved as versions, restored, and fetched by agents.
import type { Locator, Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { COMMAND_LINE } from '../../../src/domain/audit/audit.ts'
import { createKey } from '../../../src/domain/projects/manage-keys.ts'
import { get } from '../../digest/digesting.ts'
import { makeIssue } from '../../issues.ts'
import { send } from '../../service.ts'
import { followTo, settled } from '../browser.ts'
import { type Console, openEmptyConsole } from '../console.ts'

let service: Console
let page: Page
let complaints: string[]
beforeAll(async () => {
  service = await openEmptyConsole()
  ;({ page, complaints } = await service.open('/guidelines'))
})

/** What is in force is there, not what the browser knows of before: that would be written over while it is typed in. */
const goTo = async (query = '') => {
  await followTo(page, `/p/${service.projectId}/guidelines${query}`)
  await settled(page)
}
const button = (name: string | RegExp) => page.getByRole('button', { name })
const editor = () => page.getByRole('textbox', { name: 'Observations guidelines, Markdown' })
const view = (name: string) => page.getByRole('radiogroup', { name: 'View' }).getByText(name).click()
const versions = () => page.getByRole('region', { name: 'Versions' })
const read = () => get(service, '/guidelines')
const save = async (texts: object): Promise<number> =>
  (await service.admin('PUT', `/projects/${service.projectId}/guidelines`, texts)).body.version
const asAgentsRead = async () => (await service.call('GET', '/service-guidelines/')).body

/** Drafts are kept in the tab: each test begins without one, in a project with the default texts. */
beforeEach(async () => {
  await page.evaluate('sessionStorage.clear()')
  const { observations, research } = await read()
  if (observations !== null || research !== null) await save({ observations: null, research: null })
})

describe('what agents note', () => {
  const panel = () => page.getByRole('region', { name: 'What agents note' })
  const shown = () => panel().getByRole('region', { name: 'What agents read' })

  it('is chosen with what agents would read beside it, and read by them once it is saved', async () => {
    const before = await asAgentsRead()
    await goTo()
    await shown().getByText('Nothing is added to the guidelines.').waitFor()

    await panel().getByRole('checkbox', { name: 'Praise' }).click()
    await panel().getByLabel('Topics to avoid').fill('salaries')
    await page.keyboard.press('Enter')
    await shown().getByText('Leave “salaries” alone.').waitFor()
    expect(await asAgentsRead()).toEqual(before)
    await panel().getByRole('button', { name: 'Save' }).click()
    await panel().getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })

    expect((await asAgentsRead()).observations).toMatch(
      /Post only problems, wishes and questions .*“salaries”/s,
    )
    await service.admin('PUT', `/projects/${service.projectId}/guidelines/notes`, {})
    await page.reload()
    await shown().getByText('Nothing is added to the guidelines.').waitFor()
    expect(complaints).toEqual([])
  })
})

describe('sharing known issues', () => {
  const panel = () => page.getByRole('region', { name: 'Known issues' })
  const sharing = () => panel().getByRole('switch', { name: 'Share known issues with agents' })

  it('is off, says what would be shared, and where to begin', async () => {
    await goTo()

    await panel().getByText('No issues have been named or acknowledged yet.').waitFor()
    await expect.poll(() => sharing().isChecked()).toBe(false)
  })

  it('is switched on and off, with what agents read before their eyes', async () => {
    const before = await asAgentsRead()
    const issue = await makeIssue(service, 'Export stops early')
    await service.admin('PATCH', `/projects/${service.projectId}/issues/${issue.id}`, { status: 'planned' })
    await goTo()

    await panel().getByRole('button', { name: 'Show what agents would read (1 issue)' }).click()
    await panel().getByText('1: “Export stops early” (known, a change is planned)').waitFor()
    await sharing().click()
    await panel().getByText('No agent has fetched this list yet.').waitFor()

    await expect.poll(() => sharing().isChecked()).toBe(true)
    expect((await asAgentsRead()).observations).toContain('“Export stops early”')
    await service.keyUses.flush(service.db)
    await page.reload()
    await panel()
      .getByText(/fetched 1 time by 1 agent/)
      .waitFor()
    await sharing().click()
    await panel().getByRole('button', { name: 'Show what agents would read (1 issue)' }).waitFor()
    expect(await asAgentsRead()).toEqual(before)
  })

  it('is for owners to decide', async () => {
    const { page: theirs } = await service.open('/guidelines', { role: 'editor' })
    const region = theirs.getByRole('region', { name: 'Known issues' })

    await region.getByText('Only project owners can change this.').waitFor()
    await expect.poll(() => region.getByRole('switch').isDisabled()).toBe(true)
    await theirs.context().close()
  })
})

describe('writing guidelines', () => {
  it('begins with the text that agents read now', async () => {
    await goTo()

    await expect.poll(() => editor().inputValue()).toBe((await read()).defaults.observations)
    await page.getByText('This project uses the default text.').waitFor()
  })

  it('shows what is typed as it will read', async () => {
    await goTo()
    await editor().fill('# Ours\n\nBe **brief**.\n\n| a | b |\n|---|---|\n| 1 | 2 |')

    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByRole('heading', { name: 'Ours' }).waitFor()
    await expect.poll(() => preview.locator('strong').textContent()).toBe('brief')
    await preview.getByRole('cell', { name: '2' }).waitFor()
  })

  it('reads tables as GitHub does: bars in a cell, sides that need none, columns that align', async () => {
    await goTo()
    await editor().fill('a | b\n--- | ---:\none \\| two | `3`')

    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByRole('cell', { name: 'one | two' }).waitFor()
    const sideOf = (cell: Locator) => cell.getAttribute('style')
    expect(await sideOf(preview.getByRole('columnheader', { name: 'b' }))).toBe('text-align: right;')
    expect(await sideOf(preview.getByRole('cell', { name: '3' }))).toBe('text-align: right;')
  })

  it('marks what differs from the default, in words and not only in colors', async () => {
    const { defaults } = await read()
    const [first = '', ...others] = defaults.observations.split('\n')
    await goTo()
    await editor().fill([`${first} indeed`, ...others].join('\n'))
    await view('Changes from default')

    const diff = page.getByRole('group', { name: 'Changes from the default' })
    await page.getByText('1 line added, 1 line removed').waitFor()
    await expect.poll(() => diff.getByText(/^Added:/).count()).toBe(1)
    await expect.poll(() => diff.getByText(/^Removed:/).count()).toBe(1)
    await expect.poll(() => diff.locator('ins').textContent()).toContain('indeed')
    await diff
      .getByRole('button', { name: /unchanged line/ })
      .first()
      .waitFor()
  })

  it('saves a version, and agents read it', async () => {
    const { version } = await read()
    await goTo()
    await editor().fill('# Ours\n\nBe brief.')
    await button(`Save as version ${version + 1}`).click()
    await page.getByText(`Saved version ${version + 1}.`).waitFor()

    expect(await read()).toMatchObject({
      version: version + 1,
      observations: '# Ours\n\nBe brief.',
      research: null,
    })
    expect(await asAgentsRead()).toEqual({ observations: '# Ours\n\nBe brief.' })
    await versions().getByText(service.owner.account.email).first().waitFor()
  })

  it('saves both texts at once', async () => {
    const { version } = await read()
    await goTo()
    await editor().fill('Observe')
    await page.getByRole('tab', { name: 'Research' }).click()
    await page.getByRole('textbox', { name: 'Research guidelines, Markdown' }).fill('Ask')
    await button(`Save both as version ${version + 1}`).click()
    await page.getByText(`Saved version ${version + 1}.`).waitFor()

    expect(await read()).toMatchObject({ version: version + 1, observations: 'Observe', research: 'Ask' })
  })

  it('refuses an empty text beside it, and lets nothing be saved', async () => {
    await goTo()
    await editor().fill('')

    await page
      .getByRole('textbox', { name: /Markdown/, description: 'Enter some text, or restore the default' })
      .waitFor()
    await expect.poll(() => button(/^Save as version/).isDisabled()).toBe(true)
  })

  it('goes back to the default, which then follows later releases', async () => {
    await save({ observations: 'Ours' })
    await goTo()
    await button('Restore default').click()
    await button(/^Save as version/).click()
    await page.getByText('This project uses the default text.').waitFor()

    expect(await read()).toMatchObject({ observations: null })
  })
})

describe('a draft', () => {
  it('survives a reload', async () => {
    await goTo()
    await editor().fill('Half a thou')
    await page.reload()

    await page.getByRole('tab', { name: 'Observations unsaved' }).waitFor()
    await expect.poll(() => editor().inputValue()).toBe('Half a thou')
  })

  it('is asked about before the page is left, and still there when one comes back', async () => {
    await goTo()
    await editor().fill('Half a thou')
    await page.getByRole('navigation').getByRole('link', { name: 'Issues' }).click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
    await button('Leave').click()
    await page.getByRole('heading', { level: 1, name: 'Issues' }).waitFor()
    await page.goBack()

    await editor().waitFor()
    await expect.poll(() => editor().inputValue()).toBe('Half a thou')
  })

  it('is discarded, and brought back with one click', async () => {
    await goTo()
    await editor().fill('Half a thou')
    await button('Discard changes').click()
    await page.getByText('Discarded your changes.').waitFor()
    await expect.poll(() => editor().inputValue()).toBe((await read()).defaults.observations)
    await button('Undo').click()

    await page.getByRole('tab', { name: 'Observations unsaved' }).waitFor()
    await expect.poll(() => editor().inputValue()).toBe('Half a thou')
  })

  it('is told that somebody saved meanwhile, and can be compared with what they saved', async () => {
    await goTo()
    await editor().fill('Mine')
    const version = await save({ observations: 'Theirs' })
    await page.reload()

    await page.getByText(`Version ${version} was saved while you were editing`).waitFor()
    await view('Unsaved changes')
    const diff = page.getByRole('group', { name: 'Unsaved changes' })
    await expect.poll(() => diff.textContent()).toMatch(/Theirs.*Mine/)
  })
})

describe('versions', () => {
  it('are restored as a new version, which can be undone', async () => {
    const old = await save({ observations: 'The old way' })
    await save({ observations: 'The new way' })
    await goTo()
    await button(`View version ${old}`).click()
    const drawer = page.getByRole('dialog', { name: `Version ${old}` })
    await drawer.getByText('The old way').waitFor()
    await drawer.getByRole('button', { name: 'Restore this version' }).click()
    await page.getByText(`Restored version ${old} as a new version.`).waitFor()
    expect(await read()).toMatchObject({ version: old + 2, observations: 'The old way' })
    await button('Undo').click()

    await versions()
      .getByText(`Version ${old + 3}`)
      .waitFor()
    expect(await read()).toMatchObject({ version: old + 3, observations: 'The new way' })
  })

  it('tell what changed since', async () => {
    const old = await save({ observations: 'The old way' })
    await save({ observations: 'The new way' })
    await goTo()
    await button(`View version ${old}`).click()
    await page.getByRole('dialog').getByText('Changes since then').click()

    const diff = page.getByRole('group', { name: 'Changes since this version' })
    await expect.poll(() => diff.locator('del').textContent()).toBe('old')
    await expect.poll(() => diff.locator('ins').textContent()).toBe('new')
  })

  it('tell how many agents fetched them', async () => {
    const { key } = await createKey(service.deps, COMMAND_LINE, service.projectId, { name: 'Second agent' })
    const version = await save({ observations: 'Read by two' })
    for (const fetched of [service.key, service.key, key])
      await send(`${service.url}/v1/project/${service.projectId}/service-guidelines/`, 'GET', undefined, {
        Authorization: `ApiKey ${fetched}`,
      })
    await service.keyUses.flush(service.db)
    await goTo()

    await versions().getByText('Fetched 3 times by 2 agents').waitFor()
    await versions().getByText(`Version ${version}`).waitFor()
  })

  it('cannot be restored over something unsaved', async () => {
    const old = await save({ observations: 'The old way' })
    await save({ observations: 'The new way' })
    await goTo()
    await editor().fill('A third way')
    await button(`View version ${old}`).click()

    const drawer = page.getByRole('dialog', { name: `Version ${old}` })
    await drawer.getByText('Save or discard your changes first.').waitFor()
    await expect
      .poll(() => drawer.getByRole('button', { name: 'Restore this version' }).isDisabled())
      .toBe(true)
  })
})

describe('a viewer', () => {
  it('reads the guidelines and is offered no way to change them', async () => {
    const visitor = await service.open('/guidelines', { role: 'viewer' })
    await visitor.page.getByRole('region', { name: 'Versions' }).getByText('Current').waitFor()
    await settled(visitor.page)

    await expect.poll(() => visitor.page.getByRole('textbox').count()).toBe(0)
    await expect
      .poll(() => visitor.page.getByRole('button', { name: /Save|Discard|Restore/ }).count())
      .toBe(0)
    await visitor.page.getByRole('button', { name: 'View version 1', exact: true }).click()
    await visitor.page.getByRole('dialog', { name: 'Version 1' }).waitFor()
    await expect
      .poll(() => visitor.page.getByRole('button', { name: 'Restore this version' }).count())
      .toBe(0)
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })
})

it('the browser has no complaint about any of it', () => {
  expect(complaints).toEqual([])
})
