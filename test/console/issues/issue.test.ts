// The page of one issue: what it says, and everything that can be done about it and taken back.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { WORTH_A_LOOK_FROM } from '../../../src/contract/limits.ts'
import type { Engine } from '../../../src/digest/engine.ts'
import { act, digestAll, get, issueOf, post, postEach, startEngine } from '../../digest/digesting.ts'
import { CHARGED, DARK, EXPORT, MAPS, PASSWORD, VARIOUS } from '../../digest/matters.ts'
import type { Loose } from '../../service.ts'
import { followTo, settled } from '../browser.ts'
import { type Console, openEmptyConsole } from '../console.ts'
import { breakOnce, expectAddress, rowsOf } from '../lists.ts'

let service: Console
let engine: Engine
let page: Page
let complaints: string[]
let exporting: Loose
let passwords: Loose
let charged: Loose
let dark: Loose
let maps: Loose

beforeAll(async () => {
  service = await openEmptyConsole()
  await act(service, 'POST', '/tags', { label: 'Exports', config: { keywords: ['export'], threshold: 1 } })
  const ago = (days: number) => ({
    observed_at: new Date(Date.now() - days * 86_400_000 - 60_000).toISOString(),
  })
  await postEach(service, VARIOUS.slice(0, 4), ago(20))
  const firstIds = [
    ...(await post(service, EXPORT.slice(0, 2), { user_id: 'ann', ...ago(0) })).slice(0, 1),
    ...(await postEach(service, PASSWORD, ago(2))).slice(0, 1),
    ...(await postEach(service, CHARGED, { user_sentiment: 'very negative', ...ago(3) })).slice(0, 1),
    ...(await postEach(service, DARK, ago(4))).slice(0, 1),
    ...(await postEach(service, MAPS, ago(5))).slice(0, 1),
  ]
  await postEach(service, EXPORT.slice(2), { user_sentiment: 'neutral', ...ago(10) })
  engine = startEngine()
  await digestAll(service, engine)
  ;[exporting, passwords, charged, dark, maps] = (await Promise.all(
    firstIds.map((id) => issueOf(service, id)),
  )) as [Loose, Loose, Loose, Loose, Loose]
  ;({ page, complaints } = await service.open('/issues'))
})

const read = ({ id }: Loose) => get(service, `/issues/${id}`)
const part = (name: string) => page.getByRole('region', { name, exact: true })
const heading = (title: string) => page.getByRole('heading', { level: 1, name: title })
const said = (text: string | RegExp) => page.getByRole('alert').getByText(text)
/** As a look of the digest leaves two issues when it is not sure, whatever it thought of them before. */
const suggest = (one: Loose, other: Loose, chance: number) =>
  service.db.query(
    `INSERT INTO issue_pair (project_id, left_id, right_id, state, score, updated_at)
     VALUES ($1, least($2::uuid, $3), greatest($2::uuid, $3), 'suggested', $4, now())
     ON CONFLICT (project_id, left_id, right_id) DO UPDATE SET state = 'suggested', score = $4`,
    [service.projectId, one.id, other.id, chance],
  )
const forgetSuggestions = () =>
  service.db.query('DELETE FROM issue_pair WHERE project_id = $1', [service.projectId])
const undo = () => page.getByRole('button', { name: 'Undo', exact: true }).click()
const observations = () => rowsOf(page, 'Observations in this issue')
const becomes = (value: () => Promise<unknown>, wanted: unknown) => expect.poll(value).toEqual(wanted)
async function goTo({ id, title }: Loose, filters = '') {
  await followTo(page, `/p/${service.projectId}/issues/${id}${filters}`)
  await heading(title).waitFor()
}

