// Events reach those who asked for them: signed, under one id, and again until they do.
import { Webhook } from 'standardwebhooks'
import { beforeEach, describe, expect, it } from 'vitest'
import { remindOfExpiry } from '../../src/domain/projects/manage-keys.ts'
import { deliverOne } from '../../src/outbound/deliver.ts'
import type { Outlets } from '../../src/outbound/send-message.ts'
import { formOnce } from '../../src/worker/loops.ts'
import { type MadeIssue, makeIssue } from '../issues.ts'
import { anotherProject, answer, type Loose, makeStudy, signIn, type TestService } from '../service.ts'
import { openReceiver, type Receiver } from './receiver.ts'
import { startTelling } from './telling.ts'

let service: TestService
let receiver: Receiver
let outlets: Outlets
const { at, later, makeTarget, deliver, comment, targetNow, messagesOf, types } = startTelling((made) => {
  ;({ service, receiver, outlets } = made)
})

describe('an event', () => {
  it('arrives as a signed webhook with its issue and a link', async () => {
    const target = await makeTarget({ events: ['issue.commented'] })
    const issue = await makeIssue(service, 'Export stops early')
    await service.admin('POST', at('/issues/1/tickets'), { url: 'https://tracker.example/LED-1' })

    await comment(issue, 'Seen in **Berlin**, too.')
    await deliver()

    const [{ headers, text, body }] = receiver.received as [Receiver['received'][0]]
    const clock = headers['webhook-timestamp']
    expect(Number(clock) * 1000).toBe(Math.floor(service.clock.now.getTime() / 1000) * 1000)
    const signed = new Webhook(target.secret).sign(
      String(headers['webhook-id']),
      new Date(Number(clock) * 1000),
      text,
    )
    expect(headers['webhook-signature']).toBe(signed)
    expect(body).toMatchObject({
      type: 'issue.commented',
      data: {
        project: { id: service.projectId, name: 'Another project' },
        comment: { body: 'Seen in **Berlin**, too.' },
        issue: {
          number: 1,
          title: 'Export stops early',
          tickets: ['https://tracker.example/LED-1'],
          url: `https://notes.example/p/${service.projectId}/issues/1`,
        },
      },
    })
    expect(await messagesOf(target)).toMatchObject([
      { id: headers['webhook-id'], state: 'delivered', attempts: 1, status: 204, error: null },
    ])
  })

  it('is told for each of its kinds, and to nobody who did not ask', async () => {
    await makeTarget({
      events: ['issue.assigned', 'issue.severity_raised', 'study.finished', 'answer.posted'],
    })
    const issue = await makeIssue(service, 'Export stops early')
    const study = await makeStudy(service, { max_answers: 1 })

    await comment(issue)
    await service.admin('PATCH', at('/issues/1'), { severity: 'critical' })
    await service.admin('PATCH', at('/issues/1'), { severity: 'low' })
    await service.call('POST', `/research/studies/${study.id}/answers/`, answer())
    await deliver()

    expect(types().sort()).toEqual(['answer.posted', 'issue.severity_raised', 'study.finished'])
    const finished = receiver.received.find(({ body }) => body.type === 'study.finished')
    expect(finished?.body.data).toMatchObject({ reason: 'full', study: { id: study.id, answer_count: 1 } })
  })

  it('of an assignment or a comment is told however few users the issue has', async () => {
    await makeTarget({ events: ['issue.assigned', 'issue.commented'], min_users: 3 })
    const { account } = await signIn(service)
    const issue = await makeIssue(service, 'Export stops early')

    await service.admin('PATCH', at('/issues/1'), { assignee_id: account.id })
    await comment(issue)
    await deliver()

    expect(types()).toEqual(['issue.assigned', 'issue.commented'])
    expect(receiver.received[0]?.body.data).toMatchObject({
      to: account.email,
      issue: { assignee: { email: account.email } },
    })
  })

  it('of a key that ends within a week is told once, unless it was replaced', async () => {
    await makeTarget({ events: ['key.expiring'] })
    const expires_at = new Date(service.clock.now.getTime() + 6 * 86_400_000).toISOString()
    const make = async (name: string, end: string) =>
      (await service.admin('POST', at('/keys'), { name, expires_at: end })).body
    const soon = await make('Soon', expires_at)
    const replaced = await make('Replaced', expires_at)
    await make('Later', new Date(service.clock.now.getTime() + 8 * 86_400_000).toISOString())
    await service.admin('POST', at(`/keys/${replaced.id}/rotate`), { overlap_hours: 1, expires_at: null })

    await remindOfExpiry(service.deps)
    await remindOfExpiry(service.deps)
    await deliver()

    expect(receiver.received.map(({ body }) => body.data)).toMatchObject([
      { key_id: soon.id, name: 'Soon', prefix: soon.prefix, expires_at },
    ])
  })

  it('of a study whose last day has passed is told once', async () => {
    await makeTarget({ events: ['study.finished'] })
    await makeStudy(service, { ends_at: new Date(service.clock.now.getTime() + 60_000).toISOString() })

    await deliver(61)
    await deliver(61)

    expect(receiver.received.map(({ body }) => body.data.reason)).toEqual(['over'])
  })

  it('that was rolled back after it was written, or that nobody asked for, is not there', async () => {
    const issue = await makeIssue(service, 'Export stops early')
    await comment(issue)
    await makeTarget({ events: ['issue.commented', 'issue.assigned'] })
    const { account } = await signIn(service)
    const missing = service.projectId
    const change = { issue_ids: [issue.id, missing], assignee_id: account.id }
    const { status } = await service.admin('POST', at('/issues/bulk'), change)
    expect(status).toBe(404)

    await deliver()

    expect(receiver.received).toEqual([])
    const { rowCount } = await service.db.query('SELECT FROM event WHERE project_id = $1', [
      service.projectId,
    ])
    expect(rowCount).toBe(0)
  })

  it('limited to a tag that is deleted is not told of everything: its target is paused and says why', async () => {
    const { body: tag } = await service.admin('POST', at('/tags'), { label: 'Exports' })
    await makeTarget({ events: ['issue.commented'], tag_id: tag.id })
    const issue = await makeIssue(service, 'Export stops early')
    await comment(issue)
    await deliver()
    expect(receiver.received).toEqual([])

    await service.admin('DELETE', at(`/tags/${tag.id}`))
    await comment(issue)
    await deliver()

    expect(receiver.received).toEqual([])
    expect(await targetNow())?.toMatchObject({
      tag_id: null,
      paused_because: 'The tag “Exports” was deleted.',
    })
    const { status } = await service.admin('PATCH', at(`/targets/${(await targetNow())?.id}`), {
      tag_id: tag.id,
    })
    expect(status).toBe(400)
  })

  it('does not cross projects', async () => {
    await makeTarget({ events: ['issue.commented'] })
    const elsewhere = { ...service, ...(await anotherProject(service)) }
    const theirs = await makeIssue(elsewhere, 'Theirs')
    await service.admin('POST', `/projects/${elsewhere.projectId}/issues/${theirs.id}/comments`, {
      body: 'x',
    })

    await deliver()

    expect(receiver.received).toEqual([])
  })

  it('says nothing of what was erased before it was sent', async () => {
    const target = await makeTarget({ events: ['issue.commented'] })
    const issue = await makeIssue(service, 'Export stops early', { user_id: 'leaver' })
    await comment(issue)
    await service.admin('DELETE', at('/users/leaver'))

    await deliver()

    expect(receiver.received).toEqual([])
    expect(await messagesOf(target)).toEqual([])
  })
})

