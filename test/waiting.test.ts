// Tests wait on conditions: a busy machine makes them slow, never wrong. Each failure says what to do.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

type Source = { path: string; text: string }

const sources: Source[] = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && path !== 'waiting.test.ts')
  .map((path) => ({ path, text: readFileSync(join(import.meta.dirname, path), 'utf8') }))

const offenses = (files: Source[], offense: RegExp, advice: string): string[] =>
  files.flatMap(({ path, text }) =>
    [...text.matchAll(offense)].map(([found]) => `${path}: ${found}: ${advice}`),
  )

/** The clock of the fault tests, and the limit on what a test file closes. */
const CLOCKS = ['faults/moments.ts', 'closings.ts']

const sleeps = (files: Source[]): string[] =>
  offenses(
    files.filter(({ path }) => !CLOCKS.includes(path)),
    /\bsetTimeout\(|\bwaitForTimeout\(|\bsetTimeout\b[^\n]*node:timers\/promises/g,
    'wait on a condition (eventually.ts, expect.poll)',
  )

const impatience = (files: Source[]): string[] =>
  offenses(
    files.filter(({ path }) => path !== 'eventually.ts'),
    /\bvi\.waitFor\(|\btimeout: [\d_]+/g,
    'leave the limit to patience.ts',
  )

const READS =
  'count|isVisible|isEditable|isEnabled|isDisabled|isChecked|inputValue|textContent|innerText|allTextContents|allInnerTexts|getAttribute'

/** What is read of a page once may be read too early; absences are asserted after the page has settled. */
const hasty = (files: Source[]): string[] =>
  offenses(
    files.filter(({ path }) => path.startsWith('console/')),
    new RegExp(
      `\\bexpect\\(\\s*await (?!service\\b)[^\\n]*?\\.(?:${READS})\\(\\)|= await (?!service\\b|Promise\\b)[^\\n]*?\\.count\\(\\)`,
      'g',
    ),
    'assert with expect.poll',
  )

const RULES: [name: string, rule: (files: Source[]) => string[], offender: string][] = [
  ['do not sleep', sleeps, 'await new Promise((done) => setTimeout(done, 50))'],
  ['do not sleep under another name', sleeps, "import { setTimeout as rest } from 'node:timers/promises'"],
  ['have the patience of all', impatience, 'await row.waitFor({ timeout: 5_000 })'],
  ['wait for what they assert on a page', hasty, "expect(await page.getByText('x').count()).toBe(1)"],
  ['wait for what they count on a page', hasty, "const found = await page.getByText('x').count()"],
]

describe('tests', () => {
  it.each(RULES)('%s', (_, rule) => {
    expect(rule(sources)).toEqual([])
  })

  it.each(RULES)('"%s" finds an offender', (_, rule, text) => {
    expect(rule([{ path: 'console/x.test.ts', text }])).toHaveLength(1)
  })
})
