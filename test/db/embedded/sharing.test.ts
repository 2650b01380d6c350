// Several processes on one data folder: the server lives as long as the last of them.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { EMBEDDED_SERVER_LOCK } from '../../../src/db/embedded/server-lock.ts'
import { eventually } from '../../eventually.ts'
import { expectGone, isAlive, killHolder, postmasterPid, removeTemplate, Workshop } from './workshop.ts'

let workshop: Workshop
beforeEach(() => {
  workshop = new Workshop()
})
afterEach(() => workshop.clear())
afterAll(removeTemplate)

it('adopts the server that a killed process left behind, and stops it in the end', async () => {
  const dataDir = await workshop.seededFolder()
  const holder = workshop.hold(dataDir)
  await holder.outcome
  const pid = postmasterPid(dataDir) ?? 0
  await killHolder(holder)
  expect(isAlive(pid)).toBe(true)

  const { connection, release } = await workshop.open(dataDir)

  expect(postmasterPid(dataDir)).toBe(pid)
  expect(await workshop.query(connection, 'SELECT answer FROM kept')).toEqual([[42]])
  await release()
  await eventually(() => expectGone(pid))
})

it('keeps the server for the process that stays, whoever started it', async () => {
  const dataDir = await workshop.seededFolder()
  const starter = workshop.hold(dataDir)
  await starter.outcome
  const { connection, release } = await workshop.open(dataDir)
  const pid = postmasterPid(dataDir)

  await starter.release()

  expect(starter.reports.at(-1)).toEqual({ released: true })
  expect(postmasterPid(dataDir)).toBe(pid)
  expect(await workshop.query(connection, 'SELECT 1')).toEqual([[1]])
  await release()
  expect(postmasterPid(dataDir)).toBeUndefined()
})

it('waits out a shutdown that is under way and starts the server anew', async () => {
  const dataDir = await workshop.seededFolder()
  const first = await workshop.open(dataDir)

  const [second] = await Promise.all([workshop.open(dataDir), first.release()])

  expect(await workshop.query(second.connection, 'SELECT 1')).toEqual([[1]])
})

it('does not join a server that the last one to leave has told to stop', async () => {
  const dataDir = await workshop.seededFolder()
  const { connection, release } = await workshop.open(dataDir)
  const leaver = await workshop.connect({ ...connection, database: 'postgres' })
  await leaver.query('SELECT pg_advisory_lock_shared($1)', [EMBEDDED_SERVER_LOCK])
  await release()
  await leaver.query('SELECT pg_advisory_lock($1)', [EMBEDDED_SERVER_LOCK])
  const opening = workshop.open(dataDir)
  await eventually(async () => expect(await joining(leaver)).toEqual(['waiting']))

  // What the server does as soon as it is told, and then nothing: it is too busy to end the one who waits.
  const resume = haltSaying(dataDir, 'stopping')
  await leaver.query('SELECT pg_advisory_unlock_all()')
  await eventually(async () => expect(await joining(leaver)).toEqual([])).finally(resume)

  const { connection: joined } = await opening
  expect(await workshop.query(joined, 'SELECT 1')).toEqual([[1]])
})

/** Of each session that joins or has joined: whether it waits for the lock. */
async function joining(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query(
    `SELECT CASE WHEN granted THEN 'joined' ELSE 'waiting' END AS state
     FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND application_name = 'fieldnote lock'`,
  )
  return rows.map(({ state }) => state)
}

/** The server stands still, with another state in its file; returns what lets it go on as it was. */
function haltSaying(dataDir: string, state: string): () => void {
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  const [pid, said] = [postmasterPid(dataDir) ?? 0, readFileSync(file, 'utf8')]
  process.kill(pid, 'SIGSTOP')
  writeFileSync(file, said.replace('ready', state))
  return () => {
    writeFileSync(file, said)
    process.kill(pid, 'SIGCONT')
  }
}

it('survives processes that come and go at once', async () => {
  const dataDir = await workshop.seededFolder()
  const visit = async () => {
    const server = await workshop.open(dataDir)
    const answer = await workshop.query(server.connection, 'SELECT 1')
    await server.release()
    return answer
  }

  const answers = await Promise.all(Array.from({ length: 8 }, visit))
  answers.push(...(await Promise.all(Array.from({ length: 8 }, visit))))

  expect(answers).toEqual(Array.from({ length: 16 }, () => [[1]]))
  expect(postmasterPid(dataDir)).toBeUndefined()
})
