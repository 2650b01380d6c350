// One study: how far it is, what was answered, and why a user is or is not asked.
import { readFileSync } from 'node:fs'
import type { Page, Route } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { digestAll, get, startEngine } from '../../digest/digesting.ts'
import { LABELED_STUDIES, type LabeledStudy } from '../../digest/research/labeled-answers.ts'
import { answer, type Loose, makeStudy } from '../../service.ts'
import { expectAccessible, expectNoSidewaysScroll, followTo, PHONE, settled } from '../browser.ts'
import { type Console, openEmptyConsole } from '../console.ts'

let service: Console
let page: Page
let complaints: string[]
beforeAll(async () => {
  service = await openEmptyConsole()
  ;({ page, complaints } = await service.open('/studies'))
})

const goTo = (path: string) => followTo(page, `/p/${service.projectId}/studies${path}`)
const button = (name: string) => page.getByRole('button', { name, exact: true })
const region = (name: string) => page.getByRole('region', { name, exact: true })
const post = (study: Loose, overrides: object) =>
  service.call('POST', `/research/studies/${study.id}/answers/`, answer(overrides))

describe('a study that runs', () => {
  let study: Loose
  beforeAll(async () => {
    const ends_at = new Date(Date.now() + 9.5 * 86_400_000).toISOString()
    study = await makeStudy(service, { question: 'Where do invoices go?', max_answers: 4, ends_at })
    await post(study, { user_id: 'one', answer: 'To the accountant, as a file' })
    await post(study, { user_id: 'two', answer: 'Into the archive' })
    await post(study, { user_id: 'three', answer: '=HYPERLINK("x") to the accountant' })
    const other = await makeStudy(service, { question: 'Something else?' })
    await post(other, { user_id: 'four', answer: 'The accountant of another study' })
  })

  it('shows how an agent might ask, and how many of those it was shown to answered', async () => {
    const people = await makeStudy(service, { question: 'What makes people export their data?' })
    await service.call('GET', '/research/studies/?user_id=silent')
    await post(people, { user_id: 'talkative' })
    await goTo(`/${people.id}`)

    const said = page.getByRole('figure', { name: 'How an agent might ask' })
    await said.getByText('May I ask you something for the team? What makes you export your data?').waitFor()
    await region('Progress').getByText('50% answered, of 2 users whose agents received the study').waitFor()
  })

  it('tells how far it is towards its cap and its end', async () => {
    await goTo(`/${study.id}`)
    const progress = region('Progress')
    await progress.getByText('of 4 answers').waitFor()

    const cap = progress.getByRole('progressbar', { name: 'Answers: 3 of 4' })
    await expect.poll(() => cap.getAttribute('aria-valuenow')).toBe('75')
    await progress.getByText('10 days left').waitFor()
  })

  it('draws its answers day by day', async () => {
    await goTo(`/${study.id}`)

    await region('Answers over time').getByRole('img', { name: '3 answers in the last 30 days' }).waitFor()
  })

  it('finds answers by their words, also mistyped, in the address, and says how many', async () => {
    await goTo(`/${study.id}`)
    await page.getByLabel('Search answers').fill('acountant')
    await page.waitForURL(/q=acountant/)
    const answers = page.getByRole('list', { name: 'Answers' }).getByRole('listitem')
    await answers.filter({ hasText: 'Into the archive' }).waitFor({ state: 'detached' })

    await expect.poll(() => answers.count()).toBe(2)
    await region('Answers').getByText('2 answers', { exact: true }).waitFor()
  })

  it('says so when no answer has the words', async () => {
    await goTo(`/${study.id}?q=unheard`)

    await page.getByText('No results for “unheard”.').waitFor()
  })

  it('exports exactly the answers of this study that were searched, with no formula among them', async () => {
    await goTo(`/${study.id}?q=accountant`)
    await page.getByRole('button', { name: 'Export' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /CSV/ }).click(),
    ])

    const csv = readFileSync(await download.path(), 'utf8')
    expect(csv.trim().split('\n')).toHaveLength(3)
    expect(csv).toContain('To the accountant, as a file')
    expect(csv).not.toMatch(/archive|another study|(^|,)"?=/m)
  })

  it.each([
    ['new-here', /^new-here will be asked if the agent finds them eligible/, null],
    ['one', /^one won’t be asked right now/, 'One answer per user'],
  ])('tells why %s is asked or not', async (user, verdict, rule) => {
    await goTo(`/${study.id}`)
    const panel = region('Why isn’t a user being asked?')
    await panel.getByLabel('User ID').fill(user)
    await panel.getByRole('button', { name: 'Check' }).click()

    await panel.getByText(verdict).waitFor()
    await expectDecides(rule)
  })

  it('names the share of users when that is what decides', async () => {
    const none = await makeStudy(service, { question: 'Nobody?', sampling_rate: 0 })
    await goTo(`/${none.id}`)
    await region('Why isn’t a user being asked?').getByLabel('User ID').fill('anyone')
    await page.keyboard.press('Enter')
    await page.getByText(/0% of users are asked/).waitFor()

    await expectDecides('Share of users')
  })

  it('shows an answer that comes while the page is open', async () => {
    await page.clock.install()
    await goTo(`/${study.id}`)
    await region('Progress').getByText('of 4 answers').waitFor()
    await post(study, { user_id: 'five', answer: 'Just now, to the bank' })

    await page.clock.fastForward(10_000)

    await page.getByText('Just now, to the bank').waitFor()
    await page.getByText('Answer limit reached').waitFor()
    expect(complaints).toEqual([])
  })

  async function expectDecides(rule: string | null): Promise<void> {
    const deciding = page.getByRole('listitem').filter({ hasText: 'Deciding rule' })
    await expect.poll(() => deciding.count()).toBe(rule === null ? 0 : 1)
    if (rule !== null) await expect.poll(() => deciding.textContent()).toContain(rule)
  }
})

