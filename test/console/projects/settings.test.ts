// Connect, keys, project and audit log: what the settings show, do, and keep from happening by accident.
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clientsFor } from '../../../console/src/pages/connect/clients.ts'
import { TEAM_CLIENTS } from '../../../console/src/pages/connect/team-clients.ts'
import { audit, COMMAND_LINE, MACHINE } from '../../../src/domain/audit/audit.ts'
import { removeDeletedProjects } from '../../../src/domain/projects/delete-project.ts'
import { digestAll, get, startEngine } from '../../digest/digesting.ts'
import { teamUrl } from '../../mcp/team/asking.ts'
import { batch } from '../../service.ts'
import { expectAccessible, focused, followTo, type Visitor } from '../browser.ts'
import { type Console, openEmptyConsole } from '../console.ts'

const DAY = 86_400_000

let service: Console
let visitor: Visitor
let page: Page
beforeAll(async () => {
  service = await openEmptyConsole()
  visitor = await service.open('/settings/connect')
  page = visitor.page
})

const goTo = async (name: string): Promise<void> => {
  await followTo(page, `/p/${service.projectId}/settings/${name}`)
  await page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Page not found' }).waitFor()
}

describe('connect', () => {
  let key: string
  beforeAll(async () => {
    await page.getByRole('button', { name: 'Create key' }).click()
    key = (await page.getByText(/^fnk_/).first().textContent()) ?? ''
  })

  it('shows the addresses of the project', async () => {
    const addresses = page.getByRole('region', { name: 'Endpoints' })

    await expect.poll(() => addresses.textContent()).toContain(service.mcpUrl)
    await expect.poll(() => addresses.textContent()).toContain(service.projectId)
  })

  it.each(clientsFor({ signIn: false }))(
    'has the set-up for $name, with the address and the key that was just made',
    async (client) => {
      const setUps = page.getByRole('region', { name: 'Set up a client' })
      await setUps.getByRole('tab', { name: client.name, exact: true }).click()
      const snippets = setUps.getByRole('tabpanel').getByRole('region')
      await page
        .getByRole('region', { name: new RegExp(`^${client.name}, `) })
        .first()
        .waitFor()

      const connection = {
        projectId: service.projectId,
        mcpUrl: service.mcpUrl,
        restUrl: `${service.url}/v1/project/${service.projectId}/`,
        key,
      }
      await expect
        .poll(() => snippets.allTextContents())
        .toEqual(client.snippets(connection).map(({ code }) => code))
      await expect.poll(() => new URL(page.url()).searchParams.get('client')).toBe(client.id)
    },
  )

  it('shows the team’s own address, and how an assistant is let in there', async () => {
    const team = page.getByRole('region', { name: 'Ask your assistant' })
    await expect.poll(() => team.textContent()).toContain(teamUrl(service))

    await team.getByRole('tab', { name: 'Access token' }).click()

    await expect
      .poll(() => team.getByRole('tabpanel').getByRole('region').allTextContents())
      .toEqual(
        TEAM_CLIENTS.at(-1)
          ?.snippets({ teamUrl: teamUrl(service) })
          .map(({ code }) => code),
      )
    const tokens = team.getByRole('link', { name: 'Your access tokens' })
    await expect.poll(() => tokens.getAttribute('href')).toBe('/account')
  })

  it('copies a set-up', async () => {
    await page.getByRole('tab', { name: 'Cursor' }).click()

    await page.getByRole('button', { name: 'Copy Cursor, .cursor/mcp.json' }).click()

    await expect
      .poll(async () => JSON.parse(await page.evaluate<string>('navigator.clipboard.readText()')))
      .toMatchObject({ mcpServers: { fieldnote: { url: service.mcpUrl } } })
  })

  it('made a key that agents are let in with', async () => {
    const { status } = await service.call('GET', '/service-guidelines/', undefined, {
      Authorization: `ApiKey ${key}`,
    })

    expect(status).toBe(200)
  })

  it('sends a test observation and shows its way: sent, stored, digested, kept apart', async () => {
    await page.getByRole('button', { name: 'Send test observation' }).click()
    await page.getByText(/^201 Created, stored in \d+ ms$/).waitFor()
    await page.getByText('Waiting for the digest…').waitFor()
    await digestAll(service, startEngine())
    await page.getByText(/^Digested in [\d.]+ s$/).waitFor()

    await page.getByRole('button', { name: 'Show request' }).click()

    const request = page.getByRole('region', { name: 'request', exact: true })
    await expect
      .poll(() => request.textContent())
      .toContain(`POST ${service.url}/v1/project/${service.projectId}/observations/`)
    await page.getByText('Kept separate from your data').waitFor()
    expect([await service.count('observation'), await service.count('issue')]).toEqual([0, 0])
  })

  it('takes the test observation away again, and only that', async () => {
    await service.call('POST', '/observations/', batch())

    await page
      .getByRole('region', { name: 'Test the connection' })
      .getByRole('button', { name: 'Remove test observations' })
      .click()
    await page.getByText('Removed the test observations.').waitFor()

    await page.getByRole('button', { name: 'Send test observation' }).waitFor()
    const { rows } = await service.db.query('SELECT user_id FROM observation')
    expect(rows).toEqual([{ user_id: 'user-42' }])
    expect(await service.count('test_observation')).toBe(0)
  })

  it('had no complaint from the browser', () => {
    expect(visitor.complaints).toEqual([])
  })
})