describe('what it says', () => {
  it('is a summary with quotes, each of which opens what it is taken from', async () => {
    await goTo(exporting)
    await part('Summary').getByText(exporting.summary).first().waitFor()
    const [quote] = exporting.quotes

    await part('Summary')
      .getByRole('link', { name: `“${quote.text}”` })
      .click()

    await expectAddress(page, { observation: quote.observation_id })
    const { title } = await get(service, `/observations/${quote.observation_id}`)
    await page.getByRole('dialog', { name: 'Observation' }).getByRole('heading', { name: title }).waitFor()
  })

  it('is how often it was observed by day and sentiment, in the period of the address', async () => {
    await goTo(exporting)
    const chart = (label: string) => part('Over time').getByRole('img', { name: label })
    await chart('4 observations in the last 30 days, by day and sentiment').waitFor()

    await part('Over time').getByText('7 days').click()

    await chart('2 observations in the last 7 days, by day and sentiment').waitFor()
    await expectAddress(page, { days: '7' })
  })

  it('is how many, who, and how they felt', async () => {
    await goTo(exporting)

    await part('Details').getByRole('img', { name: '2 negative, 2 neutral' }).waitFor()
    await part('Details').getByRole('link', { name: 'Exports' }).waitFor()
    await part('Affected users').getByRole('link', { name: 'ann 2' }).waitFor()
    await expect.poll(() => part('Affected users').getByRole('link').count()).toBe(3)
    await expect.poll(() => observations().count()).toBe(EXPORT.length)
  })

  it('is why it is as severe as it is', async () => {
    await goTo(charged)

    await part('Details').getByText(charged.severity).waitFor()
    for (const reason of charged.severity_reasons) await part('Details').getByText(reason).waitFor()
    expect(charged.severity_reasons).not.toEqual([])
  })

  it('is which others are close to it, besides those that may be the same', async () => {
    const [near, ...others] = exporting.similar
    await forgetSuggestions()
    await suggest(exporting, { id: others[0].issue_id }, 0.9)
    await goTo(exporting)
    await part('Possible duplicates').getByRole('link', { name: others[0].title }).waitFor()
    await expect.poll(() => part('Similar issues').getByRole('link').count()).toBe(others.length)

    await part('Similar issues')
      .getByRole('link', { name: new RegExp(`^${near.title}`) })
      .click()

    await heading(near.title).waitFor()
  })

  it('is that there is no such issue when there is none', async () => {
    await page.goto(`/p/${service.projectId}/issues/00000000-0000-7000-8000-000000000000`)

    await page.getByRole('heading', { level: 1, name: 'Issue not found' }).waitFor()
    complaints.length = 0 // the browser's own, about an answer of 404
  })

  it('is that it could not be loaded, with a way to try again', async () => {
    await breakOnce(page, new RegExp(`/api/.*/issues/${exporting.id}$`))
    await page.goto(`/p/${service.projectId}/issues/${exporting.id}`)
    await said('Fieldnote can’t be reached').waitFor()

    await page.getByRole('button', { name: 'Try again' }).click()

    await heading(exporting.title).waitFor()
    complaints.length = 0
  })
})

