// After a kill: of the server, with and without someone using it, and of everything but its files.
import { spawn } from 'node:child_process'
import { lchownSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { eventually } from '../../eventually.ts'
import { expectGone, isRoot, NOBODY, postmasterPid, removeTemplate, Workshop } from './workshop.ts'

let workshop: Workshop
beforeEach(() => {
  workshop = new Workshop()
})
afterEach(() => workshop.clear())
afterAll(removeTemplate)

const BUSY = `DO $$ DECLARE begun timestamptz := clock_timestamp();
  BEGIN WHILE clock_timestamp() < begun + interval '1.5 s' LOOP END LOOP; END $$`

it('brings a killed server back by itself, with everything that was committed', async () => {
  const dataDir = await workshop.seededFolder()
  const { connection } = await workshop.open(dataDir)
  const pid = postmasterPid(dataDir) ?? 0

  process.kill(pid, 'SIGKILL')

  const rows = () => workshop.query(connection, 'SELECT answer FROM kept')
  await eventually(async () => expect(await rows()).toEqual([[42]]))
  expect(postmasterPid(dataDir)).not.toBe(pid)
  expect(workshop.lines).toContain('PostgreSQL has gone away: bringing it back')
})

it('brings it back for a process that did not start it', async () => {
  const dataDir = await workshop.seededFolder()
  const starter = workshop.hold(dataDir)
  await starter.outcome
  const { connection } = await workshop.open(dataDir)
  await starter.release()

  process.kill(postmasterPid(dataDir) ?? 0, 'SIGKILL')

  const answer = () => workshop.query(connection, 'SELECT 1')
  await eventually(async () => expect(await answer()).toEqual([[1]]))
})

it('does not bring back what was released', async () => {
  const dataDir = await workshop.seededFolder()
  const { release } = await workshop.open(dataDir)
  const pid = postmasterPid(dataDir) ?? 0

  process.kill(pid, 'SIGKILL')
  await release()

  expect(workshop.lines).not.toContain('PostgreSQL answers again')
  expect([undefined, pid]).toContain(postmasterPid(dataDir))
  await eventually(() => expectGone(pid))
})

it('waits for the children of a killed server', async () => {
  const dataDir = await workshop.seededFolder()
  const holder = workshop.hold(dataDir)
  const { open } = await holder.outcome
  const busy = (await workshop.connect(open ?? {})).query(BUSY).catch(() => undefined)
  holder.process.kill('SIGKILL')

  process.kill(postmasterPid(dataDir) ?? 0, 'SIGKILL')
  const { connection } = await workshop.open(dataDir)

  expect(await workshop.query(connection, 'SELECT answer FROM kept')).toEqual([[42]])
  expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).toMatch(/shared memory block .* still in use/)
  await busy
})

it('is not held up by a process that has the number of a former server', async () => {
  const dataDir = await workshop.seededFolder()
  const { release } = await workshop.open(dataDir)
  const cluster = join(dataDir, 'postgres')
  const pidFile = readFileSync(join(cluster, 'postmaster.pid'), 'utf8')
  await release()
  const stranger = spawn('sleep', ['60'], isRoot ? { uid: NOBODY, gid: NOBODY } : {})
  for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
    writeFileSync(join(cluster, name), pidFile.replace(/^\d+/, String(stranger.pid)), { mode: 0o600 })
    if (isRoot) lchownSync(join(cluster, name), NOBODY, NOBODY)
  }

  const { connection } = await workshop.open(dataDir)
  stranger.kill()

  expect(await workshop.query(connection, 'SELECT answer FROM kept')).toEqual([[42]])
})
