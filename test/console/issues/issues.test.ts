// The inbox: what it shows, the keyboard, and work on many issues at once.
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { act, digestAll, get, issueOf, postEach, startEngine } from '../../digest/digesting.ts'
import { CHARGED, DARK, EXPORT, PASSWORD, PRAISE, VARIOUS } from '../../digest/matters.ts'
import { type Loose, signIn } from '../../service.ts'
import { expectAccessible, followTo, settled } from '../browser.ts'
import { type Console, openEmptyConsole } from '../console.ts'
import { breakOnce, expectAddress, expectRows, exportedIds, idsOf, rowsOf, titlesOf } from '../lists.ts'

const UNRESOLVED = 'status=open,acknowledged,planned'
const MATTERS = [...VARIOUS.map((one) => [one]), PRAISE, CHARGED, DARK, PASSWORD, EXPORT]

let service: Console
let page: Page
let complaints: string[]
let tagId: string
/** One issue of each matter, as the digest made it. */
let exporting: Loose
let passwords: Loose
let dark: Loose

beforeAll(async () => {
  service = await openEmptyConsole()
  const { body: tag } = await act(service, 'POST', '/tags', {
    label: 'Exports',
    config: { keywords: ['export'], threshold: 1 },
  })
  tagId = tag.id
  const firstIds: string[] = []
  for (const [daysAgo, matter] of MATTERS.toReversed().entries()) {
    const observed_at = new Date(Date.now() - daysAgo * 86_400_000 - 300_000).toISOString()
    firstIds.push((await postEach(service, matter, { observed_at }))[0] as string)
  }
  await digestAll(service, startEngine())
  ;[exporting, passwords, dark] = (await Promise.all(
    firstIds.slice(0, 3).map((id) => issueOf(service, id)),
  )) as [Loose, Loose, Loose]
  ;({ page, complaints } = await service.open('/issues'))
})

