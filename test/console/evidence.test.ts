// A failure in a browser can be looked at afterwards; a success leaves nothing.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, type RunnerTask, vi } from 'vitest'
import { afterTest } from '../evidence.ts'
import { visit } from './browser.ts'

it.each([
  ['pass', []],
  ['fail', ['page-1-1.html', 'page-1-1.png', 'trace-1.zip']],
])('after a test with the result %s there is %j', async (state, files) => {
  const root = mkdtempSync(join(tmpdir(), 'fieldnote-evidence-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { page, context } = await visit('http://localhost')
  await page.setContent('<h1>Here</h1>')

  const test = { name: 'says: "yes"', file: { name: 'a.test.ts' }, result: { state } }
  await afterTest(test as RunnerTask, root)

  const told = said.mock.calls.flat()
  said.mockRestore()
  const found = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(found.map(({ name }) => name).sort()).toEqual(files)
  for (const { parentPath } of found) expect(parentPath).toBe(join(root, 'a-test-ts', 'says-yes'))
  for (const { parentPath, name } of found)
    expect(readFileSync(join(parentPath, name)).subarray(0, 4).toString('latin1')).toMatch(/PNG|PK|<h/)
  expect(told).toEqual(files.length > 0 ? [expect.stringContaining(root)] : [])
  await context.close()
})