describe('a receiver', () => {
  let issue: MadeIssue
  let target: Loose
  beforeEach(async () => {
    target = await makeTarget({ events: ['issue.commented'] })
    issue = await makeIssue(service, 'Export stops early')
    await comment(issue)
  })
  const elsewhere = (status: number) => (response: Loose) =>
    response.writeHead(status, { Location: `${receiver.url}/elsewhere` }).end()

  it.each([
    ['fails', () => 500, 'the receiver answered 500'],
    ['redirects', () => elsewhere(302), 'the receiver answered 302: redirects are not followed'],
    ['hangs', () => 'hang' as const, 'no answer within 0.3 seconds'],
    ['hangs up', () => (response) => response.destroy(), 'socket hang up'],
    [
      'goes on in another protocol',
      () => (response) => response.writeHead(101, { Connection: 'Upgrade', Upgrade: 'x' }).end(),
      'answered 101',
    ],
  ])('that %s gets it again, later and later, under the same id', async (_, answering, error) => {
    receiver.answer = answering()
    await deliver()
    const [failed] = await messagesOf(target)
    expect(failed).toMatchObject({ state: 'due', attempts: 1, error: expect.stringContaining(error) })
    await deliver(4)
    expect(receiver.received).toHaveLength(1)

    receiver.answer = 204
    await deliver(1)

    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook', '/hook'])
    expect(await messagesOf(target)).toMatchObject([{ state: 'delivered', attempts: 2, error: null }])
  })

  const busy = (status: number, retryAfter: string) => (response: Loose) =>
    response.writeHead(status, { 'Retry-After': retryAfter }).end()

  it.each([
    ['seconds', 429, () => '120', 120],
    ['a date', 503, () => new Date(service.clock.now.getTime() + (11 + 300) * 1000).toUTCString(), 300],
    ['less than we wait anyway', 429, () => '1', 5],
    ['longer than anybody waits', 429, () => '999999999', 8 * 3_600],
    ['what is no time', 503, () => 'soon', 5],
    ['seconds, with an answer that does not go with it', 500, () => '120', 5],
  ])('is left alone for as long as it asks, within bounds: %s', async (_, status, retryAfter, seconds) => {
    receiver.answer = busy(status, retryAfter())

    await deliver()

    const [message] = await messagesOf(target)
    const rest = Date.parse(message.next_attempt_at) - service.clock.now.getTime()
    expect(message).toMatchObject({ state: 'due', status, attempts: 1 })
    expect(rest).toBe(seconds * 1000)
  })

  it('that always asks to be left alone is tried a last time when its day ends', async () => {
    receiver.answer = busy(503, String(5 * 3_600))
    for (let quarter = 0; quarter < 100; quarter++) await deliver(900)

    expect(receiver.received).toHaveLength(6)
    expect((await messagesOf(target))[0]).toMatchObject({ state: 'failed', attempts: 6 })
  })

  it('that fails for a day is paused, says why, and gets what it missed when it is resumed', async () => {
    receiver.answer = 503
    for (let hour = 0; hour < 26; hour++) await deliver(3_600)

    expect(await targetNow())?.toMatchObject({
      paused_because: 'Nothing arrived for 24 hours. The last attempt: the receiver answered 503.',
    })
    expect((await messagesOf(target))[0]).toMatchObject({ state: 'failed', status: 503 })
    const attempts = receiver.received.length
    expect(attempts).toBeGreaterThan(6)
    receiver.answer = 204
    await comment(issue, 'Meanwhile.')
    await deliver()
    expect(receiver.received).toHaveLength(attempts)
    await service.admin('PATCH', at(`/targets/${target.id}`), { paused: false })
    await deliver()
    expect(receiver.received.slice(attempts).map(({ body }) => body.data.comment.body)).toEqual([
      'Meanwhile.',
    ])
    expect(await targetNow())?.toMatchObject({ paused_at: null, paused_because: null })
  })

  it('that refuses one message and takes others is not paused: only that message is given up', async () => {
    receiver.answer = (response) => {
      const isTaken = receiver.received.at(-1)?.body.data.comment.body !== 'Ours.'
      response.writeHead(isTaken ? 204 : 400).end()
    }
    for (let hour = 0; hour < 26; hour++) {
      await comment(issue, `Of hour ${hour}.`)
      await deliver(3_600)
    }

    expect(await targetNow())?.toMatchObject({ paused_at: null, paused_because: null })
    expect((await messagesOf(target)).at(-1)?.state).toBe('failed')
  })

  it('that is slow is waited for by one sender: others pass it over until it is quick again', async () => {
    const slow = new Set<string>()
    const waiting = { slow, waits: true }
    const passing = { slow, waits: false, slowMs: Number.POSITIVE_INFINITY }
    const quick = await openReceiver()
    await comment(issue, 'Of the same moment.')
    receiver.answer = 500
    later(11)
    await formOnce(service.deps)
    await deliverOne(service.deps, outlets, { ...waiting, slowMs: 0 })
    await makeTarget({ address: quick.url, events: ['issue.commented'] })
    await comment(issue, 'For both.')
    later(11)
    await formOnce(service.deps)

    expect(await deliverOne(service.deps, outlets, passing)).toBe(true)
    expect(await deliverOne(service.deps, outlets, passing)).toBe(false)
    expect(quick.received.map(({ body }) => body.data.comment.body)).toEqual(['For both.'])

    receiver.answer = 204
    await deliverOne(service.deps, outlets, { ...waiting, slowMs: Number.POSITIVE_INFINITY })
    expect(await deliverOne(service.deps, outlets, passing)).toBe(true)
  })

  it('that hangs is deleted as soon as the message under way has ended, however many wait behind it', async () => {
    for (let n = 1; n <= 3; n++) await comment(issue, `Comment ${n}.`)
    let letGo = () => {}
    receiver.answer = (response) => {
      letGo = () => response.writeHead(204).end()
    }
    outlets.reach = { allowPrivate: true, timeoutMs: 3_600_000 }
    const remove = () => service.admin('DELETE', at(`/targets/${target.id}`))

    const delivering = deliver()
    await expect.poll(() => receiver.received.length).toBe(1)
    const first = await remove()
    letGo()
    await delivering
    const second = await remove()

    expect([first.status, second.status]).toEqual([503, 204])
    expect(receiver.received).toHaveLength(1)
  })

  it('that is renamed is in the audit log by both of its names', async () => {
    await service.admin('PATCH', at(`/targets/${target.id}`), { name: 'Team chat' })

    const { body } = await service.admin('GET', at(`/audit?subject=${target.id}&limit=1`))
    expect(body.items[0]).toMatchObject({
      action: 'target.changed',
      facts: { name: 'Team chat', was: { name: 'Hook' } },
    })
  })

  it('that is gone is paused at once', async () => {
    receiver.answer = 410
    await deliver()

    expect((await targetNow())?.paused_because).toMatch('410')
    expect(receiver.received).toHaveLength(1)
  })

  it('is sent a message again when somebody asks for it', async () => {
    await deliver()
    const [message] = await messagesOf(target)

    const path = at(`/targets/${target.id}/messages/${message.id}/replay`)
    expect((await service.admin('POST', path)).status).toBe(204)
    await deliver()

    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([message.id, message.id])
    const other = await anotherProject(service)
    expect((await service.admin('POST', path.replace(service.projectId, other.projectId))).status).toBe(404)
  })

  it('that failed for a day is tried for as long once more when somebody asks for it', async () => {
    await deliver()
    const [message] = await messagesOf(target)
    await service.db.query("UPDATE event_message SET state = 'failed', attempts = 11 WHERE id = $1", [
      message.id,
    ])
    await service.admin('PATCH', at(`/targets/${target.id}`), { paused: true })
    receiver.answer = 503

    await service.admin('POST', at(`/targets/${target.id}/messages/${message.id}/replay`))
    await deliver()
    const waits = { state: 'due', attempts: 0, status: null, next_attempt_at: null }
    expect(await messagesOf(target)).toMatchObject([waits])
    await service.admin('PATCH', at(`/targets/${target.id}`), { paused: false })
    await deliver()

    expect(await targetNow())?.toMatchObject({ paused_at: null })
    const [tried] = await messagesOf(target)
    expect(tried).toMatchObject({ state: 'due', attempts: 1, next_attempt_at: expect.any(String) })
  })

  it('is tested, once, also while it is paused', async () => {
    await service.admin('PATCH', at(`/targets/${target.id}`), { paused: true })
    receiver.answer = 500

    const { body } = await service.admin('POST', at(`/targets/${target.id}/test`))
    await deliver(0)
    await deliver(60)

    expect(types()).toEqual(['test'])
    expect((await messagesOf(target))[0]).toMatchObject({
      id: body.message_id,
      kind: 'test',
      state: 'failed',
    })
  })
})