const goTo = (filters = '') => followTo(page, `/p/${service.projectId}/issues${filters}`)
const row = (title: string) => rowsOf(page, 'Issues').filter({ hasText: title })
const listed = async (query: string) => (await get(service, `/issues?${query}`)).items
const statusOf = async ({ id }: Loose) => (await get(service, `/issues/${id}`)).status
const isStatus = (issue: Loose, status: string) => expect.poll(() => statusOf(issue)).toBe(status)
const choose = async (filter: string, option: string) => {
  if (filter === 'Sort by') {
    await page.getByRole('combobox', { name: filter }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
    return
  }
  await page.getByRole('button', { name: filter, exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: option, exact: true }).click()
  await page.keyboard.press('Escape')
}

describe('the list', () => {
  it('counts days and hours by the clock of the service, however wrong the browser’s is', async () => {
    const { page, context } = await service.open('/observations')
    await page.clock.setFixedTime(Date.now() - 40 * 86_400_000)
    await page.goto(`/p/${service.projectId}/issues`)
    const newest = rowsOf(page, 'Issues').filter({ hasText: exporting.title })

    await newest.getByRole('img', { name: `${EXPORT.length} in the last 30 days` }).waitFor()
    await newest.getByText(/^\d+ minutes? ago$/).waitFor()

    await context.close()
  })

  it.each([
    ['Kind', 'Request', () => ({ kind: 'request' })],
    ['Severity', 'Low', () => ({ severity: 'low' })],
    ['Tag', 'Exports', () => ({ tag: tagId })],
    ['Sort by', 'Users', () => ({ sort: 'users' })],
  ])('keeps %s in the address, also over a reload', async (filter, option, filters) => {
    const expected = titlesOf(await listed(`${UNRESOLVED}&${new URLSearchParams(filters())}`))
    await followTo(page, `/p/${service.projectId}/issues`)
    await expectRows(page, 'Issues', titlesOf(await listed(UNRESOLVED)))

    await choose(filter, option)
    await expectAddress(page, filters())
    await expectRows(page, 'Issues', expected)
    await page.reload()

    await expectRows(page, 'Issues', expected)
    expect(expected.length).toBeGreaterThan(0)
  })

  it('shows what is unresolved until another status is chosen', async () => {
    await act(service, 'PATCH', `/issues/${dark.id}`, { status: 'ignored' })
    await goTo()
    await expectRows(page, 'Issues', titlesOf(await listed(UNRESOLVED)))
    await expect.poll(() => row(dark.title).count()).toBe(0)

    await page.getByRole('radiogroup', { name: 'Status' }).getByText('Ignored').click()

    await expectAddress(page, { status: 'ignored' })
    await expectRows(page, 'Issues', [dark.title])
    await act(service, 'PATCH', `/issues/${dark.id}`, { status: 'open' })
  })

  it('sorts by a column when its heading is pressed', async () => {
    await goTo()

    await page.getByRole('button', { name: 'Observations', exact: true }).click()

    await expectAddress(page, { sort: 'observations' })
    await expectRows(page, 'Issues', titlesOf(await listed(`${UNRESOLVED}&sort=observations`)))
  })

  it('searches in titles, summaries and observations, with the words in the address', async () => {
    await goTo()

    await page.getByLabel('Search issues').fill('password')

    await expectAddress(page, { q: 'password' })
    await expectRows(page, 'Issues', [passwords.title])
  })

  it('says so when nothing matches, and leads back', async () => {
    await goTo('?q=zeppelin')
    await page.getByText('No matching issues').waitFor()

    await page.getByRole('button', { name: 'Clear filters' }).click()

    await expectAddress(page, {})
    await row(exporting.title).waitFor()
  })

  it('shows what each issue is: status, kind, severity, counts, trend and when it was last seen', async () => {
    await goTo()
    const shown = row(exporting.title)
    await shown.waitFor()

    await shown.getByRole('img', { name: 'Open', exact: true }).waitFor()
    for (const word of [exporting.kind, exporting.severity, 'Exports'])
      await expect.poll(async () => (await shown.innerText()).toLowerCase()).toContain(word.toLowerCase())
    await shown.getByTitle('4 observations').waitFor()
    await shown.getByTitle('4 users').waitFor()
    await shown.getByRole('img', { name: '4 in the last 30 days' }).waitFor()
    await shown.getByRole('time').waitFor()
  })

  it('says how many there are of each status, of those that the filters leave', async () => {
    const all = await listed('limit=200')
    const tab = (name: string) =>
      page.getByRole('radiogroup', { name: 'Status' }).getByText(name, { exact: true })
    await goTo()
    await tab(`Unresolved${all.length}`).waitFor()
    await page.getByText(`${all.length} issues`, { exact: true }).waitFor()

    await goTo('?q=password')

    await tab('Unresolved1').waitFor()
    await page.getByText('1 issue', { exact: true }).waitFor()
  })

  it('selects all that match, also those that are not in view', async () => {
    let go = (): void => {}
    const wanted = new Promise<void>((resolve) => {
      go = resolve
    })
    await page.route(/\/issues\?/, async (route) => {
      const address = new URL(route.request().url())
      if (address.searchParams.get('limit') === '50') address.searchParams.set('limit', '3')
      if (address.searchParams.has('cursor')) await wanted
      await route.continue({ url: address.toString() })
    })
    const all = await listed('limit=200')
    await goTo()
    await rowsOf(page, 'Issues').nth(2).waitFor()
    await page.getByRole('checkbox', { name: 'Select all loaded issues' }).check()

    await page.getByRole('button', { name: `Select all ${all.length}` }).click()
    go()

    await page.getByRole('toolbar', { name: `Actions for ${all.length} selected issues` }).waitFor()
    await page.unrouteAll()
    await page.keyboard.press('Escape')
  })

  it('has the issue beside it on a wide screen, and leads to its page from there', async () => {
    const wide = await service.open('/issues', { viewport: { width: 1920, height: 1000 } })
    await rowsOf(wide.page, 'Issues').filter({ hasText: dark.title }).getByRole('link').click()
    const beside = wide.page.getByRole('region', { name: 'Selected issue' })
    await beside.getByRole('heading', { level: 2, name: dark.title }).waitFor()
    await rowsOf(wide.page, 'Issues').filter({ hasText: passwords.title }).waitFor()
    await expectAccessible(wide.page)

    await beside.getByRole('link', { name: '3 observations' }).click()

    await wide.page.getByRole('heading', { level: 1, name: dark.title }).waitFor()
    expect(wide.complaints).toEqual([])
    await wide.leave()
  })

  it('keeps the keyboard on the issue that was clicked', async () => {
    const wide = await service.open('/issues', { viewport: { width: 1920, height: 1000 } })
    const wideRow = (issue: Loose) => rowsOf(wide.page, 'Issues').filter({ hasText: issue.title })
    await wideRow(dark).waitFor()
    await wide.page.keyboard.press('j')
    await wideRow(dark).getByRole('link').click()
    await wide.page.getByRole('heading', { level: 2, name: dark.title }).waitFor()

    await wide.page.keyboard.press('e')

    await wideRow(dark).waitFor({ state: 'detached' })
    await isStatus(dark, 'resolved')
    await wide.page.getByRole('button', { name: 'Undo' }).click()
    await isStatus(dark, 'open')
    expect(wide.complaints).toEqual([])
    await wide.leave()
  })

  it('is exported exactly as it is filtered', async () => {
    const expected = idsOf(await listed(`${UNRESOLVED}&sort=users&kind=problem`))
    await goTo('?kind=problem&sort=users')

    expect(await exportedIds(page)).toEqual({ csv: expected, jsonl: expected })
  })

  it('says that it could not be loaded, and can be tried again', async () => {
    await breakOnce(page, /\/api\/.*\/issues\?/)
    await page.goto(`/p/${service.projectId}/issues`) // anew: what it knew it would go on showing
    await page.getByRole('alert').getByText('Fieldnote can’t be reached').waitFor()

    await page.getByRole('button', { name: 'Try again' }).click()

    await row(exporting.title).waitFor()
    complaints.length = 0 // the browser's own, about the requests that we broke
  })
})

describe('the keyboard', () => {
  beforeEach(async () => {
    await goTo()
    await row(exporting.title).waitFor()
    await settled(page)
  })

  it('moves with j and k, opens with enter, and the way back keeps the view', async () => {
    const [first, second] = titlesOf(await listed(`${UNRESOLVED}&sort=users`))
    await goTo('?sort=users')
    await expectRows(page, 'Issues', titlesOf(await listed(`${UNRESOLVED}&sort=users`)))

    await settled(page)
    for (const key of ['j', 'j', 'j', 'k', 'k', 'j']) await page.keyboard.press(key)
    await page.keyboard.press('Enter')

    await page.getByRole('heading', { level: 1, name: second as string }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Issues', exact: true }).click()
    await expectAddress(page, { sort: 'users' })
    await row(first as string).waitFor()
  })

  it('resolves with e, and undo takes it back', async () => {
    await page.keyboard.press('j')
    const [{ title, id }] = (await listed(UNRESOLVED)) as [Loose]

    await page.keyboard.press('e')
    await row(title).waitFor({ state: 'detached' })
    await isStatus({ id }, 'resolved')
    await page.getByRole('button', { name: 'Undo' }).click()

    await row(title).waitFor()
    await isStatus({ id }, 'open')
  })

  it('merges with m into an issue that is searched for, and undo takes it back', async () => {
    await goTo('?q=password')
    await row(passwords.title).waitFor()
    await settled(page)
    await page.keyboard.press('j')

    await page.keyboard.press('m')
    const search = page.getByRole('dialog', { name: `Merge “${passwords.title}” with…` })
    await search.getByLabel('Search issues').fill('drak')
    await search.getByRole('option', { name: dark.title }).click()
    const dialog = page.getByRole('dialog', { name: 'Merge 2 issues into one' })
    await dialog.getByRole('radio', { name: dark.title }).check()
    await dialog.getByRole('button', { name: `Merge into #${dark.number}` }).click()
    await page.getByText(/^Merged .* into/).waitFor()
    const { merged_into } = await get(service, `/issues/${passwords.id}`)
    await page.getByRole('button', { name: 'Undo' }).click()

    expect(merged_into).toBe(dark.id)
    await row(passwords.title).waitFor()
    await expect
      .poll(async () => (await get(service, `/issues/${dark.id}`)).observation_count)
      .toBe(DARK.length)
  })

  it('goes to the search with /, where letters are letters', async () => {
    await page.keyboard.press('/')

    await page.keyboard.type('jack')

    await expect.poll(() => page.getByLabel('Search issues').inputValue()).toBe('jack')
    await expectAddress(page, { q: 'jack' })
  })

  it('shows its keys with ?', async () => {
    await page.keyboard.press('Shift+Slash')

    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Previous issue').waitFor()
  })
})

describe('many issues at once', () => {
  const select = async (...issues: Loose[]) => {
    for (const { title } of issues) await page.getByRole('checkbox', { name: `Select ${title}` }).check()
  }
  const toolbar = () => page.getByRole('toolbar')
  beforeEach(async () => {
    await goTo()
    await row(exporting.title).waitFor()
    await settled(page)
  })

  it('are resolved in one call, and undo takes all of it back', async () => {
    const bulk = '**/issues/bulk'
    const calls: string[][] = []
    let goOn = () => {}
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    await page.route(bulk, async (route) => {
      calls.push(route.request().postDataJSON().issue_ids)
      await held
      await route.continue()
    })
    onTestFinished(() => page.unroute(bulk))
    await select(exporting, passwords, dark)

    await toolbar().getByRole('button', { name: 'Resolve' }).click()
    await page.getByText('Changing status…').waitFor()
    goOn()
    await page.getByText('Resolved 3 issues.').waitFor()
    const statuses = await Promise.all([exporting, passwords, dark].map(statusOf))
    await page.getByRole('button', { name: 'Undo' }).click()

    expect(statuses).toEqual(['resolved', 'resolved', 'resolved'])
    for (const issue of [exporting, passwords, dark]) await isStatus(issue, 'open')
    expect(calls.map((ids) => ids.length)).toEqual([3, 3])
  })

  it('get back the status that each of them had', async () => {
    await act(service, 'PATCH', `/issues/${dark.id}`, { status: 'planned', status_note: 'Soon.' })
    await goTo()
    await row(dark.title).getByText('Planned').waitFor()
    await select(exporting, dark)

    await toolbar().getByRole('button', { name: 'Resolve' }).click()
    await page.getByText('Resolved 2 issues.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()

    await isStatus(exporting, 'open')
    await isStatus(dark, 'planned')
    expect(await get(service, `/issues/${dark.id}`)).toMatchObject({ status_note: 'Soon.' })
    await act(service, 'PATCH', `/issues/${dark.id}`, { status: 'open', status_note: null })
  })

  it('are done as far as possible, and what failed is named', async () => {
    const [other] = (await listed('q=charged twice')) as [Loose]
    await select(exporting, passwords, dark)
    await act(service, 'POST', `/issues/${passwords.id}/merge`, { into: other.id })

    await toolbar().getByRole('button', { name: 'Resolve' }).click()

    const alert = page.getByRole('alert').filter({ hasText: '1 of 3 failed' })
    await alert.getByText(`${passwords.title}: This issue was merged`).waitFor()
    await page.getByText('Resolved 2 issues.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    for (const issue of [exporting, dark]) await isStatus(issue, 'open')
    await act(service, 'POST', `/issues/${passwords.id}/unmerge`, {})
    complaints.length = 0 // the browser's own, about the answers of 409
  })

  it('stay as they are when the service cannot be reached, and say so', async () => {
    await page.route('**/issues/bulk', (route) => route.abort(), { times: 1 })
    await select(exporting, dark)

    await toolbar().getByRole('button', { name: 'Resolve' }).click()

    const alert = page.getByRole('alert').filter({ hasText: '2 of 2 failed' })
    await alert.getByText(`${dark.title}: Fieldnote can’t be reached`).waitFor()
    await row(exporting.title).waitFor()
    await row(dark.title).waitFor()
    complaints.length = 0
  })

  it('are selected as a range with shift, and let go with escape', async () => {
    const first = page.getByRole('checkbox', { name: /^Select (?!all)/ })
    await first.nth(0).click()
    await first.nth(3).click({ modifiers: ['Shift'] })
    await page.getByRole('toolbar', { name: 'Actions for 4 selected issues' }).waitFor()

    await page.keyboard.press('Escape')

    await toolbar().waitFor({ state: 'detached' })
  })

  it('are merged into the one that is chosen, and undo takes it back', async () => {
    await select(exporting, passwords, dark)

    await toolbar().getByRole('button', { name: 'Merge' }).click()
    const dialog = page.getByRole('dialog', { name: 'Merge 3 issues into one' })
    await dialog.getByRole('radio', { name: passwords.title }).check()
    await dialog.getByRole('button', { name: 'Merge into' }).click()
    await page.getByText(/^Merged 2 issues into/).waitFor()
    const merged = await get(service, `/issues/${passwords.id}/merged`)
    const target = await page.getByRole('link', { name: 'View issue' }).getAttribute('href')
    await page.getByRole('button', { name: 'Undo' }).click()

    expect(idsOf(merged.items).sort()).toEqual([exporting.id, dark.id].sort())
    expect(target).toBe(`/p/${service.projectId}/issues/${passwords.id}`)
    await row(exporting.title).waitFor()
    await row(dark.title).waitFor()
  })
})

describe('a saved view', () => {
  it('is there for another member, who may look at it but not delete it', async () => {
    await goTo('?kind=problem&sort=users')
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('button', { name: 'Save this view' }).click()
    await page.getByLabel('Name').fill('Worst problems')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Worst problems' }).waitFor()

    const other = await service.open('/issues', { role: 'viewer' })
    await other.page.getByRole('button', { name: 'Views' }).click()
    await other.page.getByRole('button', { name: 'Worst problems' }).click()

    await expectAddress(other.page, { kind: 'problem', sort: 'users' })
    await expectRows(other.page, 'Issues', titlesOf(await listed(`${UNRESOLVED}&kind=problem&sort=users`)))
    const views = other.page.getByRole('dialog')
    await views.waitFor({ state: 'hidden' })
    await other.page.getByRole('button', { name: 'Worst problems' }).click()
    await views.getByRole('button', { name: 'Worst problems' }).waitFor()
    await expect.poll(() => views.getByRole('button').count()).toBe(1)
    await other.leave()
  })

  it('can be deleted, and undo brings it back', async () => {
    await act(service, 'POST', '/views', { page: 'issues', name: 'Short-lived', query: 'q=export' })
    await goTo()
    await page.getByRole('button', { name: 'Views' }).click()

    await page.getByRole('button', { name: 'Delete Short-lived' }).click()
    await page.getByText('Deleted the view “Short-lived”.').waitFor()
    const { items } = await get(service, '/views?page=issues')
    await page.getByRole('button', { name: 'Undo' }).click()

    expect(items.map(({ name }) => name)).not.toContain('Short-lived')
    const names = async () => (await get(service, '/views?page=issues')).items.map(({ name }) => name)
    await expect.poll(names).toContain('Short-lived')
  })
})

describe('an editor who is made a viewer meanwhile', () => {
  it('is told with the next action, and offered no more of them', async () => {
    const editor = await signIn(service, { role: 'editor' })
    const { page, context } = await service.openAs(editor, `/p/${service.projectId}/issues`)
    const checkbox = page.getByRole('checkbox', { name: `Select ${exporting.title}` })
    await checkbox.waitFor()
    await settled(page)
    await service.admin('PATCH', `/projects/${service.projectId}/members/${editor.account.id}`, {
      role: 'viewer',
    })

    await page.keyboard.press('j')
    await page.keyboard.press('e')

    await page.getByRole('alert').getByText('Something went wrong').waitFor()
    await checkbox.waitFor({ state: 'detached' })
    expect((await listed('status=resolved')).length).toBe(0)
    await context.close()
  })
})

describe('a list that is read while an issue is changed', () => {
  it('is given up, so that it does not bring back what the issue was before', async () => {
    const { page, context } = await service.open('/issues?status=all')
    const shown = rowsOf(page, 'Issues').filter({ hasText: exporting.title })
    await shown.getByRole('img', { name: 'Open', exact: true }).waitFor()
    await settled(page)
    const list = /\/issues\?/
    const asked = page.waitForRequest(list)
    const givenUp = page.waitForEvent('requestfailed', (request) => list.test(request.url()))
    await page.route(list, () => {}, { times: 1 }) // is not answered
    await page.route(`**/issues/${exporting.id}`, async (route) => {
      await givenUp // before the change is stored
      await route.continue()
    })
    await postEach(service, PASSWORD.slice(0, 1)) // refreshes what is open
    await asked

    await shown.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Resolve', exact: true }).click()

    await givenUp
    await shown.getByRole('img', { name: 'Resolved', exact: true }).waitFor()
    await isStatus(exporting, 'resolved')
    await act(service, 'PATCH', `/issues/${exporting.id}`, { status: 'open' })
    await context.close()
  })
})

describe('a viewer', () => {
  it('reads the inbox, and finds nothing to change it with', async () => {
    const { page, leave } = await service.open('/issues', { role: 'viewer' })
    await rowsOf(page, 'Issues').filter({ hasText: exporting.title }).waitFor()
    await settled(page)

    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('e')
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Summary' }).waitFor()
    await settled(page)

    await expect.poll(() => page.getByRole('checkbox').count()).toBe(0)
    await expect.poll(() => page.getByRole('button', { name: /^(Status|Merge|Rename|Undo)/ }).count()).toBe(0)
    expect((await listed('status=resolved')).length).toBe(0)
    await leave()
  })
})

describe('all of it', () => {
  it('left the browser nothing to complain about', () => {
    expect(complaints).toEqual([])
  })
})
