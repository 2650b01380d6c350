// End users: looked up whatever their id looks like, seen whole, taken away as a file, and erased.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { digestAll, get, post, startEngine } from '../../digest/digesting.ts'
import { CHARGED, EXPORT, PASSWORD, VARIOUS } from '../../digest/matters.ts'
import { answer, type Loose, makeStudy } from '../../service.ts'
import { focusedText, followTo, settled } from '../browser.ts'
import { type Console, openEmptyConsole } from '../console.ts'
import { breakOnce, downloaded, expectAddress, expectRows, rowsOf } from '../lists.ts'

const LIST = 'Users'
const OF_USER = 'Observations about this user'
const SLASHED = 'team/ann?x=1#top'
const ODD_IDS = [SLASHED, `100% "sure" \\ O'Brien`, 'Жанна 🦊 ü', 'a+b&c=d%2Fe', '<b>bold</b>']

let service: Console
let page: Page
let complaints: string[]

beforeAll(async () => {
  service = await openEmptyConsole()
  const ago = (days: number) => ({
    observed_at: new Date(Date.now() - days * 86_400_000 - 60_000).toISOString(),
  })
  for (const [at, id] of ODD_IDS.entries())
    await post(service, VARIOUS.slice(at, at + 1), { user_id: id, ...ago(60 + at) })
  await post(service, CHARGED.slice(0, 1), { user_id: 'anton', user_sentiment: 'very negative', ...ago(3) })
  await post(service, EXPORT, { user_id: 'bob', ...ago(2) })
  await post(service, EXPORT.slice(0, 2), { user_id: 'ann', ...ago(1) })
  await post(service, PASSWORD.slice(0, 1), { user_id: 'ann', user_sentiment: 'positive', ...ago(20) })
  const study = await makeStudy(service)
  for (const user_id of ['ann', SLASHED])
    await service.call('POST', `/research/studies/${study.id}/answers/`, answer({ user_id }))
  await digestAll(service, startEngine())
  ;({ page, complaints } = await service.open('/users'))
})

