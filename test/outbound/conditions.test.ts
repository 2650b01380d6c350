// What is told of issues: when they meet the conditions, what the digest made of them, and letters of a day or a week.
import { beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../src/db/pool.ts'
import type { Engine } from '../../src/digest/engine.ts'
import { emit } from '../../src/domain/integrations/emit.ts'
import { forgetExpired } from '../../src/worker/housekeeping.ts'
import { digestAll, guessAtFirst, issueOf, postEach, startEngine } from '../digest/digesting.ts'
import { EXPORT, PASSWORD, type Said } from '../digest/matters.ts'
import { type MadeIssue, makeIssue } from '../issues.ts'
import type { Loose, TestService } from '../service.ts'
import type { Receiver } from './receiver.ts'
import { startTelling } from './telling.ts'

let service: TestService
let receiver: Receiver
let engine: Engine
const { at, later, makeTarget, deliver, comment, messagesOf, targetNow, types } = startTelling((made) => {
  ;({ service, receiver } = made)
})
beforeAll(() => {
  engine = startEngine()
})

const daysAgo = (days: number) => ({
  observed_at: new Date(service.clock.now.getTime() - days * 86_400_000).toISOString(),
})
const tellNew = (issueId: string) =>
  inTransaction(service.db, (tx) => emit(tx, service.deps, service.projectId, { type: 'issue.new', issueId }))
/** As the digest begins one, with a user of its own unless said otherwise. */
async function beginIssue(title: string, user_id = `user of ${title}`): Promise<MadeIssue> {
  const issue = await makeIssue(service, title, { user_id })
  await tellNew(issue.id)
  return issue
}

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
    const ticket = 'https://tracker.example/LED-1'
    await service.admin('POST', at(`/issues/${issue.id}/tickets`), { url: ticket })
    await service.admin('PATCH', at(`/issues/${issue.id}`), { status: 'resolved' })
    later(60)
    await postEach(service, EXPORT.slice(0, 1))
    await digestAll(service, engine)
    await deliver()
    expect(types()).toEqual(['issue.new', 'issue.regressed'])
    expect(receiver.received[1]?.body.data.issue.tickets).toEqual([ticket])
  })

  it('tells once of a new issue that has enough users since another was folded into it', async () => {
    await makeTarget({ events: ['issue.new'], min_users: 4 })
    const notes = await postEach(service, EXPORT)
    await digestAll(service, engine)
    const { id, number } = await issueOf(service, notes[0] as string)
    await tellNew(await guessAtFirst(service, notes.slice(3), id, null))
    await deliver()
    expect(receiver.received).toEqual([])

    await digestAll(service, engine)
    await deliver()

    expect(receiver.received.map(({ body }) => body.data.issue)).toMatchObject([{ number, user_count: 4 }])
  })

  it('tells of a severity that it raised', async () => {
    await makeTarget({ events: ['issue.severity_raised'] })
    const [first] = await postEach(service, PASSWORD.slice(0, 2))
    await digestAll(service, engine)
    const { id, severity } = await issueOf(service, first as string)
    await service.db.query("UPDATE issue SET severity = 'low', severity_rank = 0 WHERE id = $1", [id])

    await postEach(service, PASSWORD.slice(2))
    await digestAll(service, engine)
    await deliver()

    expect(severity).not.toBe('low')
    expect(receiver.received.map(({ body }) => body.data)).toMatchObject([
      { from: 'low', to: severity, by: 'machine', issue: { id, severity } },
    ])
  })

  it('buries no note that tells of leaked data: neither for few users nor in a large issue', async () => {
    await makeTarget({ events: ['issue.new', 'issue.severity_raised'], min_users: 20 })
    const leak = { title: 'Saw another customer’s invoices', description: 'They opened with her own login.' }
    const [alone] = await postEach(service, [leak])
    const many = await postEach(
      service,
      Array.from({ length: 12 }, (_, at) => EXPORT[at % EXPORT.length] as Said),
    )
    await digestAll(service, engine)
    const { id } = await issueOf(service, many[0] as string)
    const [first] = EXPORT as [Said]

    await postEach(service, [
      { ...first, description: `${first.description} It contains the data of another customer.` },
    ])
    await digestAll(service, engine)
    await deliver()

    const told = await issueOf(service, alone as string)
    expect(told).toMatchObject({ severity: 'high', user_count: 1 })
    expect(receiver.received.map(({ body }) => [body.type, body.data.issue.id]).sort()).toEqual(
      [
        ['issue.new', told.id],
        ['issue.new', id],
        ['issue.severity_raised', id],
      ].sort(),
    )
    const { severity_reasons } = (await service.admin('GET', at(`/issues/${id}`))).body
    expect(severity_reasons[0]).toBe('somebody else’s data or account may be exposed')
  })

  it('tells of a spike: today far more than usual, once', async () => {
    await makeTarget({ events: ['issue.spiked'] })
    await postEach(service, EXPORT.slice(0, 2), daysAgo(3))
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

describe('what was imported', () => {
  const importEach = async (said: Said[], overrides: object = {}): Promise<string[]> => {
    const ids = await postEach(service, said, overrides)
    await service.db.query("UPDATE observation SET source = 'import' WHERE id = ANY($1)", [ids])
    return ids
  }

  it('is neither a new issue nor a spike', async () => {
    await makeTarget({ events: ['issue.new', 'issue.spiked', 'issue.severity_raised'] })
    const [first] = await postEach(service, EXPORT.slice(0, 2), daysAgo(3))
    await digestAll(service, engine)
    const { id, number } = await issueOf(service, first as string)
    const imported = await importEach(PASSWORD)
    await importEach(Array.from({ length: 12 }, () => EXPORT[0] as Said))
    await digestAll(service, engine)
    await postEach(service, EXPORT.slice(2, 3))

    await guessAtFirst(service, imported, (await issueOf(service, imported[0] as string)).id, id)
    await digestAll(service, engine)
    await deliver()

    expect((await issueOf(service, imported[0] as string)).number).not.toBe(number)
    expect(receiver.received.map(({ body }) => [body.type, body.data.issue.number])).toEqual([
      ['issue.new', number],
    ])
  })
})

describe('conditions', () => {
  it('leave out what is less severe, and other kinds', async () => {
    await makeTarget({ events: ['issue.commented'], kinds: ['problem', 'request'], min_severity: 'high' })
    const judged = [
      { kind: 'problem', severity: 'medium' },
      { kind: 'problem', severity: 'high' },
      { kind: 'request', severity: 'critical' },
      { kind: 'question', severity: 'critical' },
    ]
    for (const judgment of judged) {
      const issue = await makeIssue(service, `A ${judgment.severity} ${judgment.kind}`)
      await service.admin('PATCH', at(`/issues/${issue.id}`), judgment)
      await comment(issue)
    }

    await deliver()

    const told = receiver.received.map(({ body }) => body.data.issue)
    expect(told.map(({ kind, severity }) => ({ kind, severity }))).toEqual(judged.slice(1, 3))
  })
})

describe('a new issue that does not meet the conditions yet', () => {
  it('is told once people merge another into it', async () => {
    await makeTarget({ events: ['issue.new'], min_users: 2 })
    const [kept, other] = [await beginIssue('Export stops early'), await beginIssue('Export ends')]
    await deliver()

    await service.admin('POST', at(`/issues/${other.id}/merge`), { into: kept.id })
    await digestAll(service, engine)
    await deliver()

    expect(receiver.received.map(({ body }) => body.data.issue.id)).toEqual([kept.id])
  })

  it('is told once a person gives it the tag that was asked for', async () => {
    const { body: tag } = await service.admin('POST', at('/tags'), { label: 'Exports' })
    await makeTarget({ events: ['issue.new'], tag_id: tag.id })
    const { id, observationId } = await beginIssue('Export stops early')
    await deliver()

    const judged = at(`/observations/${observationId}/tags/${tag.id}`)
    await service.admin('PUT', judged, { verdict: 'confirmed' })
    await deliver()

    expect(receiver.received.map(({ body }) => body.data.issue.id)).toEqual([id])
  })

  it('waits for longer than the log is kept, unless it is resolved or merged', async () => {
    const target = await makeTarget({ events: ['issue.new'], min_users: 2 })
    const waiting = await beginIssue('Export stops early', 'somebody')
    const resolved = await beginIssue('Password mail never arrives', 'somebody')
    const merged = await beginIssue('Export ends', 'somebody')
    await deliver()
    await service.admin('PATCH', at(`/issues/${resolved.id}`), { status: 'resolved' })
    await service.admin('POST', at(`/issues/${merged.id}/merge`), { into: waiting.id })
    later(31 * 86_400)

    await forgetExpired(service.deps, () => {})

    const { rows } = await service.db.query('SELECT issue_id FROM event WHERE project_id = $1', [
      service.projectId,
    ])
    expect(rows).toEqual([{ issue_id: waiting.id }])
    const another = await makeIssue(service, 'Export is cut off', { user_id: 'somebody else' })
    await service.admin('POST', at(`/issues/${another.id}/merge`), { into: waiting.id })
    await digestAll(service, engine)
    await deliver()
    await forgetExpired(service.deps, () => {})
    expect((await messagesOf(target)).map(({ state, events }) => [state, events.length])).toEqual([
      ['delivered', 1],
    ])
  })
})

describe('a written digest', () => {
  it('comes at eight by the clock of the project, with what is new and resolved, and not when nothing is', async () => {
    service.clock.now = new Date('2026-03-20T12:00:00.000Z') // summer time begins in Paris on the 29th
    await service.admin('PATCH', at(''), { time_zone: 'Europe/Paris' })
    await makeTarget({ rhythm: 'daily' })
    expect((await targetNow())?.next_digest_at).toBe('2026-03-21T07:00:00.000Z')
    await service.admin('PATCH', at(''), { time_zone: 'Asia/Tokyo' })
    expect((await targetNow())?.next_digest_at).toBe('2026-03-20T23:00:00.000Z')
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
    expect((await targetNow())?.next_digest_at).toBe('2026-03-22T23:00:00.000Z')
  })

  it('says what grew and what came back, with quotes and links', async () => {
    service.clock.now = new Date('2026-03-20T12:00:00.000Z')
    await makeTarget({ rhythm: 'daily', format: 'slack' })
    const [grown] = await postEach(service, EXPORT.slice(0, 2), daysAgo(3))
    const [back] = await postEach(service, PASSWORD.slice(0, 2), daysAgo(3))
    await digestAll(service, engine)
    const [growing, returning] = [
      await issueOf(service, grown as string),
      await issueOf(service, back as string),
    ]
    await service.admin('PATCH', at(`/issues/${returning.id}`), { status: 'resolved' })
    later(60)
    await postEach(service, [...EXPORT, ...EXPORT.slice(0, 2), PASSWORD[2] as Said])
    await digestAll(service, engine)

    await deliver(20 * 3_600)

    const [{ text, blocks }] = receiver.received.map(({ body }) => body) as [Loose]
    expect(text).toMatch(/^\[Another project\] March 20: 1 growing, 1 regressed\n\n/)
    const link = ({ number }: Loose) =>
      `<https://notes.example/p/${service.projectId}/issues/${number}|#${number} `
    const quote = /\n> \S+/
    expect(blocks.map((block: Loose) => block.text.text)).toEqual([
      '*Growing: 1 issue*',
      expect.stringMatching(quote),
      '*Regressed: 1 issue*',
      expect.stringMatching(quote),
    ])
    expect(blocks[1].text.text).toContain(link(growing))
    expect(blocks[1].text.text).toContain('(6, up from 0)')
    expect(blocks[3].text.text).toContain(link(returning))
  })

  it('tells of one day when alerts become digests again, not of all since the last', async () => {
    service.clock.now = new Date('2026-03-20T12:00:00.000Z')
    const { id } = await makeTarget({ rhythm: 'daily' })
    await makeIssue(service, 'Export stops early')
    await deliver(24 * 3_600)
    const change = (rhythm: string) => service.admin('PATCH', at(`/targets/${id}`), { rhythm })
    await change('each')
    later(24 * 3_600)
    await makeIssue(service, 'Password mail never arrives')
    later(7 * 24 * 3_600)
    await change('daily')
    await makeIssue(service, 'Dark mode is wanted')

    await deliver(24 * 3_600)

    const { type, data } = (receiver.received.at(-1) as Receiver['received'][0]).body
    expect(type).toBe('digest.daily')
    expect(data.sections.map(({ part, count }: Loose) => [part, count])).toEqual([['new', 1]])
  })

  it('is the digest that it was when it is sent again to a target that gets alerts now', async () => {
    service.clock.now = new Date('2026-03-20T12:00:00.000Z')
    const target = await makeTarget({ rhythm: 'daily' })
    await makeIssue(service, 'Export stops early')
    await deliver(24 * 3_600)
    await service.admin('PATCH', at(`/targets/${target.id}`), { rhythm: 'each' })
    const [message] = await messagesOf(target)

    await service.admin('POST', at(`/targets/${target.id}/messages/${message.id}/replay`))
    await deliver()

    expect(types()).toEqual(['digest.daily', 'digest.daily'])
  })

  it('is of a week, on Mondays, also across the change of the clocks', async () => {
    service.clock.now = new Date('2026-03-26T12:00:00.000Z')
    await service.admin('PATCH', at(''), { time_zone: 'Europe/Paris' })
    await makeTarget({ rhythm: 'weekly' })

    expect((await targetNow())?.next_digest_at).toBe('2026-03-30T06:00:00.000Z')
  })

  it.each(['Mars/Olympus', '+05:30', '-0800', '+01'])('knows no clock %s', async (time_zone) => {
    const { status, body } = await service.admin('PATCH', at(''), { time_zone })

    expect([status, body.detail[0].loc]).toEqual([400, ['body', 'time_zone']])
  })
})
