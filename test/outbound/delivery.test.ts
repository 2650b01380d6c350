// Events reach those who asked for them: signed, under one id, when their conditions are met, and again until they do.
import { Webhook } from 'standardwebhooks'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Engine } from '../../src/digest/engine.ts'
import { remindOfExpiry } from '../../src/domain/projects/manage-keys.ts'
import type { Outlets } from '../../src/outbound/send-message.ts'
import { deliverOnce } from '../../src/worker/delivering.ts'
import { digestAll, inNewProject, issueOf, postEach, startEngine } from '../digest/digesting.ts'
import { EXPORT } from '../digest/matters.ts'
import { type MadeIssue, makeIssue } from '../issues.ts'
import { anotherProject, answer, type Loose, makeStudy, startService, type TestService } from '../service.ts'
import { openReceiver, type Receiver } from './receiver.ts'

let shared: TestService
let service: TestService
let receiver: Receiver
let engine: Engine
let outlets: Outlets
beforeAll(async () => {
  shared = await startService()
  receiver = await openReceiver()
  engine = startEngine()
})
beforeEach(async () => {
  await shared.db.query('DELETE FROM event_target')
  service = await inNewProject(shared)
  receiver.received.length = 0
  receiver.answer = 204
  outlets = { baseUrl: 'https://notes.example', mailer: null, reach: { allowPrivate: true, timeoutMs: 300 } }
})

const at = (path: string) => `/projects/${service.projectId}${path}`
const later = (seconds: number) => {
  shared.clock.now = new Date(shared.clock.now.getTime() + seconds * 1000)
}
async function makeTarget(overrides: object = {}): Promise<Loose> {
  const target = { name: 'Hook', format: 'webhook', address: receiver.url, rhythm: 'each', ...overrides }
  const { status, body } = await service.admin('POST', at('/targets'), target)
  if (status !== 201) throw new Error(`no target: ${status} ${JSON.stringify(body)}`)
  return body
}
/** Everything that is ready by then. */
async function deliver(afterSeconds = 11): Promise<void> {
  later(afterSeconds)
  while (await deliverOnce(service.deps, outlets));
}
const comment = (issue: MadeIssue, body = 'Ours.') =>
  service.admin('POST', at(`/issues/${issue.id}/comments`), { body })
const targetNow = async (): Promise<Loose> => (await service.admin('GET', at('/targets'))).body.items[0]
const messagesOf = async ({ id }: Loose): Promise<Loose[]> =>
  (await service.admin('GET', at(`/targets/${id}/messages`))).body.items
const types = () => receiver.received.map(({ body }) => body.type)