const goTo = (path = '') => followTo(page, `/p/${service.projectId}/users${path}`)
const part = (name: string) => page.getByRole('region', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const userPath = (id: string) => `/users/${encodeURIComponent(id)}`

describe('the list', () => {
  it('has those last heard from first, with what there is of each', async () => {
    await goTo()

    await expectRows(page, LIST, ['ann', 'bob', 'anton', ...ODD_IDS])
    await expect
      .poll(() => rowsOf(page, LIST).first().textContent())
      .toMatch(/^ann3 observations1 answerfirst seen/)
  })

  it('finds a user by part of the id, and sorts, in the address', async () => {
    await goTo()

    await page.getByLabel('Search users').fill('an')
    await expectRows(page, LIST, ['ann', 'anton', SLASHED])
    await page.getByLabel('Search users').fill('')
    await page.getByRole('combobox', { name: 'Sort by' }).click()
    await page.getByRole('option', { name: 'Observations' }).click()

    await expectAddress(page, { sort: 'observations' })
    const { items } = await get(service, '/users?sort=observations')
    await expectRows(
      page,
      LIST,
      items.map(({ user_id }) => user_id),
    )
  })

  it('is gone through with the keyboard', async () => {
    await goTo()
    await rowsOf(page, LIST).first().waitFor()

    await settled(page)
    for (const key of ['j', 'j']) await page.keyboard.press(key)
    await expect.poll(() => focusedText(page)).toBe('bob')
    await page.keyboard.press('Enter')

    await heading('bob').waitFor()
  })

  it('says when nobody is called so', async () => {
    await goTo('?q=zoe')

    await page.getByText('No matching user IDs').waitFor()
  })

  it('says that it could not be loaded, and can be tried again', async () => {
    await breakOnce(page, /\/api\/.*\/users\?/)
    await goTo()
    await page.getByRole('alert').getByText('Fieldnote can’t be reached').waitFor()

    await button('Try again').click()

    await rowsOf(page, LIST).first().waitFor()
    complaints.length = 0 // the browser's own, about the requests that we broke
  })
})

describe('a user', () => {
  it('has facts, answers, issues and observations on one page', async () => {
    await goTo('/ann')
    await heading('ann').waitFor()

    await expect
      .poll(async () => (await part('Details').innerText()).split(/\n+/))
      .toEqual(expect.arrayContaining(['Observations', '3', 'Answers', '1']))
    await part('Details').getByRole('img', { name: '2 negative, 1 positive' }).waitFor()
    await part('Answers').getByText('For the accountant.').waitFor()
    await part('Answers').getByRole('link', { name: 'Why do you export?' }).waitFor()
    await expect.poll(() => part('Issues').getByRole('link').count()).toBe(2)
    await expect.poll(() => rowsOf(page, OF_USER).count()).toBe(3)
  })

  it('has a chart of how they felt, for the period of the address', async () => {
    await goTo('/ann')
    const chart = (label: string) => part('Sentiment over time').getByRole('img', { name: label })
    await chart('3 observations in the last 30 days, by sentiment').waitFor()

    await part('Sentiment over time').getByText('7 days').click()

    await chart('2 observations in the last 7 days, by sentiment').waitFor()
    await expectAddress(page, { days: '7' })
  })

  it('has observations that open on the spot', async () => {
    await goTo('/ann')

    await rowsOf(page, OF_USER).first().getByRole('link').first().click()

    await page.getByRole('dialog', { name: 'Observation' }).getByText('In this conversation').waitFor()
    await expect.poll(() => page.url()).toContain('/users/ann?observation=')
  })

  it('is exported as one file', async () => {
    await goTo('/ann')

    const file = await downloaded(page, () => page.getByRole('link', { name: 'Export', exact: true }).click())

    const { user_id, observations, answers } = JSON.parse(file)
    expect(user_id).toBe('ann')
    expect(observations.map(({ title }: Loose) => title).sort()).toEqual(
      [...EXPORT.slice(0, 2), ...PASSWORD.slice(0, 1)].map(({ title }) => title).sort(),
    )
    expect(answers).toMatchObject([{ answer: 'For the accountant.' }])
  })

  it('that nothing is stored about is said to be so', async () => {
    await goTo('/nobody')

    await page.getByText('No data about this user').waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Export', exact: true }).count()).toBe(0)
    complaints.length = 0 // the browser's own, about an answer of 404
  })

  it.each(ODD_IDS)(
    'called %s is searched for, opened, exported, and still there after a reload',
    async (id) => {
      await goTo()
      await page.getByLabel('Search users').fill(id)
      await expectRows(page, LIST, [id])

      await rowsOf(page, LIST).getByRole('link').click()
      await heading(id).waitFor()
      await page.reload()
      await rowsOf(page, OF_USER).first().waitFor()
      const file = await downloaded(page, () =>
        page.getByRole('link', { name: 'Export', exact: true }).click(),
      )

      await heading(id).waitFor()
      expect(JSON.parse(file).user_id).toBe(id)
      await expect.poll(() => rowsOf(page, OF_USER).count()).toBe(1)
    },
  )
})

describe('erasing a user', () => {
  it('is not offered to editors', async () => {
    const editor = await service.open(userPath('ann'), { role: 'editor' })
    await rowsOf(editor.page, OF_USER).first().waitFor()
    await settled(editor.page)

    await expect.poll(() => editor.page.getByRole('button', { name: /Erase/ }).count()).toBe(0)
    await editor.leave()
  })

  it.each([
    ['bob', 4, 0],
    [SLASHED, 1, 1],
  ])('waits for the id to be typed, and takes away everything: %s', async (id, observations, answers) => {
    await goTo(`/${encodeURIComponent(id)}`)
    await button('Erase…').click()
    const dialog = page.getByRole('dialog', { name: 'Erase this user?' })
    await dialog.getByText(new RegExp(`^${observations} observations? about this user`)).waitFor()
    const confirm = dialog.getByRole('button', { name: 'Erase permanently' })
    await dialog.getByRole('textbox').fill(id.slice(0, -1))
    await expect.poll(() => confirm.isDisabled()).toBe(true)

    await dialog.getByRole('textbox').fill(id)
    await confirm.click()

    const gone = new RegExp(`^Erased ${observations} observations? and ${answers} answers?`)
    await page.getByText(gone).waitFor()
    await page.getByRole('link', { name: 'Back to users' }).click()
    await rowsOf(page, LIST).first().waitFor()
    await expect.poll(() => rowsOf(page, LIST).getByText(id, { exact: true }).count()).toBe(0)
    for (const table of ['observation', 'answer']) {
      const { rowCount } = await service.db.query(`SELECT FROM ${table} WHERE user_id = $1`, [id])
      expect(rowCount).toBe(0)
    }
    complaints.length = 0 // the browser's own: what is shown of the user is asked for once more, and is not there
  })

  it('leaves nothing of them behind on any page', async () => {
    await page.goto(`/p/${service.projectId}/users/bob`)
    await page.getByText('No data about this user').waitFor()
    await page.goto(`/p/${service.projectId}/observations?user_id=bob`)
    await page.getByText('No matching observations').waitFor()
    await page.goto(`/p/${service.projectId}/settings/audit`)

    await page.getByText('erased a user with 4 observations and 0 answers').waitFor()
    await expect
      .poll(() =>
        page
          .getByRole('main')
          .getByText(/bob|team/)
          .count(),
      )
      .toBe(0)
    complaints.length = 0
  })
})

describe('all of it', () => {
  it('left the browser nothing to complain about', () => {
    expect(complaints).toEqual([])
  })
})
