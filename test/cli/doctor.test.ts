// `fieldnote doctor`: what it finds well, and what it says about what is not.
import { type AddressInfo, createServer } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { judgeSchedule, judgeUnscheduled } from '../../src/cli/doctor/check-backups.ts'
import { checkClock, checkTimeouts } from '../../src/cli/doctor/check-database.ts'
import { checkNode, judgeSpace } from '../../src/cli/doctor/check-machine.ts'
import { judgeCertificate } from '../../src/cli/doctor/check-network.ts'
import { examine } from '../../src/cli/doctor/doctor.ts'
import type { Finding } from '../../src/cli/doctor/finding.ts'
import { loadConfig } from '../../src/config.ts'
import { saveBackupFailure } from '../../src/db/backups/backup-records.ts'
import { atEnd } from '../closings.ts'
import { eventually } from '../eventually.ts'
import { answer, batch, makeStudy, startService, type TestService } from '../service.ts'

let service: TestService
let settings: Record<string, string>
beforeAll(async () => {
  service = await startService()
  const { user, host = '', port, database } = service.connection
  const { port: PORT, hostname: HOST } = new URL(service.url)
  const DATABASE_URL = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
  settings = { DATABASE_URL, HOST, PORT }
})

const find = (more: Record<string, string> = {}): Promise<Finding[]> =>
  examine(() => loadConfig({ ...settings, ...more }))

/** What it says that is not well, by what it is about. */
async function complaints(more: Record<string, string>): Promise<string[]> {
  const found = (await find(more)).filter(({ verdict }) => verdict !== 'ok')
  return found.map(({ verdict, about, says }) => `${verdict}: ${about}: ${says}`)
}

/** A port where something listens, and says nothing of ours. */
async function somethingElse(): Promise<string> {
  const server = createServer((socket) => socket.end('220 not what you want\r\n')).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  atEnd(async () => server.close())
  return String((server.address() as AddressInfo).port)
}

/** A port where nothing does. */
async function nothing(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return String(port)
}