describe('the network', () => {
  const failed = async (address: string, reach: Partial<Outlets['reach']>) => {
    const target = await makeTarget({ address })
    outlets.reach = { allowPrivate: false, timeoutMs: 300, ...reach }
    await service.admin('POST', at(`/targets/${target.id}/test`))
    await deliver(0)
    return (await messagesOf(target))[0]
  }

  it.each([
    '127.0.0.1',
    'localhost',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
    '2130706433',
    '169.254.169.254',
  ])('of %s is not reached unless the operator allows it', async (host) => {
    const message = await failed(`http://${host}:${receiver.port}/hook`, {})

    expect(message.error).toMatch(/private network|host was not found/)
    expect(receiver.received).toEqual([])
  })

  it('is asked for a name once, and reached at the address that was checked', async () => {
    const answers = [[{ address: '127.0.0.1', family: 4 }], [{ address: '127.0.0.9', family: 4 }]]
    let asked = 0
    const resolve = async () => answers[asked++] ?? []

    const message = await failed(`http://rebind.example:${receiver.port}/hook`, {
      allowPrivate: true,
      resolve,
    })

    expect([asked, message.state]).toEqual([1, 'delivered'])
    expect(receiver.received[0]?.headers.host).toBe(`rebind.example:${receiver.port}`)
  })

  it('is not reached by a name of which any address is private', async () => {
    const both = [
      { address: '93.184.216.34', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ]

    const message = await failed(`http://rebind.example:${receiver.port}/hook`, { resolve: async () => both })

    expect(message.error).toMatch('private network')
    expect(receiver.received).toEqual([])
  })
})

describe('a chat', () => {
  it('gets one message for a burst, in a format that Slack reads, and at most one a minute', async () => {
    await makeTarget({ format: 'slack', events: ['issue.commented', 'issue.severity_raised'] })
    const issue = await makeIssue(service, 'Export <stops> & fails')
    for (let n = 1; n <= 20; n++) await comment(issue, `Comment ${n} <script>`)

    await deliver()
    await comment(issue, 'Later.')
    await deliver(11)

    expect(receiver.received).toHaveLength(1)
    const [{ text, blocks }] = receiver.received.map(({ body }) => body) as [Loose]
    expect(text).toMatch(/^\[Another project\] 20 updates\n\n/)
    expect(blocks).toHaveLength(16)
    expect(blocks[0].text.text).toContain(
      `<https://notes.example/p/${service.projectId}/issues/1|admin token commented on #1 Export &lt;stops&gt; &amp; fails>`,
    )
    expect(blocks[15].text.text).toContain('and 5 more')
    await deliver(60)
    expect(receiver.received[1]?.body.text).toMatch('commented on #1')
  })

  it('that shows text alone has all of it there, with links, and no longer than Discord takes', async () => {
    await makeTarget({ format: 'slack', events: ['issue.commented'] })
    const issue = await makeIssue(service, 'Export stops early')
    await comment(issue, 'Seen in Berlin.')
    await deliver()
    for (let n = 1; n <= 20; n++) await comment(issue, `Comment ${n}, ${'long '.repeat(60)}`)
    await deliver(70)

    const link = `<https://notes.example/p/${service.projectId}/issues/1|admin token commented on #1 Export stops early>`
    const [one, many] = receiver.received.map(({ body }) => body.text) as [string, string]
    expect(one).toContain(`${link}\nlow problem · 1 user · 1 observation\n> Seen in Berlin.`)
    expect(many.length).toBeLessThan(2_000)
    expect(many).toMatch(/Comment 1, .*\n\n<https:\/\/notes\.example\/p\/[^|]*\/issues\|more>$/s)
  })

  it('is not made to call anybody by what an agent or a comment says, and is sent whole characters', async () => {
    await makeTarget({ format: 'slack', events: ['issue.commented'] })
    const issue = await makeIssue(service, 'Tell @everyone')
    await comment(issue, `Hey @channel, <!here>, ask anna@example.com ${'😀'.repeat(200)}`)
    await deliver()

    const [{ text, body }] = receiver.received as [Receiver['received'][0]]
    expect(JSON.stringify(body)).not.toMatch(/@(everyone|channel)|<!here>/)
    expect(body.text).toContain('anna@example.com')
    expect(text).not.toMatch(/\\ud[89a-f]/i) // as JSON has half a character
  })
})
