// Signing in and out, and a session that ends in the middle of something.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { get } from '../../digest/digesting.ts'
import { makeTag } from '../../digest/tags/tagging.ts'
import { PASSWORD } from '../../service.ts'
import { visit } from '../browser.ts'
import { type Console, openEmptyConsole } from '../console.ts'

let service: Console
beforeAll(async () => {
  service = await openEmptyConsole()
})

const EMAIL = 'ada@example.com'

async function fillIn(page: Page, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

describe('the door', () => {
  it('leads a stranger to the page they wanted, once they have signed in', async () => {
    const { page, context } = await visit(service.url)
    await page.goto(`/p/${service.projectId}/studies?state=paused`)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await fillIn(page)

    await page.getByRole('heading', { level: 1, name: 'Studies' }).waitFor()
    await expect.poll(() => page.url()).toBe(`${service.url}/p/${service.projectId}/studies?state=paused`)
    await context.close()
  })

  it('says that a password is wrong without saying more, and keeps the email', async () => {
    const { page, context } = await visit(service.url)
    await page.goto('/sign-in')
    await fillIn(page, 'wrong horse battery')

    await expect.poll(() => page.getByRole('alert').textContent()).toBe('The email or the password is wrong')
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(EMAIL)
    await context.close()
  })

  it.each([
    'https://elsewhere.example/',
    '//elsewhere.example/',
    '/\\elsewhere.example/',
    'javascript:alert(1)',
  ])('never leads to another site: %s', async (next) => {
    const { page, context } = await service.open('')
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(`/sign-in?next=${encodeURIComponent(next)}`)

    await page.waitForURL(`${service.url}/p/${service.projectId}`)
    expect(asked.filter((url) => !url.startsWith(service.url))).toEqual([])
    await context.close()
  })

  it('closes behind who signs out', async () => {
    const { page, context } = await visit(service.url)
    await page.goto(`/sign-in?next=/p/${service.projectId}/studies`)
    await fillIn(page)
    await page.getByRole('button', { name: /^Account:/ }).click()
    await page.evaluate(`sessionStorage.setItem('fieldnote-comment-1', 'Half a thought')`)
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await page.evaluate(`sessionStorage.getItem('fieldnote-comment-1')`)).toBe(null)
    await page.goBack()

    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await expect.poll(() => page.getByRole('heading', { name: 'Studies' }).count()).toBe(0)
    await context.close()
  })
})

describe('a session that ends', () => {
  const endSessions = () => service.db.query('DELETE FROM account_session')
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' })

  /** The email is known: the cursor waits for the password. */
  async function signInAgain(page: Page): Promise<void> {
    await dialog(page).waitFor()
    await expect.poll(() => dialog(page).getByLabel('Email').inputValue()).toBe(EMAIL)
    await dialog(page).getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await dialog(page).waitFor({ state: 'hidden' })
  }

  async function arriveAt(path: string) {
    const visitor = await visit(service.url)
    await visitor.page.goto(`/sign-in?next=${encodeURIComponent(`/p/${service.projectId}${path}`)}`)
    await fillIn(visitor.page)
    return visitor
  }

  it('while a study is being saved loses nothing of it', async () => {
    const { page, context } = await arriveAt('/studies/new')
    await page.getByLabel('Question').fill('Still here?')
    await page.getByLabel('Answer limit').fill('12')
    await endSessions()
    await page.getByRole('button', { name: 'Save as draft' }).click()
    await signInAgain(page)

    await expect.poll(() => page.getByLabel('Question').inputValue()).toBe('Still here?')
    await page.getByRole('button', { name: 'Save as draft' }).click()
    await page.getByRole('heading', { level: 1, name: 'Still here?' }).waitFor()
    expect(await get(service, `/studies/${page.url().split('/').at(-1)}`)).toMatchObject({ max_answers: 12 })
    await context.close()
  })

  it('is noticed when one comes back to the tab, and loses nothing either', async () => {
    const { page, context } = await arriveAt('/studies/new')
    await page.getByLabel('Question').fill('Back again?')
    await endSessions()
    await page.clock.install({ time: Date.now() + 3_600_000 })
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
    await signInAgain(page)

    await expect.poll(() => page.getByLabel('Question').inputValue()).toBe('Back again?')
    await context.close()
  })

  it('asks over a drawer, and leaves the drawer as it was', async () => {
    const id = await makeTag(service, 'export', {})
    const { page, context } = await arriveAt(`/settings/tags?edit=${id}`)
    await page.getByLabel('Description').fill('Getting data out')
    await endSessions()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await signInAgain(page)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Tag saved.').waitFor()

    const { items } = await get(service, '/tags')
    expect(items).toMatchObject([{ config: { description: 'Getting data out' } }])
    await context.close()
  })

  it('tells of a wrong password in the dialog, and stays there', async () => {
    const { page, context } = await arriveAt('/studies/new')
    await page.getByLabel('Question').fill('Typed?')
    await endSessions()
    await page.getByRole('button', { name: 'Save as draft' }).click()
    await dialog(page).getByLabel('Password', { exact: true }).fill('wrong horse battery')
    await page.keyboard.press('Enter')

    await dialog(page).getByRole('alert').waitFor()
    await expect.poll(() => page.getByLabel('Question').inputValue()).toBe('Typed?')
    await context.close()
  })
})
