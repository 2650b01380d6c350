// Regular expressions meet what callers send, and JavaScript's may go over it again and again: 16 KB of slashes held up everybody for
// half a second. Each one in the source is tried on texts made from its own parts.
import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { attacksOn, type Pattern } from './pattern-parts.ts'
import { readSource } from './syntax.ts'

/** What may take long, and why it cannot where it is used. */
const BOUNDED = new Map([
  [
    '"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"|(?<![\\d.eE+-])-?\\d{16,}(?![\\d.eE])',
    'domain/imports/read-jsonl.ts uses it only for a line that was parsed as JSON, where every string has an end',
  ],
])

const source = readSource()

const literals = (): Pattern[] =>
  source
    .flatMap(({ nodes }) => nodes)
    .flatMap(({ type, regex }) =>
      type === 'Literal' && regex ? [{ source: regex.pattern, flags: regex.flags }] : [],
    )

/** Those that are put together when their file is loaded: loaded by a process of its own, so that nothing is loaded twice here. */
function built(): Pattern[] {
  const makers = source.filter(({ nodes }) =>
    nodes.some(({ type, callee }) => type === 'NewExpression' && callee.name === 'RegExp'),
  )
  const script = `
    const made = []
    globalThis.RegExp = class extends RegExp {
      constructor(...said) {
        super(...said)
        made.push({ source: this.source, flags: this.flags })
      }
    }
    for (const file of ${JSON.stringify(makers.map(({ file }) => resolve(file)))}) await import(file)
    process.stdout.write(JSON.stringify(made))
  `
  const options = ['--import', './scripts/typescript.mjs', '--input-type=module', '--eval', script]
  return JSON.parse(execFileSync(process.execPath, options, { encoding: 'utf8' }))
}

const [SHORT, LONG] = [2_500, 8_000]
/** Of processor time. A pattern that looks at every character once takes a hundredth of it; one that looks at all for each, a hundred times as much. */
const QUICK_MS = 2
const LONG_MS = 40

function takes({ source, flags }: Pattern, text: string): number {
  const begun = process.cpuUsage()
  for (const _ of text.matchAll(new RegExp(source, `${flags.replace(/[gy]/g, '')}g`)));
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1000
}

/** Another thread may have been busy, but not each time. */
const isSlow = (pattern: Pattern, text: string): boolean =>
  Array.from({ length: 3 }, () => takes(pattern, text)).every((ms) => ms > LONG_MS)

const slowOn = (pattern: Pattern): string | undefined => {
  const attack = attacksOn(pattern).find(
    (one) => takes(pattern, one(SHORT)) > QUICK_MS && isSlow(pattern, one(LONG)),
  )
  return attack && `/${pattern.source}/${pattern.flags} on ${JSON.stringify(attack(20))}`
}

it('look at each character of a text once, or a bounded number of times', () => {
  const patterns = [...literals(), ...built()]

  const slow = patterns.filter(({ source }) => !BOUNDED.has(source)).flatMap((one) => slowOn(one) ?? [])

  expect(slow).toEqual([])
  expect(patterns.length).toBeGreaterThan(300)
  expect([...BOUNDED.keys()].filter((source) => !patterns.some((one) => one.source === source))).toEqual([])
})

it.each([
  '\\/+$',
  '[^/]+$',
  '\\s*\\n\\s*',
  '^[^\\r\\n]*@[^\\r\\n]+$',
  '```(?:json)?\\s*([\\s\\S]*)```',
  '"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"',
  '<(?=\\s*\\/?\\s*quoted)',
])('and one that does not is found: %s', (source) => expect(slowOn({ source, flags: '' })).toBeDefined())