describe('an event', () => {
  it('arrives as a signed webhook with its issue and a link', async () => {
    const target = await makeTarget({ events: ['issue.commented'] })
    const issue = await makeIssue(service, 'Export stops early')
    await service.admin('POST', at('/issues/1/tickets'), { url: 'https://tracker.example/LED-1' })

    await comment(issue, 'Seen in **Berlin**, too.')
    await deliver()

    const [{ headers, text, body }] = receiver.received as [Receiver['received'][0]]
    const clock = headers['webhook-timestamp']
    expect(Number(clock) * 1000).toBe(Math.floor(shared.clock.now.getTime() / 1000) * 1000)
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

  it('of a key that ends within a week is told once, unless it was replaced', async () => {
    await makeTarget({ events: ['key.expiring'] })
    const expires_at = new Date(shared.clock.now.getTime() + 6 * 86_400_000).toISOString()
    const make = async (name: string, end: string) =>
      (await service.admin('POST', at('/keys'), { name, expires_at: end })).body
    const soon = await make('Soon', expires_at)
    const replaced = await make('Replaced', expires_at)
    await make('Later', new Date(shared.clock.now.getTime() + 8 * 86_400_000).toISOString())
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
    await makeStudy(service, { ends_at: new Date(shared.clock.now.getTime() + 60_000).toISOString() })

    await deliver(61)
    await deliver(61)

    expect(receiver.received.map(({ body }) => body.data.reason)).toEqual(['over'])
  })

  it('that was rolled back, or that nobody asked for, is not there', async () => {
    const issue = await makeIssue(service, 'Export stops early')
    await comment(issue)
    await makeTarget({ events: ['issue.commented', 'issue.assigned'] })
    await service.admin('PATCH', at('/issues/1'), { assignee_id: service.projectId })

    await deliver()

    expect(receiver.received).toEqual([])
    const { rowCount } = await shared.db.query('SELECT FROM event WHERE project_id = $1', [service.projectId])
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
    expect(await targetNow()).toMatchObject({
      tag_id: null,
      paused_because: 'The tag “Exports” was deleted.',
    })
    const { status } = await service.admin('PATCH', at(`/targets/${(await targetNow()).id}`), {
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

describe('the digest', () => {
  it('tells of a new issue once it has as many users as were asked for, and of its regression', async () => {
    await makeTarget({
      events: ['issue.new', 'issue.regressed'],
      min_users: 3,
      kinds: ['problem', 'question'],
    })
    const [first] = await postEach(service, EXPORT.slice(0, 2))
    await digestAll(service, engine)
    await deliver()
    expect(receiver.received).toEqual([])

    await postEach(service, EXPORT.slice(2, 4))
    await digestAll(service, engine)
    await deliver()

    const issue = await issueOf(service, first as string)
    expect(issue.user_count).toBe(4)
    expect(receiver.received.map(({ body }) => [body.type, body.data.issue.number])).toEqual([
      ['issue.new', issue.number],
    ])
    await service.admin('PATCH', at(`/issues/${issue.id}`), { status: 'resolved' })
    later(60)
    await postEach(service, EXPORT.slice(0, 1))
    await digestAll(service, engine)
    await deliver()
    expect(types()).toEqual(['issue.new', 'issue.regressed'])
  })

  it('tells of a spike: today far more than usual, once', async () => {
    await makeTarget({ events: ['issue.spiked'] })
    const ago = { observed_at: new Date(shared.clock.now.getTime() - 3 * 86_400_000).toISOString() }
    await postEach(service, EXPORT.slice(0, 2), ago)
    await digestAll(service, engine)

    await postEach(
      service,
      Array.from({ length: 12 }, () => EXPORT[0] as (typeof EXPORT)[0]),
    )
    await digestAll(service, engine)
    await postEach(service, [EXPORT[1] as (typeof EXPORT)[0]])
    await digestAll(service, engine)
    await deliver()

    expect(receiver.received.map(({ body }) => body.data.count)).toEqual([12])
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
    ['hangs', () => 'hang' as const, 'no answer within'],
    ['hangs up', () => (response: Loose) => response.destroy(), 'socket hang up'],
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

  it('that fails for a day is paused, says why, and gets what it missed when it is resumed', async () => {
    receiver.answer = 503
    for (let hour = 0; hour < 26; hour++) await deliver(3_600)

    expect(await targetNow()).toMatchObject({
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
    expect(await targetNow()).toMatchObject({ paused_at: null, paused_because: null })
  })

  it('that is gone is paused at once', async () => {
    receiver.answer = 410
    await deliver()

    expect((await targetNow()).paused_because).toMatch('410')
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
  const failed = async (address: string, reach: Partial<Outlets['reach']>): Promise<Loose> => {
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
    expect(text).toBe('[Another project] 20 updates')
    expect(blocks).toHaveLength(16)
    expect(blocks[0].text.text).toContain(
      `<https://notes.example/p/${service.projectId}/issues/1|admin token commented on #1 Export &lt;stops&gt; &amp; fails>`,
    )
    expect(blocks[15].text.text).toContain('and 5 more')
    await deliver(60)
    expect(receiver.received[1]?.body.text).toMatch('commented on #1')
  })
})

describe('a written digest', () => {
  it('comes at eight by the clock of the project, with what is new and resolved, and not when nothing is', async () => {
    shared.clock.now = new Date('2026-03-20T12:00:00.000Z') // summer time begins in Paris on the 29th
    await service.admin('PATCH', at(''), { time_zone: 'Europe/Paris' })
    await makeTarget({ rhythm: 'daily' })
    expect((await targetNow()).next_digest_at).toBe('2026-03-21T07:00:00.000Z')
    await service.admin('PATCH', at(''), { time_zone: 'Asia/Tokyo' })
    expect((await targetNow()).next_digest_at).toBe('2026-03-20T23:00:00.000Z')
    await makeIssue(service, 'Export stops early')
    await makeIssue(service, 'Password mail never arrives')
    await service.admin('PATCH', at('/issues/2'), { status: 'resolved' })

    await deliver(11 * 3_600)
    await deliver(24 * 3_600)

    expect(receiver.received).toHaveLength(1)
    const [{ type, data }] = receiver.received.map(({ body }) => body) as [Loose]
    expect(type).toBe('digest.daily')
    expect(data.sections.map(({ part, count }: Loose) => [part, count])).toEqual([
      ['new', 2],
      ['resolved', 1],
    ])
    expect((await targetNow()).next_digest_at).toBe('2026-03-22T23:00:00.000Z')
  })

  it('is of a week, on Mondays, also across the change of the clocks', async () => {
    shared.clock.now = new Date('2026-03-26T12:00:00.000Z')
    await service.admin('PATCH', at(''), { time_zone: 'Europe/Paris' })
    await makeTarget({ rhythm: 'weekly' })

    expect((await targetNow()).next_digest_at).toBe('2026-03-30T06:00:00.000Z')
  })

  it('knows no clock that is none', async () => {
    const { status, body } = await service.admin('PATCH', at(''), { time_zone: 'Mars/Olympus' })

    expect([status, body.detail[0].loc]).toEqual([400, ['body', 'time_zone']])
  })
})
