// E-mail by a real SMTP server: alerts, invites and new passwords.
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { beforeAll, expect, it } from 'vitest'
import { openMailer } from '../../src/outbound/mailer.ts'
import { atEnd } from '../closings.ts'
import { visit } from '../console/browser.ts'
import { makeIssue } from '../issues.ts'
import { anotherProject, PASSWORD, send, signIn, startService, type TestService } from '../service.ts'
import { deliverAll } from './telling.ts'

type Delivered = { to: string[]; text: string }

const mails: Delivered[] = []
let service: TestService
let refuse = false
let refusedAddress: string | null = null
const mailer = () => {
  const { port } = smtp.server.address() as AddressInfo
  return openMailer({ url: `smtp://127.0.0.1:${port}`, from: 'Fieldnote <notes@example.com>' })
}
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: ({ address }, _, done) =>
    done(refuse || address === refusedAddress ? new Error('mailbox full') : undefined),
  onData(stream, { envelope }, done) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk) => chunks.push(chunk))
    stream.on('end', () => {
      // Soft line ends of quoted-printable are not what the tests are about.
      const text = Buffer.concat(chunks).toString().replaceAll('=\r\n', '').replaceAll('=3D', '=')
      mails.push({ to: envelope.rcptTo.map(({ address }) => address), text })
      done()
    })
  },
})
beforeAll(async () => {
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', () => resolve()))
  atEnd(() => new Promise<void>((resolve) => smtp.close(() => resolve())))
  service = await startService({ mailer: mailer() })
})

const at = <const Path extends string>(path: Path) => `/projects/${service.projectId}${path}` as const
const deliver = async (seconds: number) => {
  const outlets = { baseUrl: 'https://notes.example', mailer: mailer(), reach: { allowPrivate: false } }
  service.clock.now = new Date(service.clock.now.getTime() + seconds * 1000)
  await deliverAll(service, outlets)
}
const last = () => mails.at(-1) as Delivered

it('makes no target that names nobody', async () => {
  const target = { name: 'Nobody', format: 'email', address: ' , ; ', rhythm: 'each' }

  const { status, body } = await service.admin('POST', at('/targets'), target)

  expect([status, body.detail[0].loc]).toEqual([400, ['body', 'address']])
})

it('alerts whoever a target names, and tries again what the server refused', async () => {
  const target = {
    name: 'Team',
    format: 'email',
    address: 'ada@example.com; bob@example.com',
    rhythm: 'each',
  }
  const { status, body } = await service.admin('POST', at('/targets'), {
    ...target,
    events: ['issue.commented'],
  })
  expect([status, body.address, body.secret]).toEqual([201, 'ada@example.com, bob@example.com', null])
  const issue = await makeIssue(service, 'Export stops\nBcc: x@example.com')
  await service.admin('POST', at(`/issues/${issue.id}/comments`), { body: 'See <b>this</b>.' })

  refuse = true
  await deliver(11)
  expect(mails).toEqual([])
  refuse = false
  await deliver(6)

  const { to, text } = last()
  expect(to).toEqual(['ada@example.com', 'bob@example.com'])
  const [head = ''] = text.split('\r\n\r\n')
  expect(head).toContain('From: Fieldnote <notes@example.com>')
  expect(head.replaceAll(/\r\n\s+/g, ' ')).toContain('commented on #1 Export stops Bcc: x@example.com')
  expect(head).not.toMatch(/^Bcc:/im)
  expect(text).toContain(`https://notes.example/p/${service.projectId}/issues/1`)
  expect(text).toContain('See &lt;b&gt;this&lt;/b&gt;.')
})

it('says whom of several the server refused, and sends nothing twice to the others', async () => {
  refusedAddress = 'bob@example.com'
  const [target] = (await service.admin('GET', at('/targets'))).body.items
  const before = mails.length

  await service.admin('POST', at('/issues/1/comments'), { body: 'For whom it reaches.' })
  await deliver(61)
  await deliver(3_600)
  refusedAddress = null

  expect(mails.slice(before).map(({ to }) => to)).toEqual([['ada@example.com']])
  const { body } = await service.admin('GET', at(`/targets/${target?.id}/messages?limit=1`))
  expect(body.items[0]).toMatchObject({
    state: 'delivered',
    attempts: 1,
    error: 'the mail server refused bob@example.com (550 mailbox full)',
    next_attempt_at: null,
  })
})

