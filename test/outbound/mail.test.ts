// E-mail by a real SMTP server: alerts, invites and new passwords.
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { beforeAll, expect, it } from 'vitest'
import { openMailer } from '../../src/outbound/mailer.ts'
import { deliverOnce } from '../../src/worker/delivering.ts'
import { atEnd } from '../closings.ts'
import { makeIssue } from '../issues.ts'
import { PASSWORD, send, signIn, startService, type TestService } from '../service.ts'

type Delivered = { to: string[]; text: string }

const mails: Delivered[] = []
let service: TestService
let refuse = false
const mailer = () => {
  const { port } = smtp.server.address() as AddressInfo
  return openMailer({ url: `smtp://127.0.0.1:${port}`, from: 'Fieldnote <notes@example.com>' })
}
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: (_, __, done) => done(refuse ? new Error('mailbox full') : undefined),
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

const at = (path: string) => `/projects/${service.projectId}${path}`
const last = () => mails.at(-1) as Delivered

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
  const outlets = { baseUrl: 'https://notes.example', mailer: mailer(), reach: { allowPrivate: false } }
  const deliver = async (seconds: number) => {
    service.clock.now = new Date(service.clock.now.getTime() + seconds * 1000)
    while (await deliverOnce(service.deps, outlets));
  }

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
