// Taking an issue, talking about it, and linking it to a ticket, as people do it in the console.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { act, get } from '../../digest/digesting.ts'
import { type MadeIssue, makeIssue } from '../../issues.ts'
import { type Loose, type Person, signIn } from '../../service.ts'
import { expectAccessible, expectNoSidewaysScroll, focused, PHONE, settled } from '../browser.ts'
import { type Console, openEmptyConsole } from '../console.ts'
import { rowsOf } from '../lists.ts'

let service: Console
let page: Page
let complaints: string[]
let bob: Person
let exporting: MadeIssue
let locked: MadeIssue
beforeAll(async () => {
  service = await openEmptyConsole()
  bob = await signIn(service, { role: 'editor', email: 'bob@example.com' })
  await service.db.query('UPDATE account_user SET name = $2 WHERE id = $1', [bob.account.id, 'Bobby Bee'])
  for (const _ of Array(7)) await signIn(service, { role: 'viewer' }) // so many that they are searched
  exporting = await makeIssue(service, 'Export stops early')
  locked = await makeIssue(service, 'Password mail never arrives')
  ;({ page, complaints } = await service.open('/issues/1'))
})

const read = (issue: MadeIssue) => get(service, `/issues/${issue.id}`)
const part = (name: string) => page.getByRole('region', { name, exact: true })

describe('an issue', () => {
  it('is opened by its number, and gives its address away', async () => {
    await page.getByRole('heading', { level: 1, name: 'Export stops early' }).waitFor()

    await page.getByRole('button', { name: 'Copy link to #1' }).click()

    const address = `${service.url}/p/${service.projectId}/issues/1`
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(address)
  })

  it('is given to a member, and the giving taken back', async () => {
    await page.getByRole('button', { name: 'Assignee: nobody' }).click()
    await page.getByLabel('Search members').fill('boby')
    await page.getByRole('menuitem', { name: 'Bobby Bee' }).click()

    await expect.poll(async () => (await read(exporting)).assignee?.name).toBe('Bobby Bee')
    await page.getByRole('button', { name: 'Assignee: Bobby Bee' }).waitFor()
    await part('History').getByText('assigned this issue to bob@example.com').waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(async () => (await read(exporting)).assignee).toBeNull()
  })

  it('is talked about in Markdown that names members and issues', async () => {
    const field = page.getByRole('textbox', { name: 'New comment' })
    await field.pressSequentially('Hello @boby')
    await page.getByRole('option', { name: /Bobby Bee/ }).click()
    await field.pressSequentially('see **this** and #2 <img src=x onerror=alert(1)>')
    await field.press('Control+Enter')

    const comment = part('Comments').getByRole('article')
    await comment.getByText('@Bobby Bee').waitFor()
    await expect.poll(() => comment.locator('strong').allTextContents()).toEqual(['@Bobby Bee', 'this'])
    await expect.poll(() => comment.locator('img').count()).toBe(0)
    await expect.poll(() => field.inputValue()).toBe('')
    const link = comment.getByRole('link', { name: '#2' })
    expect(await link.getAttribute('href')).toBe(`/p/${service.projectId}/issues/2`)
    await comment.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('textbox', { name: 'Edit comment' }).fill('Never mind.')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await comment.getByText('Never mind.').waitFor()
    await comment.getByText(', edited').waitFor()
  })

  it('keeps a comment that is being written, whatever others say and wherever one goes meanwhile', async () => {
    const field = page.getByRole('textbox', { name: 'New comment' })
    const comments = part('Comments').getByRole('article')
    await field.fill('Half a thought')
    const path = `/projects/${service.projectId}/issues/${exporting.id}/comments` as const
    await bob.call('POST', path, { body: 'I was faster.' })

    await page.getByRole('link', { name: 'Users', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
    await page.reload()
    await page.goBack()
    await comments.getByText('I was faster.').waitFor()
    await expect.poll(() => field.inputValue()).toBe('Half a thought')

    await part('Comments').getByRole('button', { name: 'Comment', exact: true }).click()
    await comments.getByText('Half a thought').waitFor()
    await expect.poll(() => field.inputValue()).toBe('')
    expect(await focused(page)).toBe('New comment')
  })

  it('asks before a comment is deleted', async () => {
    const theirs = part('Comments').getByRole('article').filter({ hasText: 'I was faster.' })
    await theirs.getByRole('button', { name: 'Delete' }).click()
    const asked = page.getByRole('dialog', { name: 'Delete this comment?' })
    await asked.getByText('What Bobby Bee wrote will be permanently deleted.').waitFor()
    expect(await service.count('issue_comment')).toBe(3)

    await asked.getByRole('button', { name: 'Delete comment' }).click()
    await page.getByText('Deleted the comment.').waitFor()

    await expect.poll(() => theirs.count()).toBe(0)
    expect(await service.count('issue_comment')).toBe(2)
  })

  it('is linked to a ticket by pasting its address', async () => {
    await page.getByRole('button', { name: 'Link ticket' }).click()
    await page.evaluate("navigator.clipboard.writeText('https://github.com/acme/ledger/issues/57')")
    await page.getByRole('textbox', { name: 'Ticket URL' }).press('Control+V')

    const link = page.getByRole('link', { name: '#57' })
    await link.waitFor()
    expect(await link.getAttribute('href')).toBe('https://github.com/acme/ledger/issues/57')
    await settled(page)
    await expectAccessible(page)
  })

  it('is linked to a ticket that is dropped onto it', async () => {
    const dragged = await page.evaluateHandle(`(() => {
      const data = new DataTransfer()
      data.setData('text/uri-list', 'https://linear.app/acme/issue/LED-8/totals')
      return data
    })()`)
    await page.getByRole('link', { name: '#57' }).dispatchEvent('drop', { dataTransfer: dragged })

    await page.getByRole('link', { name: 'LED-8' }).waitFor()
    const { tickets } = await get(service, '/issues/1')
    expect(tickets.map(({ url }: Loose) => url)).toEqual([
      'https://github.com/acme/ledger/issues/57',
      'https://linear.app/acme/issue/LED-8/totals',
    ])
  })
})

describe('the list', () => {
  it('shows mine, and those of nobody', async () => {
    await act(service, 'PATCH', `/issues/${locked.id}`, { assignee_id: service.owner.account.id })
    await page.goto(`/p/${service.projectId}/issues`)
    const rows = rowsOf(page, 'Issues')
    await rows
      .filter({ hasText: 'Password mail' })
      .getByRole('img', { name: /Assigned to/ })
      .waitFor()

    await page.getByRole('button', { name: 'Assignee', exact: true }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Assigned to me' }).click()
    await expect.poll(() => rows.count()).toBe(1)
    await rows.getByText('Password mail never arrives').waitFor()
    await page.getByRole('button', { name: 'Assignee', exact: true }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Unassigned' }).click()

    await rows.getByText('Export stops early').waitFor()
    expect(new URL(page.url()).searchParams.get('assigned')).toBe('none')
    expect(complaints).toEqual([])
  })
})

describe('viewers', () => {
  it('read what was said, on a phone, and are offered nothing', async () => {
    const visitor = await service.open('/issues/1', { role: 'viewer', ...PHONE })
    await visitor.page.getByText('Never mind.').waitFor()

    await expect.poll(() => visitor.page.getByRole('textbox', { name: 'New comment' }).count()).toBe(0)
    await expect.poll(() => visitor.page.getByRole('button', { name: 'Link ticket' }).count()).toBe(0)
    await settled(visitor.page)
    await expectNoSidewaysScroll(visitor.page)
    await expectAccessible(visitor.page)
  })
})
