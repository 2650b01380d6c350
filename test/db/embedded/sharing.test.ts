// Several processes on one data folder: the server lives as long as the last of them.
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
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
