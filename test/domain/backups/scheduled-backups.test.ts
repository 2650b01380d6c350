// Backups by the clock: when they are due, by one process, with the newest kept.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { checkBackup } from '../../../src/domain/backups/backup-file.ts'
import { backUpIfDue } from '../../../src/domain/backups/scheduled-backups.ts'
import { send, startService, type TestService } from '../../service.ts'
import { newFolder, PASSPHRASE } from './places.ts'

let service: TestService
const schedule = { folder: join(newFolder(), 'backups'), everyHours: 24, keep: 2, passphrase: PASSPHRASE }
beforeAll(async () => {
  service = await startService()
})

const HOUR = 3_600_000
const later = (hours: number) => {
  service.clock.now = new Date(service.clock.now.getTime() + hours * HOUR)
}
const look = (asked = schedule) => {
  const { db, connection, deps } = service
  return backUpIfDue(db, { connection, program: '0.0.0-test', now: deps.now }, asked)
}
const age = async () =>
  /^fieldnote_backup_age_seconds (.*)$/m.exec((await send(`${service.url}/metrics`, 'GET')).body)?.[1]

it('makes one when it is due, in one process only, and tells how old it is', async () => {
  expect(await age()).toBeUndefined()

  const made = (await Promise.all([look(), look(), look()])).filter(Boolean)

  expect(made).toEqual([join(schedule.folder, 'fieldnote-2026-03-14T09-30-00Z.backup')])
  expect((await checkBackup(made[0] ?? '', PASSPHRASE)).end.sums.project?.rows).toBe(1)
  later(23)
  expect(await look()).toBeUndefined()
  expect(await age()).toBe(String(23 * 3_600))
})

it('keeps as many as it was told to, and whatever else lies there', async () => {
  const others = ['mine.backup', 'fieldnote-2026-01-01T00-00-00Z.backup.part-1', 'notes.txt']
  for (const name of others) writeFileSync(join(schedule.folder, name), '')

  for (const hours of [1, 24]) {
    later(hours)
    expect(await look()).toBeDefined()
  }

  expect(readdirSync(schedule.folder).sort()).toEqual([
    'fieldnote-2026-03-15T09-30-00Z.backup',
    'fieldnote-2026-03-16T09-30-00Z.backup',
    'mine.backup',
    'notes.txt',
  ])
})

it('says when it failed, leaves the old ones, and tries again after a while', async () => {
  const blocked = { ...schedule, folder: join(schedule.folder, 'notes.txt') }
  later(24)

  await expect(look(blocked)).rejects.toThrow(/EEXIST|ENOTDIR/)

  const { rows } = await service.db.query('SELECT error, taken_at FROM backup')
  expect(rows).toEqual([
    { error: expect.stringMatching(/EEXIST|ENOTDIR/), taken_at: new Date('2026-03-16T09:30:00Z') },
  ])
  expect(await look()).toBeUndefined()
  later(1)
  mkdirSync(schedule.folder, { recursive: true })
  expect(await look()).toMatch(/2026-03-17T10-30-00Z/)
})

it('takes no notice of times to come, which a clock that was ahead has left', async () => {
  later(24 * 365)
  const ahead = await look()
  await service.db.query(`INSERT INTO backup (cause, taken_at, finished_at, bytes, rows)
                          SELECT 'command', taken_at, finished_at, bytes, rows FROM backup`)
  later(-24 * 365 + 12)

  expect(await age()).toBeUndefined()
  const made = await look({ ...schedule, keep: 1 })

  expect(made).toMatch(/2026-03-17T22-30-00Z/)
  expect(readdirSync(schedule.folder).filter((name) => name.startsWith('fieldnote-'))).toEqual([
    basename(made ?? ''),
  ])
  expect(ahead).not.toBe(made)
  expect(await age()).toBe('0')
  expect(await look()).toBeUndefined()
})