describe('the doctor', () => {
  it('finds nothing wrong with a service that is well', async () => {
    // On a machine with much else to do the service may be too slow for a moment, and then is not well.
    const found = await eventually(async () => {
      const all = await find()
      expect(all.filter(({ verdict }) => verdict !== 'ok')).toEqual([])
      return all
    })

    expect(found.map(({ about }) => about)).toEqual(
      expect.arrayContaining([
        'node',
        'settings',
        'database',
        'schema',
        'clock',
        'digest',
        'backups',
        'port',
      ]),
    )
    expect(found.find(({ about }) => about === 'connections')?.says).toContain('opens up to 28 connections')
    expect(found.find(({ about }) => about === 'port')?.says).toContain('a Fieldnote answers')
  })

  it('says that nothing limits statements behind a pooler', () => {
    expect(checkTimeouts({ lock_timeout: 3_000, statement_timeout: 30_000 }).verdict).toBe('ok')
    expect(checkTimeouts({ lock_timeout: 0, statement_timeout: 30_000 })).toMatchObject({
      verdict: 'doubtful',
      says: expect.stringContaining("SET lock_timeout TO '3s'"),
    })
  })

  it('says that a port is taken, and by what', async () => {
    expect(await complaints({ PORT: await somethingElse() })).toEqual([
      expect.stringMatching(/^wrong: port: .* used by another program: .* PORT/),
    ])
  })

  it('says that a database, a mail server and a public address do not answer', async () => {
    const port = await nothing()

    const found = await complaints({
      DATABASE_URL: `postgres://me:hush@127.0.0.1:${port}/fieldnote`,
      SMTP_URL: `smtp://me:hush@127.0.0.1:${port}`,
      MAIL_FROM: 'fieldnote@example.com',
      BASE_URL: `http://127.0.0.1:${port}`,
    })

    expect(found).toEqual([
      expect.stringMatching(/^wrong: database: .*ECONNREFUSED.* Check DATABASE_URL/),
      expect.stringMatching(/^wrong: public address: .*BASE_URL/),
      expect.stringMatching(/^wrong: mail: The host in SMTP_URL does not answer/),
    ])
    expect(found.join()).not.toContain('hush')
  })

  it('says which settings contradict each other, and which cannot be read', async () => {
    const found = await complaints({
      BASE_URL: 'http://notes.invalid',
      LOG_LEVEL: 'silent',
      PORT: await nothing(),
    })

    expect(found).toEqual([
      expect.stringContaining('passwords and keys are sent unencrypted'),
      expect.stringContaining('LOG_LEVEL hides'),
    ])
    expect(await complaints({ PORT: 'http' })).toEqual([
      expect.stringMatching(/^wrong: settings: PORT must be/),
    ])
  })

  it('says that the digest does not keep up, that some of it was given up, and what to do', async () => {
    await service.call('POST', '/observations/', batch())
    await service.call('POST', '/observations/', batch())
    await service.db.query("UPDATE digest_job SET due_at = now() - interval '1 hour'")
    await service.db.query(
      `UPDATE digest_job SET failed_at = now(), error = 'x'
       WHERE observation_id = (SELECT observation_id FROM digest_job LIMIT 1)`,
    )

    const found = await complaints({ DIGEST_THREADS: '0' })

    expect(found).toEqual([
      expect.stringMatching(/^wrong: digest: It does not keep up .* for 36\d\d s\): .*fieldnote worker/),
      expect.stringMatching(/^doubtful: digest: Observations and answers given up .*: 1\./),
    ])
    await service.db.query('DELETE FROM digest_job')
  })

  it('says that an answer has waited for hours, however soon it is tried again', async () => {
    const study = await makeStudy(service)
    await service.call('POST', `/research/studies/${study.id}/answers/`, answer())
    await service.db.query(
      "UPDATE answer_job SET queued_at = now() - interval '2 hours', due_at = now() + interval '1 minute'",
    )

    const found = await complaints({ DIGEST_THREADS: '0' })

    expect(found).toEqual([
      expect.stringMatching(/^wrong: digest: It does not keep up .*waiting: 1, the oldest for 72\d\d s/),
    ])
    await service.db.query('DELETE FROM answer_job')
  })

  it('says that backups are due and not made', async () => {
    const scheduled = { BACKUP_FOLDER: '/var/backups/fieldnote', BACKUP_PASSPHRASE: 'x'.repeat(32) }

    expect(await complaints(scheduled)).toEqual([expect.stringMatching(/^doubtful: backups: None has been/)])
    await saveBackupFailure(service.db, 'schedule', new Date(), 'no space left on device')
    expect(await complaints(scheduled)).toEqual([
      expect.stringMatching(/^wrong: backups: .*latest attempt failed.*BACKUP_FOLDER/),
    ])
    await service.db.query('DELETE FROM backup')
  })

  it('says that a process wants more connections than there are', async () => {
    expect(await complaints({ DATABASE_POOL_SIZE: '1000' })).toEqual([
      expect.stringMatching(/^wrong: connections: .*DATABASE_POOL_SIZE/),
    ])
  })
})

const NOW = Date.parse('2026-11-16T00:00:00Z')

describe('the doctor judges', () => {
  it.each<[string, Finding, Finding['verdict']]>([
    ['an old Node', checkNode('20.18.9'), 'wrong'],
    ['a Node that will do', checkNode('22.0.0'), 'ok'],
    ['a full disk', judgeSpace(150), 'wrong'],
    ['a disk that fills', judgeSpace(1_500), 'doubtful'],
    ['a disk', judgeSpace(9_000), 'ok'],
    ['a clock', checkClock(-2), 'ok'],
    ['a clock that is ahead', checkClock(3_600), 'doubtful'],
    ['backups by the clock', judgeSchedule({ age: 25, hasFailedSince: true, everyHours: 24 }), 'ok'],
    ['backups that stopped', judgeSchedule({ age: 50, hasFailedSince: false, everyHours: 24 }), 'wrong'],
    ['an embedded database without any', judgeUnscheduled(Infinity, true), 'doubtful'],
    ['one with a backup by hand', judgeUnscheduled(30, true), 'ok'],
    ['somebody else’s database', judgeUnscheduled(Infinity, false), 'ok'],
    ['a certificate', judgeCertificate({ valid_to: 'Dec 31 00:00:00 2026 GMT' }, NOW), 'ok'],
    ['one that runs out', judgeCertificate({ valid_to: 'Nov 20 00:00:00 2026 GMT' }, NOW), 'doubtful'],
    ['one that ran out', judgeCertificate({ valid_to: 'Nov 15 00:00:00 2026 GMT' }, NOW), 'wrong'],
  ])('%s', (_, { verdict }, expected) => {
    expect(verdict).toBe(expected)
  })
})
