// What an install gets may be used by anybody: only permissive licenses.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isPermissive, licensesOf } from '../scripts/licenses.mjs'

const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'))

it('every package of an install has a permissive license', () => {
  const packages = licensesOf(lock)

  expect(packages.length).toBeGreaterThan(50)
  expect(packages.filter(({ license }) => !isPermissive(license))).toEqual([])
})

it.each([
  ['GPL-3.0-only', false],
  ['unknown', false],
  ['MIT AND GPL-2.0', false],
  ['(MIT OR GPL-2.0)', true],
  ['Apache-2.0', true],
])('takes %s: %s', (license, expected) => {
  expect(isPermissive(license)).toBe(expected)
})