describe('the themes of a study', () => {
  const [{ question, answers }] = LABELED_STUDIES as [LabeledStudy]
  let study: Loose
  beforeAll(async () => {
    study = await makeStudy(service, { question })
    for (const [at, { answer: said }] of answers.entries())
      await post(study, { user_id: `themed-${at}`, interaction_id: `chat-${at}`, answer: said })
    await service.call('POST', '/observations/', {
      user_id: 'themed-0',
      interaction_id: 'chat-0',
      user_sentiment: 'negative',
      observations: [{ title: 'Export stops', description: 'The export stops at 10,000 rows.' }],
    })
    await digestAll(service, startEngine())
  })
  const rows = () => page.getByRole('list', { name: 'Answers' }).getByRole('listitem')
  const themes = () => get(service, `/studies/${study.id}/themes`)
  const act = async (theme: Loose, action: string) => {
    await page.getByRole('button', { name: `Actions for ${theme.title}`, exact: true }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }

  const merge = async (theme: Loose, other: Loose) => {
    await act(theme, 'Merge…')
    await page.getByRole('combobox', { name: 'Merge with' }).fill(other.title)
    await page.getByRole('option', { name: other.title }).click()
    await button('Merge').click()
  }

  it('narrow the answers and the chart, in the address, and show quotes', async () => {
    const { items } = await themes()
    const [first] = items as [Loose]
    await goTo(`/${study.id}`)
    await region('Themes').getByRole('button', { name: first.title }).first().click()
    await page.waitForURL(new RegExp(`theme=${first.id}`))

    await region('Themes').getByRole('blockquote').first().waitFor()
    const count = `${first.answer_count} answers in the last 30 days`
    await region('Answers over time').getByRole('img', { name: count }).waitFor()
    await expect.poll(() => rows().count()).toBe(first.answer_count)
  })

  it('have a chart whose segments and legend lead to their answers, also to those without a sentiment', async () => {
    await goTo(`/${study.id}`)
    const chart = region('Answers over time')
    await chart.getByRole('link', { name: 'Negative', exact: true }).click()
    await page.waitForURL(/sentiment=negative$/)
    await expect.poll(() => rows().count()).toBe(1)
    await chart.getByRole('link', { name: 'No sentiment' }).click()
    await page.waitForURL(/\?sentiment_noted=no$/)
    await chart.getByRole('img', { name: `${answers.length - 1} answers in` }).waitFor()

    await chart.locator('rect[data-part="5"]').last().click()

    await page.waitForURL(/sentiment_noted=no&from=/)
    await button('Remove filter Sentiment None').waitFor()
    const noted = (is: string) => get(service, `/studies/${study.id}/answers?limit=200&sentiment_noted=${is}`)
    const counts = [(await noted('yes')).items.length, (await noted('no')).items.length]
    expect(counts).toEqual([1, answers.length - 1])
  })

  it.each([
    ['desktop, light', { colorScheme: 'light' as const }],
    ['phone, dark', { ...PHONE, colorScheme: 'dark' as const }],
  ])('can be used by everyone on a %s', async (_, look) => {
    const { items } = await themes()
    const visitor = await service.open(`/studies/${study.id}?theme=${items[0].id}`, look)
    await settled(visitor.page)
    await expectAccessible(visitor.page)
    await expectNoSidewaysScroll(visitor.page)
    await visitor.page.getByRole('button', { name: `Actions for ${items[0].title}`, exact: true }).click()
    await visitor.page.getByRole('menuitem', { name: 'Split…' }).click()
    await visitor.page.getByRole('checkbox').first().waitFor()

    await expectAccessible(visitor.page)
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })

  it('are renamed, split and merged', async () => {
    const { items } = await themes()
    const [first] = items as [Loose]
    await goTo(`/${study.id}`)
    await act(first, 'Rename')
    await page.getByRole('textbox', { name: 'Name' }).fill('Bookkeeping')
    await button('Rename').click()
    await region('Themes').getByText('Bookkeeping').waitFor()

    await act({ title: 'Bookkeeping' }, 'Split…')
    await page.getByLabel('Name of the new theme').fill('Taxes')
    await page.getByRole('checkbox').first().check()
    await button('Split').click()
    await region('Themes').getByText('Taxes').waitFor()
    expect((await themes()).items).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ title: 'Taxes', answer_count: 1 })]),
    )

    await act({ title: 'Taxes' }, 'Merge…')
    await page.getByRole('combobox', { name: 'Merge with' }).fill('Bokkeping')
    await page.getByRole('option', { name: /^Bookkeeping/ }).click()
    await expect.poll(() => page.getByRole('radio', { name: 'Bookkeeping' }).isChecked()).toBe(true)
    await page.getByText('1 answer from “Taxes” will move to “Bookkeeping”').waitFor()
    await expectAccessible(page)
    await button('Merge').click()
    await page.getByText('Merged “Taxes” into “Bookkeeping”.').waitFor()
    const after = (await themes()).items.find(({ id }: Loose) => id === first.id)
    expect(after).toMatchObject({ title: 'Bookkeeping', answer_count: first.answer_count })
  })

  it('are as they were when a merge is undone, at once or later', async () => {
    const undone = region('Themes')
      .getByRole('button', { name: /^Taxes/ })
      .first()
    await button('Undo').click()
    await undone.waitFor()
    await merge({ title: 'Bookkeeping' }, { title: 'Taxes' })
    await undone.waitFor({ state: 'detached' })

    await region('Themes').getByRole('button', { name: 'Bookkeeping' }).first().click()
    await button('Undo merge of Taxes').click()

    await undone.waitFor()
    await expect
      .poll(async () => (await themes()).items)
      .toContainEqual(expect.objectContaining({ title: 'Taxes', answer_count: 1, merged: [] }))
  })

  it('offer to undo a merge whose row is gone before the rest of the page is read again', async () => {
    const taxes = region('Themes').getByRole('button', { name: 'Actions for Taxes' })
    await goTo(`/${study.id}`)
    await taxes.waitFor()
    const goneFirst = async (route: Route) => {
      if (route.request().method() === 'GET') await taxes.waitFor({ state: 'detached' })
      await route.continue()
    }
    await page.route(`**/studies/${study.id}`, goneFirst)
    await merge({ title: 'Taxes' }, { title: 'Bookkeeping' })

    await button('Undo').click()

    await taxes.waitFor()
    await page.unroute(`**/studies/${study.id}`, goneFirst)
  })

  it('are read by viewers, who are offered no way to change them', async () => {
    const visitor = await service.open(`/studies/${study.id}`, { role: 'viewer' })
    const panel = visitor.page.getByRole('region', { name: 'Themes', exact: true })
    await panel.getByRole('button').first().waitFor()

    await expect.poll(() => panel.getByRole('button', { name: /^Actions for/ }).count()).toBe(0)
    await visitor.leave()
  })
})

describe('a study that is not there', () => {
  it('is said to be missing, with the way back', async () => {
    await goTo('/00000000-0000-7000-8000-000000000000')

    await page.getByText('Study not found').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Studies' }).waitFor()
  })
})
