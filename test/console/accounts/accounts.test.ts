// Who comes in and how: links, passwords, sessions, tokens and roles, each in browsers of their own.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '../../../src/contract/labels.ts'
import { offerReset } from '../../../src/domain/accounts/reset-password.ts'
import { anotherProject, PASSWORD, send, signIn } from '../../service.ts'
import { focused, settled, type Visitor, visit } from '../browser.ts'
import { type Console, openEmptyConsole } from '../console.ts'

const DAY = 86_400_000

let service: Console
beforeAll(async () => {
  service = await openEmptyConsole()
})

const stranger = async (path: string): Promise<Visitor> => {
  const visitor = await visit(service.url)
  await visitor.page.goto(path)
  return visitor
}

async function enter(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const welcome = (page: Page) => page.getByRole('heading', { level: 1, name: 'Welcome to Test project' })

/** Another browser in which this person signs in anew. */
async function signedInElsewhere(email: string): Promise<Visitor> {
  const visitor = await stranger('/sign-in')
  await enter(visitor.page, email)
  await welcome(visitor.page).waitFor()
  return visitor
}

const memberRow = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email })

describe('an invite', () => {
  const invite = async (wish: object = { role: 'viewer' }): Promise<{ id: string; url: string }> =>
    (await service.admin('POST', `/projects/${service.projectId}/invites`, wish)).body

  let guest: Visitor
  beforeAll(async () => {
    guest = await visit(service.url)
  })

  /** Opens a link as somebody who is not signed in; what stands before the # is the same in all of them. */
  async function follow(url: string): Promise<Page> {
    await guest.page.goto('about:blank')
    await guest.page.goto(url)
    return guest.page
  }

  it('is a link made on the members page; who opens it makes an account and has the role', async () => {
    const { page, leave } = await service.open('/settings/members')
    await page.getByRole('button', { name: 'Invite member' }).click()
    await page.getByRole('radio', { name: 'editor' }).check()
    await page.getByRole('button', { name: 'Create link' }).click()
    const link = (await page.getByRole('dialog').getByText('/invite#').textContent()) ?? ''
    await expect.poll(() => focused(page)).toBe('Copy link')
    await page.getByRole('button', { name: 'Done' }).click()

    const newcomer = await stranger(link)
    await newcomer.page.getByText('You’ve been invited as an editor').waitFor()
    await newcomer.page.getByLabel('Name').fill('Grace Field')
    await newcomer.page.getByLabel('Email').fill('grace@example.com')
    await newcomer.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await newcomer.page.getByRole('button', { name: 'Create account and join' }).click()

    await welcome(newcomer.page).waitFor()
    await page.reload()
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Role of Grace Field' }).inputValue())
      .toBe('Editor')
    await expect.poll(() => page.getByRole('region', { name: 'Pending invites' }).count()).toBe(0)
    await Promise.all([newcomer.leave(), leave()])
  })

  it('for one email does not let another be typed', async () => {
    const { url } = await invite({ role: 'viewer', email: 'lin@example.com' })

    const page = await follow(url)

    const email = page.getByLabel('Email')
    await expect
      .poll(async () => [await email.inputValue(), await email.isEditable()])
      .toEqual(['lin@example.com', false])
  })

  it('is accepted with one click by who is signed in', async () => {
    const { projectId } = await anotherProject(service)
    const member = await signIn(service, { role: 'viewer', projectId, email: 'mary@example.com' })
    const { url } = await invite()

    const { page, leave } = await service.openAs(member, url)
    await page.getByText('You’re signed in as mary@example.com.').waitFor()
    await page.getByRole('button', { name: 'Join project' }).click()

    await welcome(page).waitFor()
    await leave()
  })

  it('lets who has an account sign in first, on the same page', async () => {
    const { projectId } = await anotherProject(service)
    await signIn(service, { role: 'viewer', projectId, email: 'rosa@example.com' })
    const { url } = await invite()

    const { page, leave } = await stranger(url)
    await page.getByRole('button', { name: 'I already have an account' }).click()
    await enter(page, 'rosa@example.com')
    await page.getByRole('button', { name: 'Join project' }).click()

    await welcome(page).waitFor()
    await leave()
  })

  const spoiled: [string, (made: { id: string; url: string }) => Promise<unknown>][] = [
    ['was used', ({ url }) => useUp(url)],
    ['was withdrawn', ({ id }) => service.admin('DELETE', `/projects/${service.projectId}/invites/${id}`)],
    ['is not complete', async (made) => Object.assign(made, { url: made.url.replace(/#.*/, '') })],
  ]
  const useUp = (url: string) =>
    send(`${service.url}/api/invites/accept`, 'POST', {
      token: new URL(url).hash.slice(1),
      name: 'Quick',
      email: 'quick@example.com',
      password: PASSWORD,
    })

  it.each(spoiled)('whose link %s says so', async (_, spoil) => {
    const made = await invite()
    await spoil(made)

    const page = await follow(made.url)

    await page.getByRole('heading', { name: 'This invite link doesn’t work' }).waitFor()
    await page.getByText(/ask/i).waitFor()
  })

  it('whose link is older than a week says so', async () => {
    const { url } = await invite()
    service.clock.now = new Date(Date.now() + 8 * DAY)

    const page = await follow(url)

    await page.getByText(/has expired: ask for a new one/).waitFor()
    service.clock.now = new Date()
  })
})

describe('signing in', () => {
  it('says what is wrong, and leads on to the page that was wanted', async () => {
    await signIn(service, { role: 'viewer', email: 'ida@example.com' })
    const { page, leave } = await stranger(`/p/${service.projectId}/settings/keys`)

    await enter(page, 'ida@example.com', 'not the password')
    await page.getByRole('alert').filter({ hasText: 'The email or the password is wrong' }).waitFor()
    await enter(page, 'ida@example.com')

    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor()
    await leave()
  })

  it('never leads to another site', async () => {
    const person = await signIn(service, { role: 'viewer' })

    const { page, leave } = await service.openAs(person, '/sign-in?next=//elsewhere.example/')

    await welcome(page).waitFor()
    await expect.poll(() => new URL(page.url()).origin).toBe(service.url)
    await leave()
  })

  it('shows nothing of a project that one is not a member of', async () => {
    const { projectId } = await anotherProject(service)
    const other = await signIn(service, { projectId })

    const { page, leave } = await service.openAs(other, `/p/${service.projectId}/issues`)

    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await leave()
  })
})

describe('a link for a new password', () => {
  it('sets it once, ends the sessions, and is spent', async () => {
    const person = await signIn(service, { role: 'viewer', email: 'tove@example.com' })
    const link = `/reset#${await offerReset(service.deps, 'tove@example.com')}`
    const { page, leave } = await stranger(link)

    await page.getByLabel('New password').fill('another horse battery')
    const choice = page.getByRole('checkbox', { name: /access tokens/ })
    await expect.poll(() => choice.isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Save password' }).click()
    await page.getByRole('heading', { name: 'Password saved' }).waitFor()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await enter(page, 'tove@example.com', 'another horse battery')

    await welcome(page).waitFor()
    expect((await person.call('GET', '/projects')).status).toBe(401)
    const late = await stranger(link)
    await late.page.getByLabel('New password').fill('a third horse battery')
    await late.page.getByRole('button', { name: 'Save password' }).click()
    await late.page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
    await Promise.all([late.leave(), leave()])
  })
})

describe('one’s own account', () => {
  it('changes the name that the team sees', async () => {
    const person = await signIn(service, { role: 'viewer' })
    const { page, leave } = await service.openAs(person, '/account')

    const panel = page.getByRole('region', { name: 'Name' })
    await panel.getByRole('textbox', { name: 'Name' }).fill('Maria Sibylla')
    await panel.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Name saved.').waitFor()
    await page.getByRole('link', { name: 'Back to Test project' }).click()

    await page.getByRole('button', { name: 'Account: Maria Sibylla' }).waitFor()
    await leave()
  })

  it('changes the password, which ends the session of the other browser', async () => {
    const person = await signIn(service, { role: 'viewer', email: 'vera@example.com' })
    const { page, leave } = await service.openAs(person, '/account')
    const other = await signedInElsewhere('vera@example.com')
    const change = async (current: string) => {
      await page.getByLabel('Current password').fill(current)
      await page.getByLabel('New password').fill('another horse battery')
      await page.getByRole('button', { name: 'Change password' }).click()
    }

    await change('not the password')
    await page.getByRole('alert').filter({ hasText: 'The current password is wrong' }).waitFor()
    await expect.poll(() => focused(page)).toBe('Current password')
    await change(PASSWORD)
    await page.getByText('Password changed.').waitFor()
    await other.page.getByRole('link', { name: 'Issues', exact: true }).click()

    const dialog = other.page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.getByLabel('Password', { exact: true }).fill('another horse battery')
    await dialog.getByLabel('Email').fill('vera@example.com')
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.reload()
    await page.getByRole('heading', { name: 'Your account' }).waitFor() // this one stayed
    await Promise.all([other.leave(), leave()])
  })

  it('signs one other browser out, and no more than that', async () => {
    const person = await signIn(service, { role: 'viewer', email: 'wang@example.com' })
    const other = await signedInElsewhere('wang@example.com')
    const { page, leave } = await service.openAs(person, '/account')
    const rows = page.getByRole('table', { name: 'Sessions' }).getByRole('row')
    await rows.filter({ hasText: 'This session' }).waitFor()

    await page.getByRole('button', { name: /^Sign out Chrome/ }).click()
    await page.getByText(/^Signed out Chrome on \w+\.$/).waitFor()

    await expect.poll(() => rows.count()).toBe(2) // its head, and this one
    await other.page.reload()
    await other.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect((await person.call('GET', '/projects')).status).toBe(200)
    await Promise.all([other.leave(), leave()])
  })

  it('signs out everywhere', async () => {
    const person = await signIn(service, { role: 'viewer', email: 'yuki@example.com' })
    const other = await service.openAs(person, '/account')
    const { page, leave } = await signedInElsewhere('yuki@example.com')
    await page.goto('/account')

    await page.getByRole('button', { name: 'Sign out everywhere' }).click()

    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await other.page.reload()
    await other.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await Promise.all([other.leave(), leave()])
  })

  it('makes an access token that works until it is revoked', async () => {
    const person = await signIn(service, { role: 'viewer' })
    const { page, leave } = await service.openAs(person, '/account')
    await page.getByRole('button', { name: 'Create token' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Weekly report')
    await dialog.getByRole('button', { name: 'Create access token' }).click()
    const secret = dialog.getByText(/^fnp_/)
    const token = (await secret.textContent()) ?? ''
    const projects = () =>
      send(`${service.url}/api/projects`, 'GET', undefined, { Authorization: `Bearer ${token}` })

    const alive = await projects()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Revoke Weekly report' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click()
    await page.getByText('Revoked the token “Weekly report”.').waitFor()

    expect([alive.status, alive.body.items[0].id]).toEqual([200, service.projectId])
    expect((await projects()).status).toBe(401)
    await expect.poll(() => page.getByText(token).count()).toBe(0)
    await leave()
  })
})

describe('a session that ends while a form is open', () => {
  it('asks to sign in over the page, and loses nothing that was typed', async () => {
    const person = await signIn(service, { role: 'editor', email: 'zora@example.com' })
    const { page, leave } = await service.openAs(person, `/p/${service.projectId}/studies/new`)
    await page.getByLabel('Question').fill('What would you miss most?')
    await person.call('POST', '/auth/revoke-sessions', {})

    await page.getByRole('button', { name: 'Save and start' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.getByLabel('Email').fill('zora@example.com')
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await dialog.waitFor({ state: 'hidden' })

    await expect.poll(() => page.getByLabel('Question').inputValue()).toBe('What would you miss most?')
    await page.getByRole('button', { name: 'Save and start' }).click()
    await page.getByRole('heading', { level: 1, name: 'What would you miss most?' }).waitFor()
    await leave()
  })
})

describe('roles', () => {
  /** What each page offers to those who may, and to nobody else. */
  const CONTROLS: [page: string, path: string, control: string, from: Role][] = [
    ['members', '/settings/members', 'Invite member', 'owner'],
    ['keys', '/settings/keys', 'Create key', 'owner'],
    ['keys', '/settings/keys', 'Revoke Test key', 'owner'],
    ['project', '/settings/project', 'Rename', 'owner'],
    ['project', '/settings/project', 'Delete project', 'owner'],
    ['project', '/settings/project', 'Open sample project', 'editor'],
    ['connect', '/settings/connect', 'Create key', 'owner'],
    ['connect', '/settings/connect', 'Send test observation', 'editor'],
    ['overview', '', 'Open sample project', 'editor'],
  ]
  const PAGES = [...new Set(CONTROLS.map(([, path]) => path))]

  it.each(['viewer', 'editor', 'owner'] as const)(
    'show to the %s what they may do, and no more',
    async (role) => {
      const order = ['viewer', 'editor', 'owner']
      const mayUse = (from: Role) => order.indexOf(role) >= order.indexOf(from)
      const { page, leave } = await service.open('/studies', { role })
      const control = (name: string) => page.getByRole('button', { name })

      for (const path of PAGES) {
        const here = CONTROLS.filter(([, where]) => where === path)
        await page.goto(`/p/${service.projectId}${path}`)
        await settled(page)
        for (const [, , name, from] of here) if (mayUse(from)) await control(name).waitFor()
        for (const [, , name, from] of here)
          if (!mayUse(from)) await expect.poll(() => control(name).count(), { message: name }).toBe(0)
      }
      await leave()
    },
  )

  it('change at once: the owner makes a viewer an editor, whose page follows', async () => {
    const viewer = await signIn(service, { role: 'viewer', email: 'risen@example.com' })
    const theirs = await service.openAs(viewer, `/p/${service.projectId}/settings/connect`)
    await theirs.page.getByRole('heading', { name: 'Set up a client' }).waitFor()
    const { page, leave } = await service.open('/settings/members')

    await memberRow(page, 'risen@example.com').getByRole('combobox').click()
    await page.getByRole('option', { name: 'editor' }).click()
    await page.getByText('The viewer is now an editor.').waitFor()
    await theirs.page.reload()

    await theirs.page.getByRole('button', { name: 'Send test observation' }).waitFor()
    await Promise.all([theirs.leave(), leave()])
  })

  it('that were taken away are noticed by the first action that is refused', async () => {
    const editor = await signIn(service, { role: 'editor' })
    const { page, leave } = await service.openAs(editor, `/p/${service.projectId}/settings/connect`)
    await page.getByRole('button', { name: 'Send test observation' }).waitFor()
    await service.admin('PATCH', `/projects/${service.projectId}/members/${editor.account.id}`, {
      role: 'viewer',
    })

    await page.getByRole('button', { name: 'Send test observation' }).click()

    await page.getByRole('button', { name: 'Send test observation' }).waitFor({ state: 'hidden' })
    await leave()
  })

  it('are undone by the button of the notice', async () => {
    const viewer = await signIn(service, { role: 'viewer', email: 'undone@example.com' })
    const { page, leave } = await service.open('/settings/members')
    await memberRow(page, 'undone@example.com').getByRole('combobox').click()
    await page.getByRole('option', { name: 'owner' }).click()

    await page.getByRole('button', { name: 'Undo' }).click()

    const role = memberRow(page, 'undone@example.com').getByRole('combobox')
    await expect.poll(() => role.inputValue()).toBe('Viewer')
    await expect.poll(async () => (await viewer.call('GET', '/projects')).body.items[0]?.role).toBe('viewer')
    await leave()
  })

  it('end with the membership: who is removed sees nothing anymore', async () => {
    const editor = await signIn(service, { role: 'editor', email: 'gone@example.com' })
    const { page, leave } = await service.open('/settings/members')
    await memberRow(page, 'gone@example.com')
      .getByRole('button', { name: /^Remove/ })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('from the project.').waitFor()

    const theirs = await service.openAs(editor, `/p/${service.projectId}/issues`)

    await theirs.page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await Promise.all([theirs.leave(), leave()])
  })

  it('are disabled, enabled and deleted with their whole account', async () => {
    const editor = await signIn(service, { role: 'editor', email: 'ended@example.com' })
    const { page, leave } = await service.open('/settings/members')
    const row = memberRow(page, 'ended@example.com')
    const choose = async (item: string) => {
      await row.getByRole('button', { name: 'The editor’s account' }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }

    await choose('Disable account')
    await row.getByText('Disabled').waitFor()
    const during = await editor.call('GET', '/projects')
    await choose('Enable account')
    await expect.poll(() => row.getByText('Disabled').count()).toBe(0)
    await choose('Delete account…')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete account' }).click()

    await expect.poll(() => row.count()).toBe(0)
    expect(during.status).toBe(401)
    await leave()
  })

  it('let everybody leave, and lead away from the project', async () => {
    const { page, leave } = await service.open('/settings/members', { role: 'viewer' })

    await page.getByRole('button', { name: 'Leave project' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()

    await page.getByRole('heading', { name: 'No project yet' }).waitFor()
    await leave()
  })

  it('do not let the last owner leave', async () => {
    const { body: project } = await service.owner.call('POST', '/projects', { name: 'Alone' })
    const { page, leave } = await service.openAs(service.owner, `/p/${project.id}/settings/members`)

    await page.getByRole('button', { name: 'Leave project' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()

    await page.getByRole('dialog').getByRole('alert').filter({ hasText: /owner/ }).waitFor()
    await leave()
  })
})