it('mails members who are mentioned or get an issue, once for what comes together, and nobody for their own doing', async () => {
  const [ada, bob, eve] = [await signIn(service), await signIn(service), await signIn(service)]
  const stranger = await anotherProject(service)
  const away = await signIn(service, { projectId: stranger.projectId })
  const issue = await makeIssue(service, 'Totals are wrong')
  const comments = at(`/issues/${issue.id}/comments`)
  const named = [ada, bob, eve, away].map(({ account }) => `@${account.email}`).join(' ')
  await eve.call('PUT', '/personal-mail', { on: false })
  const targets = (await service.admin('GET', at('/targets'))).body.items
  const before = mails.length

  await ada.call('POST', comments, { body: `Look: ${named}` })
  await ada.call('PATCH', at(`/issues/${issue.id}`), { assignee_id: bob.account.id })
  await ada.call('PATCH', at(`/issues/${issue.id}`), { assignee_id: ada.account.id })
  refuse = true
  await deliver(11)
  refuse = false
  await deliver(6)

  const personal = mails.slice(before).filter(({ text }) => text.includes('Turn these emails off'))
  expect(personal.map(({ to }) => to)).toEqual([[bob.account.email]])
  expect(personal[0]?.text).toMatch(/mentioned you on #\d+ Totals are wrong/)
  expect(personal[0]?.text).toMatch(new RegExp(`${ada.account.email} assigned you #\\d+ Totals`))
  expect((await service.admin('GET', at('/targets'))).body.items).toEqual(
    targets.map((target: object) => ({ ...target, last_message_at: expect.anything() })),
  )
})

it('mails nobody who has left or wants no mail by then, and only whom an edit mentions anew', async () => {
  const [ada, bob, eve] = [await signIn(service), await signIn(service), await signIn(service)]
  const issue = await makeIssue(service, 'Search is slow')
  const comments = at(`/issues/${issue.id}/comments`)
  const before = mails.length

  const { body } = await ada.call('POST', comments, { body: `@${bob.account.email}` })
  await service.admin('DELETE', at(`/members/${bob.account.id}`))
  await ada.call('PATCH', `${comments}/${body.id}`, { body: `@${eve.account.email}` })
  await deliver(80)
  await ada.call('PATCH', `${comments}/${body.id}`, { body: `@${eve.account.email}, please` })
  await deliver(80)

  const personal = mails.slice(before).filter(({ text }) => text.includes('Turn these emails off'))
  expect(personal.map(({ to }) => to)).toEqual([[eve.account.email]])
  expect((await eve.call('GET', '/personal-mail')).body).toEqual({ on: true })
  expect((await eve.call('PUT', '/personal-mail', { on: 'no' })).status).toBe(400)
})

it('invites by mail, and says so; without a mail server the link is handed over', async () => {
  const invite = { role: 'editor', email: 'eve@example.com' }
  const { body } = await service.admin('POST', at('/invites'), invite)

  expect(body.mailed).toBe(true)
  expect(last().to).toEqual(['eve@example.com'])
  expect(last().text).toContain(body.url)
  refuse = true
  const failed = await service.admin('POST', at('/invites'), invite)
  refuse = false
  expect([failed.status, failed.body.mailed]).toEqual([201, false])
  expect((await service.admin('POST', at('/invites'), { role: 'viewer' })).body.mailed).toBe(false)
})

it('mails a link for a new password to an account, and says the same to everybody', async () => {
  const { account } = await signIn(service)
  const ask = (email: string) =>
    send(`${service.url}/api/password-reset/request`, 'POST', { email }, { Origin: service.url })
  const before = mails.length

  expect((await ask('nobody@example.com')).status).toBe(202)
  expect((await ask(account.email.toUpperCase())).status).toBe(202)
  await expect.poll(() => mails.length).toBe(before + 1)
  expect((await ask(account.email)).status).toBe(202)

  const [, token] = /\/reset#([\w-]+)/.exec(last().text) ?? []
  const changed = { token, password: `${PASSWORD} 2` }
  expect(
    (await send(`${service.url}/api/password-reset`, 'POST', changed, { Origin: service.url })).status,
  ).toBe(204)
  expect(mails).toHaveLength(before + 1)
})

it('sends a new password’s link to whoever asks for it where one signs in', async () => {
  const { account } = await signIn(service)
  const { page, leave } = await visit(service.url)
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(account.email)
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByRole('status').getByText(`an account for ${account.email}`).waitFor()
  await expect.poll(() => last().to).toEqual([account.email])
  await page.goto(/http\S+\/reset#\S+/.exec(last().text)?.[0] ?? '')
  await page.getByLabel('New password').fill('another horse battery')
  await page.getByRole('button', { name: 'Save password' }).click()
  await page.getByRole('heading', { name: 'Password saved' }).waitFor()
  await leave()

  const credentials = { email: account.email, password: 'another horse battery' }
  expect((await send(`${service.url}/api/auth/sign-in/email`, 'POST', credentials)).status).toBe(200)
})
