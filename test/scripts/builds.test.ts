// Builds in one checkout: one at a time, and none waits for one that was killed.
import { execFile } from 'node:child_process'
import { readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { cleanUp, newFolder, REPOSITORY } from '../cli/program.ts'

const SCRIPT = join(REPOSITORY, 'scripts/build/one-at-a-time.mjs')
const run = promisify(execFile)
afterAll(cleanUp)

/** Stands in for a build: says when it begins and when it is done, with a turn of the event loop between. */
const build = (lock: string, log: string) =>
  run(process.execPath, [
    '--input-type=module',
    '--eval',
    `import { oneAtATime } from ${JSON.stringify(SCRIPT)}
     import { appendFileSync } from 'node:fs'
     await oneAtATime(${JSON.stringify(lock)})
     appendFileSync(${JSON.stringify(log)}, 'begin ')
     await import('node:http')
     appendFileSync(${JSON.stringify(log)}, 'end ')`,
  ])

it('waits for another one to end', async () => {
  const folder = newFolder()
  const [lock, log] = [join(folder, 'lock'), join(folder, 'log')]

  await Promise.all(Array.from({ length: 6 }, () => build(lock, log)))

  expect(readFileSync(log, 'utf8')).toBe('begin end '.repeat(6))
})

it('does not wait for one that was killed, one at a time all the same', async () => {
  const folder = newFolder()
  const [lock, log] = [join(folder, 'lock'), join(folder, 'log')]
  const { stdout: endedPid } = await run(process.execPath, ['--print', 'process.pid'])
  writeFileSync(lock, endedPid.trim())

  await Promise.all(Array.from({ length: 4 }, () => build(lock, log)))

  expect(readFileSync(log, 'utf8')).toBe('begin end '.repeat(4))
})

it('does not wait for one that was killed before it said who it was', async () => {
  const folder = newFolder()
  const [lock, log] = [join(folder, 'lock'), join(folder, 'log')]
  writeFileSync(lock, '')
  utimesSync(lock, new Date(0), new Date(0))

  await build(lock, log)

  expect(readFileSync(log, 'utf8')).toBe('begin end ')
})
