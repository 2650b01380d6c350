// What is taken out of a text: on the labeled notes, by patterns of a project's own, and in bounded time.
import { describe, expect, it } from 'vitest'
import { scoreRedaction } from '../../../eval/redaction/score-redaction.ts'
import { REDACTION_KINDS } from '../../../src/contract/labels.ts'
import { LIMITS } from '../../../src/contract/limits.ts'
import { compilePattern } from '../../../src/domain/privacy/patterns/compile-pattern.ts'
import { PatternError } from '../../../src/domain/privacy/patterns/parse-pattern.ts'
import { createRedact } from '../../../src/domain/privacy/redact.ts'

const FLOOR = 0.95

describe('redaction', () => {
  const { scores, all, notes } = scoreRedaction()

  it('is measured on several hundred notes', () => {
    expect(notes).toBeGreaterThan(300)
  })

  it.each([...scores, all])('finds $kind, and little else', ({ precision, recall }) => {
    expect(precision).toBeGreaterThanOrEqual(FLOOR)
    expect(recall).toBeGreaterThanOrEqual(FLOOR)
  })

  it('looks only for the kinds that were chosen, and counts them', () => {
    const redact = createRedact(['email'], [])

    const done = redact?.('Mail ada@example.com or bob@example.com, or call +49 171 1234567.')

    expect(done).toEqual({
      text: 'Mail [email] or [email], or call +49 171 1234567.',
      redactions: { email: 2 },
    })
    expect(createRedact([], [])).toBeNull()
  })

  it('leaves its own placeholders alone', () => {
    const redact = createRedact(REDACTION_KINDS, [])
    const once = redact?.('password: hunter2, mail ada@example.com, from 203.0.113.7').text ?? ''

    expect(once).toBe('password: [secret], mail [email], from [ip]')
    expect(redact?.(once)).toEqual({ text: once, redactions: {} })
  })

  it.each([
    ['digits', '1'],
    ['digits with spaces', '1 '],
    ['at signs', 'a@'],
    ['addresses', 'a@b.co '],
    ['dots', 'a.'],
    ['colons', 'ab:'],
    ['letters and digits', 'aB3'],
    ['country codes', '+49 '],
    ['accounts', 'DE89 '],
    ['the word password', 'password is '],
    ['keys', 'sk-'],
    ['a key block', '-----BEGIN PRIVATE KEY-----'],
    ['brackets', '(0'],
  ])('takes no long over the longest text of %s', (_, piece) => {
    const redact = createRedact(REDACTION_KINDS, [])
    const text = piece.repeat(LIMITS.descriptionLength).slice(0, LIMITS.descriptionLength)
    const started = performance.now()

    redact?.(text)

    expect(performance.now() - started).toBeLessThan(1_000)
  })
})

describe("a project's own pattern", () => {
  const redacted = (pattern: string, text: string) =>
    createRedact([], [{ name: 'own', pattern }])?.(text).text

  it.each([
    ['\\bCUST-\\d{6}\\b', 'Is cust-123456 the same as CUST-1234567?', 'Is [own] the same as CUST-1234567?'],
    ['(?:Herr|Frau) [A-ZÄÖÜ][a-zäöüß]+', 'Frau Müller und Herr Groß', '[own] und [own]'],
    ['ab?c|abd', 'ac abc abd ab', '[own] [own] [own] ab'],
    ['x{2,3}', 'x xx xxx xxxx', 'x [own] [own] [own]x'],
    ['[^ ]+\\.internal', 'see db1.eu.internal now', 'see [own] now'],
    ['K\\d+', `K${'7'.repeat(300)} ends`, '[own] ends'],
    ['\\u00e9t\\u00e9', 'un été', 'un [own]'],
    ['a\\.b\\|c', 'a.b|c axb|c', '[own] axb|c'],
    ['[\\w-]+\\s?#\\d', 'node-7 #3, x#9', '[own], [own]'],
    ['\\d{3}', '12345', '[own]45'],
  ])('%s', (pattern, text, wanted) => {
    expect(redacted(pattern, text)).toBe(wanted)
  })

  it.each([
    ['(a', 'not closed'],
    ['a)', 'no ('],
    ['[a', 'not closed'],
    ['*a', 'nothing before'],
    ['a**', 'repeated'],
    ['a+?', 'lazy'],
    ['(?=a)b', 'look around'],
    ['(?<n>a)', 'look around or have a name'],
    ['(a)\\1', 'references back'],
    ['^a', 'not supported'],
    ['a*', 'empty text'],
    ['\\b', 'empty text'],
    ['(?:a{0,300}){0,300}', 'too long'],
    ['a{3,2}', 'must grow'],
    ['[z-a]', 'must grow'],
    ['\\', 'nothing after'],
    ['\\q', 'not supported'],
  ])('%s is refused, and why is said', (pattern, reason) => {
    const compile = () => compilePattern(pattern)

    expect(compile).toThrow(PatternError)
    expect(compile).toThrow(reason)
  })

  it.each([
    ['(?:a|a|ab)*c', 'ab'],
    ['(?:a+)+b', 'a'],
    ['(?:.*,){20}x', 'a,'],
    ['a[^z]{0,60}z', 'a'],
    ['(?:\\w+\\s?)+!', 'word '],
  ])('%s takes no long, whatever it is given', (pattern, piece) => {
    const find = compilePattern(pattern)
    const text = piece.repeat(LIMITS.descriptionLength).slice(0, LIMITS.descriptionLength)
    find(text.slice(0, 500)) // its states are made once
    const started = performance.now()

    find(text)

    expect(performance.now() - started).toBeLessThan(1_000)
  })
})