describe('keys', () => {
  beforeEach(() => goTo('keys'))

  const row = (name: string) => page.getByRole('row').filter({ hasText: name })

  async function create(name: string, lifetime?: string): Promise<string> {
    await page.getByRole('button', { name: 'Create key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill(name)
    if (lifetime) {
      await dialog.getByRole('combobox', { name: 'Expiration' }).click()
      await page.getByRole('option', { name: lifetime }).click()
    }
    await dialog.getByRole('button', { name: 'Create API key' }).click()
    const key = (await dialog.getByText(/^fnk_/).textContent()) ?? ''
    await dialog.getByRole('button', { name: 'Done' }).click()
    return key
  }

  it('are shown whole once, and by their beginning from then on', async () => {
    const key = await create('Support chat')

    await row('Support chat')
      .getByText(`${key.slice(0, 8)}`)
      .waitFor()
    await expect.poll(() => page.getByText(key).count()).toBe(0)
    await page.reload()
    await row('Support chat').getByText('active').waitFor()
    await expect.poll(() => page.getByText(key).count()).toBe(0)
  })

  it('are not lost to a stray Escape while they are shown, and the keyboard is where they are copied', async () => {
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Kept in sight')
    await page.keyboard.press('Enter')
    const secret = page.getByRole('dialog').getByText(/^fnk_/)
    await secret.waitFor()
    await expect.poll(() => focused(page)).toBe('Copy API key')

    await page.keyboard.press('Escape')

    await expect.poll(() => secret.isVisible()).toBe(true)
  })

  it('end on the day that was chosen', async () => {
    await create('For a month', '30 days')

    const ends = await row('For a month').getByRole('cell').nth(4).locator('time').getAttribute('datetime')
    expect(new Date(ends ?? '').getTime() - Date.now()).toBeGreaterThan(29 * DAY)
    expect(new Date(ends ?? '').getTime() - Date.now()).toBeLessThan(31 * DAY)
  })

  it('can end tomorrow, also when the clocks go forward in between', async () => {
    const { page: own, context } = await service.open('/settings/keys', { timezoneId: 'Europe/Berlin' })
    await own.clock.setFixedTime('2027-03-27T22:30:00Z') // 23:30 there; tomorrow has 23 hours

    await own.getByRole('button', { name: 'Create key' }).click()
    await own.getByRole('combobox', { name: 'Expiration' }).click()
    await own.getByRole('option', { name: 'Custom date…' }).click()

    await expect.poll(() => own.getByLabel('Expiration date').getAttribute('min')).toBe('2027-03-28')
    await context.close()
  })

  it('that have expired say so, and cannot be revoked anymore', async () => {
    await create('Trial agent')
    await service.db.query(
      `UPDATE api_key SET expires_at = now() - interval '1 day' WHERE name = 'Trial agent'`,
    )

    await page.reload()

    await row('Trial agent').getByText('Expired', { exact: true }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Revoke Trial agent' }).count()).toBe(0)
  })

  it('say when they were last used', async () => {
    const key = await create('Busy agent')
    const guidelines = () =>
      service.call('GET', '/service-guidelines/', undefined, { Authorization: `ApiKey ${key}` })
    await expect.poll(() => row('Busy agent').getByRole('cell').nth(2).textContent()).toBe('Never')

    await guidelines()
    await service.keyUses.flush(service.db)
    await page.reload()

    await row('Busy agent').getByRole('cell').nth(2).locator('time').waitFor()
  })

  it('are rotated: a new one is shown, and the old one goes on for the chosen time', async () => {
    const old = await create('Rotating agent')
    await page.getByRole('button', { name: 'Rotate Rotating agent' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Keep the old key working for' }).click()
    await page.getByRole('option', { name: '7 days' }).click()
    await dialog.getByRole('button', { name: 'Rotate key' }).click()
    await expect.poll(() => focused(page)).toBe('Copy API key')
    const fresh = (await dialog.getByText(/^fnk_/).textContent()) ?? ''
    await dialog.getByRole('button', { name: 'Done' }).click()

    await row('Rotating agent')
      .filter({ hasText: old.slice(0, 8) })
      .getByText('Replaced')
      .waitFor()
    await row('Rotating agent')
      .filter({ hasText: fresh.slice(0, 8) })
      .getByText('Active')
      .waitFor()
    const using = (key: string) =>
      service.call('GET', '/service-guidelines/', undefined, { Authorization: `ApiKey ${key}` })
    expect([(await using(old)).status, (await using(fresh)).status]).toEqual([200, 200])
    await expect.poll(() => page.getByRole('button', { name: 'Rotate Rotating agent' }).count()).toBe(1)
  })

  it('that end soon are announced, until they are replaced', async () => {
    await create('Ending agent')
    await service.db.query(
      `UPDATE api_key SET expires_at = now() + interval '3 days' WHERE name = 'Ending agent'`,
    )

    await page.reload()

    await page.getByRole('alert').getByText('Ending agent').waitFor()
    await expectAccessible(page)
  })

  it('have limits that owners set, and that hold', async () => {
    const key = await create('Limited agent')
    const limit = page.getByLabel('Requests per minute, per key')
    await limit.fill('1')
    await page.getByLabel('Observations per day (UTC)').fill('5000')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('0 of 5,000 observations used today.').waitFor()
    const call = () =>
      service.call('GET', '/service-guidelines/', undefined, { Authorization: `ApiKey ${key}` })

    expect([(await call()).status, (await call()).status]).toEqual([200, 429])
    await page.getByLabel('Requests per minute, per key').fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(async () => (await call()).status).toBe(200)
  })

  it('are refused at once when revoked', async () => {
    const key = await create('Old agent')
    await page.getByRole('button', { name: 'Revoke Old agent' }).click()
    const dialog = page.getByRole('dialog', { name: 'Revoke “Old agent”?' })
    await dialog.getByText('It has never been used.').waitFor()

    await dialog.getByRole('button', { name: 'Revoke key' }).click()
    await row('Old agent').getByText('Revoked', { exact: true }).waitFor()

    const { status } = await service.call('POST', '/observations/', batch(), {
      Authorization: `ApiKey ${key}`,
    })
    expect(status).toBe(401)
  })
})

describe('the project', () => {
  beforeEach(() => goTo('project'))

  const switcher = (name: string) => page.getByRole('button', { name: `Project: ${name}. Switch project` })

  it('is renamed everywhere at once, and back by one click', async () => {
    await page.getByRole('textbox', { name: 'Name' }).fill('Ledger app')
    await page.getByRole('button', { name: 'Rename' }).click()
    await switcher('Ledger app').waitFor()

    await page.getByRole('button', { name: 'Undo' }).click()

    await switcher('Test project').waitFor()
    await expect.poll(() => page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Test project')
  })

  it('has a line about the product, which agents then read', async () => {
    const field = page.getByRole('textbox', { name: 'About the product' })
    await field.fill('Invoices for freelancers')
    await page.getByRole('region', { name: 'Product' }).getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved the description.').waitFor()

    const { body } = await service.call('GET', '/service-guidelines/')
    await page.getByRole('button', { name: 'Undo' }).click()

    expect(body.observations).toContain('**Test project**. Invoices for freelancers.')
    await expect.poll(() => field.inputValue()).toBe('')
  })

  it('has an address for conversations, which is checked as it is typed', async () => {
    const address = page.getByLabel('Conversation URL')
    await address.fill('https://chat.example.com/t')
    await page.getByText('Must contain {interaction_id}').waitFor()
    await address.fill('https://chat.example.com/t/{interaction_id}')
    await page.getByText('For example https://chat.example.com/t/thread-42').waitFor()

    await page.getByRole('region', { name: 'Conversations' }).getByRole('button', { name: 'Save' }).click()

    await page.getByText('Saved the link.').waitFor()
    const { interaction_url } = await get(service, '')
    expect(interaction_url).toBe('https://chat.example.com/t/{interaction_id}')
  })

  it('has a rest between studies, which is taken back by one click', async () => {
    const field = page.getByLabel('Rest period in days')
    await field.fill('14')
    const panel = page.getByRole('region', { name: 'Rest between studies' })
    await panel.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved the rest period.').waitFor()
    const { rest_days } = await get(service, '')
    await page.getByRole('button', { name: 'Undo' }).click()

    expect(rest_days).toBe(14)
    await expect.poll(async () => (await get(service, '')).rest_days).toBe(null)
    await expect.poll(() => field.inputValue()).toBe('')
  })

  it('is deleted only by who types its name, and leads away', async () => {
    const { body } = await service.owner.call('POST', '/projects', { name: 'Short-lived' })
    await page.goto(`/p/${body.id}/settings/project`)
    await page.getByRole('button', { name: 'Delete project' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete “Short-lived”?' })
    const confirm = dialog.getByRole('button', { name: 'Delete permanently' })
    await expect.poll(() => confirm.isDisabled()).toBe(true)

    await dialog.getByRole('textbox').fill('Short-lived')
    await confirm.click()

    await switcher('Test project').waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/p/${service.projectId}`)
    expect((await service.owner.call('GET', `/projects/${body.id}`)).status).toBe(404)
  })

  it('goes out as one archive and comes in under the ids that it had; one that is there already is refused', async () => {
    const { body } = await service.owner.call('POST', '/projects', { name: 'Moving' })
    await service.owner.call('POST', `/projects/${body.id}/tags`, { label: 'Billing' })
    await page.goto(`/p/${body.id}/settings/project`)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export project' }).click()
    const buffer = readFileSync(await (await download).path())
    const bring = async () => {
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Import an archive' }).click()
      await (await chooser).setFiles({ name: 'moving.fieldnote.gz', mimeType: 'application/gzip', buffer })
    }
    await switcher('Moving').click()
    await page.getByRole('menuitem', { name: 'New project' }).click()
    await bring()
    await page.getByRole('dialog').getByRole('alert').getByText('already').waitFor()
    await expectAccessible(page)

    await service.owner.call('DELETE', `/projects/${body.id}`, { name: 'Moving' })
    await removeDeletedProjects(service.deps)
    await bring()

    await page.waitForURL(`**/p/${body.id}`)
    const { body: tags } = await service.owner.call('GET', `/projects/${body.id}/tags`)
    expect(tags.items).toMatchObject([{ label: 'Billing' }])
  })

  it('is made from the switch, and one is in it', async () => {
    await page.goto(`/p/${service.projectId}`)
    await switcher('Test project').click()
    await page.getByRole('menuitem', { name: 'New project' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Second product')

    await page.getByRole('button', { name: 'Create project' }).click()

    await page.getByRole('heading', { level: 1, name: 'Welcome to Second product' }).waitFor()
  })
})

describe('the audit log', () => {
  const entries = () => page.getByRole('list', { name: 'Changes' }).getByRole('listitem')

  beforeAll(async () => {
    const { deps, db, projectId, owner } = service
    await owner.call('POST', `/projects/${projectId}/tags`, { label: 'Billing' })
    await owner.call('POST', `/projects/${projectId}/invites`, { role: 'viewer', email: 'lin@example.com' })
    await service.admin('PATCH', `/projects/${projectId}`, { name: 'Test project, renamed' })
    await audit(db, deps, projectId, {
      actor: COMMAND_LINE,
      action: 'target.changed',
      subjectId: deps.newId(),
      facts: { name: 'Team chat', was: { name: 'Chat' } },
    })
    await audit(db, deps, projectId, {
      actor: COMMAND_LINE,
      action: 'theme.merged',
      subjectId: deps.newId(),
      facts: { title: 'Taxes', into: 'Bookkeeping', answers: 2 },
    })
    const facts = { observations: 3, into: deps.newId() }
    await audit(db, deps, projectId, {
      actor: MACHINE,
      action: 'issue.merged',
      subjectId: deps.newId(),
      facts,
    })
    await goTo('audit')
  })

  it('says in sentences who did what', async () => {
    await entries().first().waitFor()

    for (const sentence of [
      'The admin token renamed the project from “Test project” to “Test project, renamed”',
      'The command line renamed the alert from “Chat” to “Team chat”',
      'The command line merged the theme “Taxes” into “Bookkeeping” in a study',
      'The owner invited lin@example.com as a viewer',
      'The owner created the tag “Billing”',
      'The owner revoked the key “Old agent”',
      'The owner removed 1 test observation',
      'The owner sent a test observation',
      'The owner joined as an owner',
    ])
      await expect
        .poll(() => entries().allTextContents())
        .toContainEqual(expect.stringMatching(new RegExp(`^${sentence}`)))
  })

  it('leaves out what the digest did by itself, until it is asked for', async () => {
    const merge = entries().filter({
      hasText: 'The digest merged an issue (3 observations) into another issue',
    })
    await entries().first().waitFor()
    await expect.poll(() => merge.count()).toBe(0)

    await page.getByRole('switch', { name: 'Include changes made by the digest' }).click()

    await merge.waitFor()
    await page.reload()
    await merge.waitFor() // the address says so
  })

  it('has the facts behind each sentence', async () => {
    await entries()
      .filter({ hasText: 'invited lin@example.com' })
      .getByRole('button', { name: 'Show details' })
      .click()

    await expect
      .poll(async () => JSON.parse((await page.getByRole('region', { name: 'details' }).textContent()) ?? ''))
      .toMatchObject({ actor: 'ada@example.com', action: 'invite.created', facts: { role: 'viewer' } })
  })
})

describe('privacy', () => {
  it('is switched on, tried and saved, and shows how much was redacted, never what', async () => {
    await goTo('privacy')
    await page.getByRole('switch', { name: 'Email addresses' }).check()
    await page.getByRole('button', { name: 'Add pattern' }).click()
    await page.getByLabel('Name of pattern 1').fill('order')
    await page.getByLabel('Pattern 1', { exact: true }).fill('ORD-\\d+')
    await page.getByLabel('Text to redact').fill('ada@example.com asks about ORD-77')
    await page.getByRole('button', { name: 'Redact' }).click()
    await page.getByText('[email] asks about [order]').waitFor()
    await page.getByLabel('Keep for (days)').fill('365')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved the privacy settings.').waitFor()
    const said = { title: 'Mail ada@example.com', description: 'About ORD-77 and ORD-78.' }

    await service.call('POST', '/observations/', batch({ observations: [said] }))
    await page.reload()

    const counts = page.getByRole('region', { name: 'Redacted' })
    await expect.poll(() => counts.textContent()).toMatch(/order\[order\]2.*Email addresses\[email\]1/)
    await expect.poll(() => page.getByLabel('Keep for (days)').inputValue()).toBe('365')
    await expect.poll(() => page.content()).not.toContain('ada@example.com')
  })
})

describe('who renames a project', () => {
  it('is told that somebody else was faster; who saves again means it', async () => {
    await goTo('project')
    await page.getByRole('textbox', { name: 'Name' }).fill('Mine')
    await service.admin('PATCH', `/projects/${service.projectId}`, { name: 'Theirs' })
    await page.getByRole('button', { name: 'Rename', exact: true }).click()
    await page.getByText('renamed to “Theirs” in the meantime').waitFor()
    const before = (await service.admin('GET', `/projects/${service.projectId}`)).body.name

    await page.getByRole('button', { name: 'Rename', exact: true }).click()
    await page.getByRole('button', { name: 'Project: Mine. Switch project' }).waitFor()

    expect(before).toBe('Theirs')
  })
})
