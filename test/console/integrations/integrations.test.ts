// Setting up alerts and tickets, seeing what was sent, and making a ticket of an issue, as owners do it.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Outlets } from '../../../src/outbound/send-message.ts'
import { get } from '../../digest/digesting.ts'
import { makeIssue } from '../../issues.ts'
import { openReceiver, type Receiver } from '../../outbound/receiver.ts'
import { deliverAll } from '../../outbound/telling.ts'
import { expectAccessible, expectNoSidewaysScroll, PHONE, settled } from '../browser.ts'
import { type Console, openEmptyConsole } from '../console.ts'

let service: Console
let page: Page
let complaints: string[]
let receiver: Receiver
let outlets: Outlets
beforeAll(async () => {
  service = await openEmptyConsole()
  receiver = await openReceiver()
  outlets = { baseUrl: service.url, mailer: null, reach: { allowPrivate: true } }
  await makeIssue(service, 'Export stops early')
  ;({ page, complaints } = await service.open('/settings/integrations'))
})

const deliver = () => deliverAll(service, outlets)
const line = () => page.getByRole('article', { name: 'Team chat' })
async function choose(action: string): Promise<void> {
  await line().getByRole('button', { name: 'Actions for Team chat' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

describe('an alert', () => {
  it('is added, tested at once, and its log says what came of it', async () => {
    await page.getByRole('button', { name: 'Add alert' }).click()
    await page.getByRole('radiogroup', { name: 'Send to' }).getByText('Slack').click()
    await page.getByRole('textbox', { name: 'Webhook URL' }).fill(receiver.url)
    await page.getByRole('textbox', { name: 'Name' }).fill('Team chat')
    await page.getByRole('checkbox', { name: 'Comment' }).check()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add and send test' }).click()

    const log = page.getByRole('list', { name: 'Messages' })
    await log.getByText('Waiting').waitFor()
    await deliver()
    await log.getByText('Delivered (204)').waitFor()
    expect(receiver.received.map(({ body }) => body.text)).toEqual([
      expect.stringMatching(/^\[Test project\] Test\n\n<http.*\|This is a test: .* reaches you here\.>$/),
    ])
    await page.keyboard.press('Escape')
    await line().getByText('3 or more users').waitFor()
  })

  it('is added once, also when its test fails', async () => {
    const { page, context } = await service.open('/settings/integrations')
    await page.route(/\/targets\/[^/]+\/test$/, (route) => route.abort())
    await page.getByRole('button', { name: 'Add alert' }).click()
    await page.getByRole('radiogroup', { name: 'Send to' }).getByText('Slack').click()
    await page.getByRole('textbox', { name: 'Webhook URL' }).fill(receiver.url)
    await page.getByRole('textbox', { name: 'Name' }).fill('Untested')

    await page.getByRole('button', { name: 'Add and send test' }).click()

    await page.getByRole('alert').getByText('Fieldnote can’t be reached').waitFor()
    await page.getByRole('dialog', { name: 'Add alert' }).waitFor({ state: 'detached' })
    const { items } = await get(service, '/targets')
    const untested = items.filter(({ name }: { name: string }) => name === 'Untested')
    expect(untested).toHaveLength(1)
    await service.admin('DELETE', `/projects/${service.projectId}/targets/${untested[0]?.id}`)
    await context.close()
  })

  it('keeps what was typed when its drawer is closed, also over a reload', async () => {
    const { page } = await service.open('/settings/integrations')
    await page.getByRole('button', { name: 'Add alert' }).click()
    await page.getByLabel('Webhook URL').fill('https://hooks.example.com/half')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.reload()

    await page.getByRole('button', { name: 'Add alert' }).click()

    await expect
      .poll(() => page.getByLabel('Webhook URL').inputValue())
      .toBe('https://hooks.example.com/half')
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await expect.poll(() => page.getByLabel('Webhook URL').inputValue()).toBe('')
  })

  it('that is a webhook shows its secret once, and never again', async () => {
    await page.getByRole('button', { name: 'Add alert' }).click()
    await page.getByRole('radiogroup', { name: 'Send to' }).getByText('Webhook').click()
    await page.getByRole('textbox', { name: 'URL', exact: true }).fill(receiver.url)
    await page.getByRole('textbox', { name: 'Name' }).fill('Program')
    await page.getByRole('button', { name: 'Add and send test' }).click()

    await page.getByText('Copy this signing secret now').waitFor()
    await page.getByText(/^whsec_/).waitFor()
    await page.keyboard.press('Escape')
    await expectAccessible(page)
    await page.getByText(/^whsec_/).waitFor()
    await page.getByRole('dialog', { name: 'Program' }).getByRole('button', { name: 'Close' }).click()
    const program = page.getByRole('article', { name: 'Program' })
    await program.getByRole('button', { name: 'Actions for Program' }).click()
    await page.getByRole('menuitem', { name: 'Delivery log' }).click()
    await page.getByRole('list', { name: 'Messages' }).getByText('Waiting').waitFor()
    await expect.poll(() => page.getByText('signing secret').count()).toBe(0)
    await page.keyboard.press('Escape')
    const { items } = await get(service, '/targets')
    await service.admin('DELETE', `/projects/${service.projectId}/targets/${items[1]?.id}`)
  })

  it('is sent again from its log', async () => {
    await choose('Delivery log')
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('Sending it again').waitFor()
    await deliver()

    await expect.poll(() => receiver.received.length).toBe(2)
    await page.keyboard.press('Escape')
  })

  it('that was paused by itself says why, and is resumed', async () => {
    receiver.answer = 410
    const issue = await get(service, '/issues/1')
    await service.admin('POST', `/projects/${service.projectId}/issues/${issue.id}/comments`, { body: 'x' })
    service.clock.now = new Date(service.clock.now.getTime() + 120_000)
    await deliver()
    await page.reload()
    await line().getByText('The receiver answered 410 (Gone)').waitFor()
    await choose('Delivery log')
    const failed = page.getByRole('listitem').filter({ hasText: 'Failed (410)' })
    await failed.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('This alert is paused. The message will be sent when you resume it.').waitFor()
    await page.getByText('Waiting until this alert is resumed').waitFor()
    await page.keyboard.press('Escape')

    await line().getByRole('button', { name: 'Resume' }).click()

    await expect.poll(async () => (await get(service, '/targets')).items[0]?.paused_at).toBeNull()
  })

  it('becomes a weekly digest by the clock of the browser', async () => {
    await choose('Edit')
    await page.getByRole('radiogroup', { name: 'How often' }).getByText('Weekly digest').click()
    await page.getByRole('combobox', { name: 'Project time zone' }).click()
    await page.getByRole('option', { name: 'Europe/Paris' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).last().click()

    await expect.poll(async () => (await get(service, '/targets')).items[0]?.rhythm).toBe('weekly')
    expect((await get(service, '')).time_zone).toBe('Europe/Paris')
    await line().getByText('Weekly digest').waitFor()
  })
})

describe('a ticket', () => {
  it('has its template set up from a preset, with one’s own names', async () => {
    const address = page.getByRole('textbox', { name: 'Form URL' })
    const save = page.getByRole('region', { name: 'Tickets' }).getByRole('button', { name: 'Save' })
    await page.getByRole('button', { name: 'GitHub' }).click()
    await page.getByText('put your own names where the capitals are').waitFor()
    await expect.poll(() => save.isDisabled()).toBe(true)
    await address.fill((await address.inputValue()).replace('OWNER/REPOSITORY', 'acme/ledger'))
    await save.click()

    await page.getByText('“Create ticket” is now available on issues.').waitFor()
    await expect.poll(async () => (await get(service, '')).ticket_template).toContain('acme/ledger')
    await settled(page)
    await expectAccessible(page)
  })

  it('says so when turning it on cannot be taken back', async () => {
    await page.route(`**/api/projects/${service.projectId}`, (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )

    await page.getByRole('button', { name: 'Undo' }).click()

    await page.getByRole('alert').getByText('Fieldnote can’t be reached').waitFor()
    expect((await get(service, '')).ticket_template).toContain('acme/ledger')
    await page.unrouteAll()
    complaints.length = 0 // the browser's own, about the request that we broke
  })

  it('is created in the tracker’s own form, and its address pasted back', async () => {
    await page.goto(`/p/${service.projectId}/issues/1`)
    const create = page.getByRole('link', { name: 'Create ticket' })
    const form = new URL((await create.getAttribute('href')) ?? '')
    expect(form.searchParams.get('title')).toBe('Export stops early')
    expect(form.searchParams.get('body')).toContain(`${service.url}/p/${service.projectId}/issues/1`)
    await page.route('https://github.com/**', (route) => route.abort())
    await page.context().route('https://github.com/**', (route) => route.abort())
    await create.click()

    const field = page.getByRole('textbox', { name: 'Ticket URL' })
    await field.fill('https://github.com/acme/ledger/issues/57')
    await field.press('Enter')

    await page.getByRole('link', { name: '#57' }).waitFor()
    expect(complaints).toEqual([])
  })
})

it('fits a phone', async () => {
  const visitor = await service.open('/settings/integrations', PHONE)
  await settled(visitor.page)

  await visitor.page.getByRole('article', { name: 'Team chat' }).waitFor()
  await expectNoSidewaysScroll(visitor.page)
  await expectAccessible(visitor.page)
})

it('is for owners', async () => {
  const visitor = await service.open('/settings/integrations', { role: 'editor' })

  await visitor.page.getByText('Only project owners can manage integrations.').waitFor()
  await expect.poll(() => visitor.page.getByRole('button', { name: 'Add alert' }).count()).toBe(0)
})
