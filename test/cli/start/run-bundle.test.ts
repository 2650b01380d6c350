// What the built program loads first, on small bundles; that the real one runs is what every test of a built program shows.
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { runBundle } from '../../../src/cli/run-bundle.ts'
import { eventually } from '../../eventually.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldnote-bundle-'))
  vi.useFakeTimers({ toFake: ['setTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true, force: true })
})

const script = (name: string, code: string) => writeFileSync(join(folder, name), code, 'latin1')
/** This process has compiled the bundle by now; under another name it has not. */
function elsewhere(): void {
  const other = `${folder}-moved`
  renameSync(folder, other)
  folder = other
}

const kept = () => readdirSync(folder).filter((name) => name.endsWith('.cache'))

/** What the bundle says: `globalThis.said` is where its scripts put it. */
function said(): unknown {
  runBundle(pathToFileURL(join(folder, 'main.cjs')))
  return (globalThis as { said?: unknown }).said
}

/** Runs the bundle for as long as a start takes, until what was compiled is kept. */
async function runForLong(): Promise<void> {
  said()
  vi.advanceTimersByTime(10_000)
  vi.useRealTimers()
  await eventually(() => expect(kept()).toHaveLength(1))
  vi.useFakeTimers({ toFake: ['setTimeout'] })
}

it('runs scripts that need each other once each, Node’s modules, and knows where it is', () => {
  script(
    'main.cjs',
    "exports.own = 'a'; const other = require('./other.cjs'); globalThis.said = [other.text, require('./other.cjs') === other, require('node:path').basename(__filename), require.resolve('node:fs')]",
  )
  script('other.cjs', "exports.text = require('./main.cjs').own + '\xe9'")

  expect(said()).toEqual(['aé', true, 'main.cjs', 'node:fs'])
})

it('keeps what it compiled once a start is over, and starts from it', async () => {
  script('main.cjs', 'globalThis.said = (() => 1 + 1)()')
  await runForLong()
  elsewhere()

  expect(said()).toBe(2)
  expect(vi.getTimerCount()).toBe(0) // what was kept was taken: nothing is to be kept anew
  expect(kept()).toEqual([`main.cjs.${process.version}-${process.arch}.cache`])
})

it('writes nothing during a command, which is over sooner', () => {
  script('main.cjs', 'globalThis.said = 1')
  said()
  vi.advanceTimersByTime(9_000)

  expect(readdirSync(folder)).toEqual(['main.cjs'])
})

it.each<[string, (kept: Buffer) => Buffer]>([
  ['nothing', () => Buffer.alloc(0)],
  ['the beginning', (kept) => kept.subarray(0, 100)],
  ['zeros', (kept) => Buffer.alloc(kept.length)],
  [
    'one bit that is another',
    (kept) => Buffer.from(kept.map((byte, at) => (at === kept.length >> 1 ? byte ^ 1 : byte))),
  ],
])('compiles anew where of what was kept there is only %s', async (_, damage) => {
  script('main.cjs', 'globalThis.said = (() => 40 + 2)()')
  await runForLong()
  elsewhere()
  const [name = ''] = kept()
  writeFileSync(join(folder, name), damage(readFileSync(join(folder, name))))

  expect(said()).toBe(42)
  expect(vi.getTimerCount()).toBe(1) // to keep it anew
})

it('goes on where it cannot write beside itself', async () => {
  script('main.cjs', 'globalThis.said = 3')
  expect(said()).toBe(3)
  rmSync(folder, { recursive: true })
  vi.advanceTimersByTime(10_000)
  vi.useRealTimers()

  await new Promise(setImmediate)
  expect(() => readdirSync(folder)).toThrow('ENOENT')
})

it.each([
  ['it', 'later.cjs'],
  ['one that it needs', 'needed.cjs'],
])('loads a script again when asked again, where %s could not be read', (_, unreadable) => {
  script(
    'main.cjs',
    "globalThis.said = () => { try { return require('./later.cjs').text } catch (error) { return error.code } }",
  )
  const scripts: Record<string, string> = {
    'later.cjs': "exports.text = 'half'; exports.text = require('./needed.cjs').text",
    'needed.cjs': "exports.text = 'whole'",
  }
  for (const [name, code] of Object.entries(scripts)) if (name !== unreadable) script(name, code)
  const ask = said() as () => string
  expect(ask()).toBe('ENOENT')
  script(unreadable, scripts[unreadable] ?? '')

  expect(ask()).toBe('whole')
})