describe('the title', () => {
  it('is worded by a person, which undo takes back', async () => {
    await goTo(maps)
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByLabel('Title').fill('Maps stand on their head')
    await page.keyboard.press('Enter')
    await heading('Maps stand on their head').waitFor()
    await becomes(async () => (await read(maps)).title_by, 'person')

    await undo()

    await heading(maps.title).waitFor()
    await becomes(async () => (await read(maps)).title_by, 'machine')
  })

  it('stays where undo fails, which says so', async () => {
    await goTo(maps)
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByLabel('Title').fill('Maps stand on their head')
    await page.keyboard.press('Enter')
    await heading('Maps stand on their head').waitFor()
    await page.route(`**/issues/${maps.id}`, (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )

    await undo()

    await said('Fieldnote can’t be reached').first().waitFor()
    expect(await read(maps)).toMatchObject({ title: 'Maps stand on their head' })
    await page.unrouteAll()
    await act(service, 'PATCH', `/issues/${maps.id}`, { title: null })
    complaints.length = 0 // the browser's own, about the request that we broke
  })

  it('is not given twice at once: who comes second is told, and keeps what was typed', async () => {
    await goTo(maps)
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByLabel('Title').fill('Maps lie on their side')
    await page.route(/\/events$/, (route) => route.abort())
    await act(service, 'PATCH', `/issues/${maps.id}`, { title: 'Maps are mirrored' })

    await page.keyboard.press('Enter')

    await said(/renamed to “Maps are mirrored” in the meantime/)
      .first()
      .waitFor()
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Maps lie on their side')
    expect(await read(maps)).toMatchObject({ title: 'Maps are mirrored' })
    await page.unrouteAll()
    await act(service, 'PATCH', `/issues/${maps.id}`, { title: null })
    complaints.length = 0 // the browser's own, about the answer of 409
  })

  it('goes back to the automatic one, and the history tells both', async () => {
    await act(service, 'PATCH', `/issues/${dark.id}`, { title: 'Lights out' })
    await goTo({ ...dark, title: 'Lights out' })

    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('button', { name: 'Restore automatic title' }).click()

    await heading(dark.title).waitFor()
    await part('History').getByText('The owner restored the automatic title of this issue').waitFor()
    await part('History').getByText('The admin token renamed this issue from').waitFor()
    await part('History').getByText('to “Lights out”').waitFor()
  })
})

describe('the kind and the severity', () => {
  const choose = async (button: string, choice: string) => {
    await part('Details').getByRole('button', { name: button }).click()
    await page.getByRole('menuitem', { name: choice }).click()
  }

  it('are corrected by a person, which the history tells and undo takes back', async () => {
    await goTo(charged)

    await choose(`Severity: ${charged.severity}`, 'Critical')
    await part('Details').getByRole('button', { name: 'Severity: critical' }).waitFor()
    await part('Details').getByText('set by your team').waitFor()
    await part('History').getByText('changed the severity of this issue to critical').waitFor()
    const corrected = await read(charged)
    await undo()

    expect(corrected).toMatchObject({ severity: 'critical', severity_by: 'person' })
    await becomes(async () => (await read(charged)).severity_by, 'machine')
    await part('History').getByText('restored the automatic severity of this issue').waitFor()
  })

  it('leave praise without a severity, and go back to the automatic kind', async () => {
    await goTo(maps)

    await choose(`Kind: ${maps.kind}`, 'Praise')
    await part('Details').getByRole('button', { name: 'Kind: praise' }).waitFor()
    await expect.poll(() => part('Details').getByText('Severity').count()).toBe(0)
    const praise = await read(maps)
    await choose('Kind: praise', 'Use automatic kind')

    expect(praise).toMatchObject({ kind: 'praise', kind_by: 'person', severity: null })
    await becomes(async () => (await read(maps)).kind_by, 'machine')
    await digestAll(service, engine)
    expect(await read(maps)).toMatchObject({ kind: maps.kind, severity: maps.severity })
  })
})

describe('the status', () => {
  it('is set with a note that stands in the summary and in the history', async () => {
    await goTo(charged)

    await page.getByRole('button', { name: 'Status: open' }).click()
    await page.getByRole('menuitem', { name: 'Set status with a note…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set status with a note' })
    await dialog.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Planned' }).click()
    await dialog.getByLabel('Note').fill('In the April release.')
    await dialog.getByRole('button', { name: 'Set status' }).click()

    await page.getByRole('button', { name: 'Status: planned' }).waitFor()
    await part('Summary').getByText('In the April release.').waitFor()
    const entry = part('History').getByRole('listitem').first()
    await entry.getByText('The owner marked this issue as planned').waitFor()
    await entry.getByText('“In the April release.”').waitFor()
    expect(await read(charged)).toMatchObject({ status: 'planned', status_note: 'In the April release.' })
  })

  it('is resolved with e, and undo takes it back with its note', async () => {
    await act(service, 'PATCH', `/issues/${maps.id}`, { status: 'acknowledged', status_note: 'Looking.' })
    await goTo(maps)
    await settled(page)

    await page.keyboard.press('e')
    await page.getByRole('button', { name: 'Status: resolved' }).waitFor()
    await becomes(async () => (await read(maps)).status, 'resolved')
    await undo()

    await page.getByRole('button', { name: 'Status: acknowledged' }).waitFor()
    await becomes(async () => (await read(maps)).status_note, 'Looking.')
  })
})

describe('its observations', () => {
  const select = async (count: number) => {
    for (let at = 0; at < count; at++) await observations().nth(at).getByRole('checkbox').check()
  }

  it('are split off into an issue of their own, and undo brings them back', async () => {
    await goTo(exporting)
    await observations().nth(3).waitFor()
    await select(2)

    await page.getByRole('toolbar').getByRole('button', { name: 'Split into new issue' }).click()
    const dialog = page.getByRole('dialog', { name: 'Split into a new issue' })
    expect(EXPORT.map(({ title }) => title)).toContain(await dialog.getByLabel('Title').inputValue())
    await dialog.getByLabel('Title').fill('Only the new ones')
    await dialog.getByRole('button', { name: 'Split' }).click()
    await said('Split 2 observations into “Only the new ones”.').waitFor()
    const { items } = await get(service, '/issues?q=only the new ones')
    await part('History').getByText('split 2 observations out of this issue into').waitFor()
    await page.getByRole('link', { name: 'View issue' }).click()
    await page.getByRole('heading', { level: 1, name: 'Only the new ones' }).waitFor()
    await page.getByRole('link', { name: 'View issue' }).waitFor({ state: 'hidden' })
    await undo()

    expect(items[0]).toMatchObject({ title: 'Only the new ones', observation_count: 2 })
    await becomes(async () => (await read(exporting)).observation_count, 4)
  })

  it('are moved to another issue, and undo brings them back', async () => {
    await goTo(exporting)
    await observations().nth(3).waitFor()
    await select(1)

    await page.getByRole('toolbar').getByRole('button', { name: 'Move to another issue' }).click()
    const dialog = page.getByRole('dialog', { name: 'Move 1 observation to another issue' })
    await dialog.getByLabel('Search issues').fill('password')
    await dialog.getByRole('option', { name: passwords.title }).click()
    await said(`Moved 1 observation to “${passwords.title}”.`).waitFor()
    const { observation_count } = await read(passwords)
    await undo()

    expect(observation_count).toBe(PASSWORD.length + 1)
    await becomes(async () => (await read(passwords)).observation_count, PASSWORD.length)
  })

  it('are selected all, also those that are not in view: moving them is a merge, and undone as one', async () => {
    await page.route(/\/observations\?/, async (route) => {
      const address = new URL(route.request().url())
      address.searchParams.set('limit', '2')
      await route.continue({ url: address.toString() })
    })
    await goTo(exporting)
    await observations().nth(1).waitFor()
    await select(1)
    await page.getByRole('toolbar').getByRole('button', { name: 'Select all 4' }).click()
    await page.getByRole('toolbar', { name: 'Actions for 4 selected observations' }).waitFor()
    await page.unrouteAll()

    await page.getByRole('toolbar').getByRole('button', { name: 'Move to another issue' }).click()
    const dialog = page.getByRole('dialog', { name: 'Move 4 observations to another issue' })
    await dialog.getByLabel('Search issues').fill('password')
    await dialog.getByRole('option', { name: passwords.title }).click()
    await said(`into “${passwords.title}”.`).waitFor()
    await becomes(async () => (await read(passwords)).observation_count, PASSWORD.length + 4)
    await undo()

    await becomes(async () => (await read(exporting)).observation_count, 4)
    await becomes(async () => (await read(passwords)).observation_count, PASSWORD.length)
  })

  it('open beside the page, and the address keeps which', async () => {
    await goTo(passwords)

    await observations().first().getByRole('link').first().click()

    await page.getByRole('dialog', { name: 'Observation' }).waitFor()
    await expect.poll(() => page.url()).toMatch(/\?observation=[\w-]{36}$/)
    await page.keyboard.press('Escape')
    await expectAddress(page, {})
  })
})

describe('a merge', () => {
  it('leads on to the issue that remains, from where it is taken out again', async () => {
    await goTo(maps)
    await settled(page)

    await page.keyboard.press('m')
    const search = page.getByRole('dialog', { name: `Merge “${maps.title}” with…` })
    await search.getByLabel('Search issues').fill('dark')
    await search.getByRole('option', { name: dark.title }).waitFor()
    await page.keyboard.press('Enter')
    // Both sides are named, the larger one is kept unless told otherwise, and a second Enter merges nothing.
    const dialog = page.getByRole('dialog', { name: 'Merge 2 issues into one' })
    await dialog.getByRole('radio', { name: maps.title }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => dialog.getByRole('radio', { name: dark.title }).isChecked()).toBe(true)
    expect(await read(maps)).toMatchObject({ merged_into: null })
    await dialog.getByRole('button', { name: `Merge into #${dark.number}` }).click()
    await heading(dark.title).waitFor()
    await part('Merged into this issue').getByText(maps.title).waitFor()
    const merged = await read(maps)
    await page.getByRole('button', { name: `Undo merge of ${maps.title}` }).click()

    await part('Merged into this issue').waitFor({ state: 'detached' })
    expect(merged.merged_into).toBe(dark.id)
    expect(await read(maps)).toMatchObject({ merged_into: null, observation_count: MAPS.length })
    await part('History')
      .getByText(`The owner undid the merge of #${maps.number} “${maps.title}” (2 observations) into`)
      .waitFor()
  })

  it('leaves a page behind that leads on, and from which it can be undone', async () => {
    await act(service, 'POST', `/issues/${maps.id}/merge`, { into: dark.id })
    await goTo(maps)
    await said('This issue was merged').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Rename' }).count()).toBe(0)
    await page.getByRole('alert').getByRole('link', { name: dark.title }).click()
    await heading(dark.title).waitFor()
    await page.goBack()

    await page.getByRole('button', { name: 'Undo merge' }).click()

    await said('This issue was merged').waitFor({ state: 'detached' })
    await observations().nth(1).waitFor()
    expect(await read(maps)).toMatchObject({ merged_into: null, observation_count: MAPS.length })
  })
})

describe('a suggested merge', () => {
  const suggestion = () => part('Possible duplicates')

  it('is refused: they are kept apart, and it is not suggested again', async () => {
    await suggest(passwords, charged, 0.9)
    await goTo(passwords)
    await suggestion().getByRole('link', { name: charged.title }).waitFor()

    await suggestion().getByRole('button', { name: 'Keep separate' }).click()

    await suggestion().waitFor({ state: 'detached' })
    await part('History').getByText('marked this issue as different from').waitFor()
    expect((await read(passwords)).suggested_merges).toEqual([])
    expect((await read(charged)).suggested_merges).toEqual([])
  })

  it('is accepted: the other goes into this one, and undo takes it out again', async () => {
    await suggest(maps, dark, 0.9)
    await goTo(maps)

    await suggestion().getByRole('button', { name: 'Merge…' }).click()
    await page.getByRole('radio', { name: maps.title }).check()
    await page.getByRole('button', { name: `Merge into #${maps.number}` }).click()
    await said(/^Merged .* into/).waitFor()
    const merged = await read(dark)
    await undo()

    expect(merged.merged_into).toBe(maps.id)
    await becomes(async () => (await read(dark)).merged_into, null)
  })
})

describe('the review of possible duplicates', () => {
  const shows = (...issues: Loose[]) =>
    Promise.all(issues.map(({ number }) => page.getByRole('region', { name: `Issue #${number}` }).waitFor()))

  it('goes through the queue with keys, the likeliest pair first, and takes the last answer back', async () => {
    await forgetSuggestions()
    await suggest(passwords, dark, 0.9)
    await suggest(exporting, maps, 0.6)
    await followTo(page, `/p/${service.projectId}/review`)
    await shows(passwords, dark)
    await page.getByLabel('2 to review').waitFor()

    await page.keyboard.press('d')
    await shows(exporting, maps)
    await becomes(async () => (await read(dark)).suggested_merges, [])
    await page.keyboard.press('z')
    await shows(passwords, dark)
    await page.keyboard.press('j')
    await shows(exporting, maps)
    await page.keyboard.press('s')
    await page.getByText('You skipped the rest').waitFor()

    const [remains, gone] =
      exporting.observation_count >= maps.observation_count ? [exporting, maps] : [maps, exporting]
    await becomes(async () => (await read(gone)).merged_into, remains.id)
    await undo()
    await shows(exporting, maps)
    await becomes(async () => (await read(gone)).merged_into, null)
  })
})

describe('a similar issue', () => {
  it('can be merged into this one where the likeness is high, the most similar first', async () => {
    await forgetSuggestions()
    await service.db.query('UPDATE issue SET neighbours = $2 WHERE id = $1', [
      maps.id,
      JSON.stringify([
        { issue_id: exporting.id, score: WORTH_A_LOOK_FROM - 0.1 },
        { issue_id: dark.id, score: WORTH_A_LOOK_FROM },
      ]),
    ])
    await goTo(maps)
    const links = part('Similar issues').getByRole('link')
    const buttons = part('Similar issues').getByRole('button')
    const titles = async () => (await links.allInnerTexts()).map((text) => text.split('\n')[0])
    await expect.poll(titles).toEqual([dark.title, exporting.title])
    await expect.poll(() => buttons.count()).toBe(1)

    await buttons.first().click()
    await page.getByRole('radio', { name: maps.title }).check()
    await page.getByRole('button', { name: `Merge into #${maps.number}` }).click()
    await said(/^Merged .* into/).waitFor()
    const merged = await read(dark)
    await undo()

    expect(merged.merged_into).toBe(maps.id)
    await becomes(async () => (await read(dark)).merged_into, null)
  })
})

describe('that an issue was opened', () => {
  const seen = async ({ id }: Loose) =>
    (await service.db.query('SELECT seen_at IS NOT NULL AS seen FROM issue WHERE id = $1', [id])).rows[0].seen
  const noted = ({ page }: Pick<Awaited<ReturnType<Console['open']>>, 'page'>, { id }: Loose) =>
    page.waitForResponse((answer) => answer.url().endsWith(`/issues/${id}/seen`))

  it('is said by the page of an editor who has it before their eyes, and by no viewer’s', async () => {
    await service.db.query('UPDATE issue SET seen_at = NULL')
    const viewer = await service.open(`/issues/${dark.id}`, { role: 'viewer' })
    await rowsOf(viewer.page, 'Observations in this issue').first().waitFor()
    await settled(viewer.page)
    const byViewer = await seen(dark)
    await viewer.leave()

    const said = noted({ page }, dark)
    await goTo(dark)
    await said

    expect([byViewer, await seen(dark), await seen(passwords)]).toEqual([false, true, false])
  })
})

describe('a viewer', () => {
  it('reads all of it, and finds nothing to change it with', async () => {
    const viewer = await service.open(`/issues/${passwords.id}`, { role: 'viewer' })
    await viewer.page.getByRole('heading', { level: 1, name: passwords.title }).waitFor()
    await rowsOf(viewer.page, 'Observations in this issue').first().waitFor()
    await settled(viewer.page)

    const actions = viewer.page.getByRole('button', {
      name: /^(Status|Merge|Rename|Undo|Keep|Kind|Severity)/,
    })
    await expect.poll(() => actions.count()).toBe(0)
    await expect.poll(() => viewer.page.getByRole('checkbox').count()).toBe(0)
    await viewer.page.keyboard.press('e')
    await viewer.page.getByText('You have view-only access').waitFor()
    await viewer.leave()
  })
})

describe('all of it', () => {
  it('left the browser nothing to complain about', () => {
    expect(complaints).toEqual([])
  })
})
