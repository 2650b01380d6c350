// Pages whose code comes late, or does not come because the service is away.
import type { Page, Route } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { PHONE } from './browser.ts'
import { type Console, openEmptyConsole } from './console.ts'

const CODE = '**/assets/studies-page-*.js'

let service: Console
beforeAll(async () => {
  service = await openEmptyConsole()
})

const studies = (page: Page) => page.getByRole('heading', { level: 1, name: 'Studies' })
const follow = (page: Page) => page.getByRole('navigation').getByRole('link', { name: 'Studies' }).click()

describe('a page whose code does not arrive', () => {
  it('says so in plain words, and is there after another try', async () => {
    const { page, context } = await service.open('/issues')
    await page.route(CODE, (route) => route.abort())
    await follow(page)
    const alert = page.getByRole('alert')
    await alert.getByText('Fieldnote can’t be reached. Check your connection and try again.').waitFor()
    await expect.poll(() => alert.getByText('/assets/').count()).toBe(0)
    await page.unroute(CODE)

    await alert.getByRole('button', { name: 'Try again' }).click()

    await studies(page).waitFor()
    await context.close()
  })
})

describe('a page whose code comes late', () => {
  it('says that it is loading, beside the navigation', async () => {
    const { page, context } = await service.open('/issues')
    const held: Route[] = []
    await page.route(CODE, (route) => void held.push(route))
    await follow(page)

    await page.getByRole('status', { name: 'Loading', exact: true }).waitFor()

    await page.getByRole('navigation').waitFor()
    await Promise.all(held.map((route) => route.continue()))
    await studies(page).waitFor()
    await context.close()
  })
})

describe('a page whose code fails', () => {
  it('says with what, within the width of a phone', async () => {
    const { page, context } = await service.open('/issues', PHONE)
    const message = 'x'.repeat(200)
    await page.route(CODE, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: `throw new Error('${message}')` }),
    )

    await page.goto(`/p/${service.projectId}/studies`)

    const said = page.getByRole('alert').getByText(message)
    await expect.poll(async () => (await said.boundingBox())?.width).toBeLessThan(PHONE.viewport.width)
    await context.close()
  })
})
