// What is taken out of a text: on the labeled notes, by patterns of a project's own, and in bounded time.
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { othersNotes, ownNotes, scoreRedaction, worstKinds } from '../../../eval/redaction/score-redaction.ts'
import { REDACTION_KINDS, type RedactionKind } from '../../../src/contract/labels.ts'
import { LIMITS } from '../../../src/contract/limits.ts'
import { inTurns } from '../../../src/domain/privacy/in-turns.ts'
import { checkPattern } from '../../../src/domain/privacy/patterns/compile-pattern.ts'
import { PatternError } from '../../../src/domain/privacy/patterns/parse-pattern.ts'
import { createRedact, type OwnPattern } from '../../../src/domain/privacy/redact.ts'
import { redactRows } from '../../../src/domain/privacy/redact-incoming.ts'

const FLOOR = 0.95
/** Of another writer's notes, half of which nobody has looked at: each kind has a dozen values there. */
const OTHERS_FLOOR = { precision: 0.95, recall: 0.92 }

const VALUES: [string, string][] = [
  ['email', 'jane.doe@example.com'],
  ['phone', '+49 171 1234567'],
  ['card', '4111 1111 1111 1111'],
  ['card', '4111.1111.1111.1111'],
  ['card', '4111/1111/1111/1111'],
  ['iban', 'DE89 3704 0044 0532 0130 00'],
  ['ip', '203.0.113.77'],
  ['secret', 'ghp_16C7e42F292c6912E7710c838347Ae178B4a'],
]

const redacting = (kinds: readonly RedactionKind[], patterns: OwnPattern[] = []) => {
  const redact = createRedact(kinds, patterns)
  return async (text: string) => (redact ? inTurns(redact.redact(text)) : null)
}
const longestOf = (piece: string) => piece.repeat(LIMITS.descriptionLength).slice(0, LIMITS.descriptionLength)

/** Its states are as many as there are ways to write 60 letters. */
const EXPLODING = '[ab]*a[ab]{60}c'

describe('redaction', async () => {
  const { scores, all } = await scoreRedaction(ownNotes())

  it('is measured on several hundred notes', () => {
    expect(ownNotes().length).toBeGreaterThan(300)
  })

  it('finds as much in the notes of writers who had not seen the finders', async () => {
    const { seen, unseen } = othersNotes()

    const { all } = await scoreRedaction([...seen, ...unseen, ...worstKinds()])

    expect(all.precision).toBeGreaterThanOrEqual(OTHERS_FLOOR.precision)
    expect(all.recall).toBeGreaterThanOrEqual(OTHERS_FLOOR.recall)
  })

  it.each([...scores, all])('finds $kind, and little else', ({ precision, recall }) => {
    expect(precision).toBeGreaterThanOrEqual(FLOOR)
    expect(recall).toBeGreaterThanOrEqual(FLOOR)
  })

  it('looks only for the kinds that were chosen, and counts them', async () => {
    const redact = redacting(['email'])

    const done = await redact('Mail ada@example.com or bob@example.com, or call +49 171 1234567.')

    expect(done).toEqual({
      text: 'Mail [email] or [email], or call +49 171 1234567.',
      redactions: { email: 2 },
    })
    expect(createRedact([], [])).toBeNull()
  })

  it.each(VALUES)('finds the %s %s with what nobody sees inside of it', async (kind, value) => {
    const redact = redacting(REDACTION_KINDS)

    for (const invisible of ['\u200b', '\u200d', '\u2060', '\ufeff', '\u00ad', '\u202e'])
      for (let at = 1; at < value.length; at++) {
        const done = await redact(`It was ${value.slice(0, at)}${invisible}${value.slice(at)}, they said.`)
        expect(done?.text).toBe(`It was [${kind}], they said.`)
      }
  })

  it.each([
    ['addresses', (code: number) => `%${code.toString(16)}`],
    ['addresses within addresses', (code: number) => `%25${code.toString(16)}`],
    ['HTML', (code: number) => `&#${code};`],
    ['HTML, in hexadecimal', (code: number) => `&#x${code.toString(16)};`],
    ['JSON', (code: number) => `\\u00${code.toString(16)}`],
  ])('finds values whose characters are written as in %s', async (_, write) => {
    const redact = redacting(REDACTION_KINDS)

    for (const [kind, value] of VALUES) {
      const signs = value.replaceAll(/[^A-Za-z\d_]/g, (sign) => write(sign.charCodeAt(0)))
      const every = value.replaceAll(/./g, (sign) => write(sign.charCodeAt(0)))
      for (const written of [signs, every])
        expect((await redact(`It was ${written}, they said.`))?.text).toBe(`It was [${kind}], they said.`)
    }
  })

  const HEX = '4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318'
  it.each([
    ['AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', 'AWS_SECRET_ACCESS_KEY=[secret]'],
    ['the secret wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY leaked', 'the secret [secret] leaked'],
    ['3f786850e387550fdab836ed7e6dc881de23001b is her token', '[secret] is her token'],
    ['commit 3f786850e387550fdab836ed7e6dc881de23001b moved the key', null],
    [`the wallet's key 0x${HEX}`, "the wallet's key [secret]"],
    [`transaction 0x${HEX} is stuck`, null],
    ['pw=hunter22, mdp : Chaton2024', 'pw=[secret], mdp : [secret]'],
    ['DB_PASSWORD=postgres', 'DB_PASSWORD=[secret]'],
    ['password=required, max_tokens=2048, token_type=bearer', null],
    ['{\\"client_secret\\":\\"abcDEF123456\\"}', '{\\"client_secret\\":\\"[secret]\\"}'],
    ['their verification code is 482913', 'their verification code is [secret]'],
    ['482 913 is your code', '[secret] is your code'],
    ['OTP four eight two nine one three', 'OTP [secret]'],
    ['error code 482913, promo code 482913', null],
    ['card 4111 1111 1111 1111 12/29 737', 'card [card] 12/29 737'],
    ['mail jane [dot] doe [at] example [dot] com', 'mail [email]'],
    ['git clone git@github.com:example/app.git', null],
  ])('reads %s', async (text, wanted) => {
    expect((await redacting(REDACTION_KINDS)(text))?.text).toBe(wanted ?? text)
  })

  it('leaves its own placeholders alone', async () => {
    const redact = redacting(REDACTION_KINDS)

    const once = (await redact('password: hunter2, mail ada@example.com, from 203.0.113.7'))?.text ?? ''

    expect(once).toBe('password: [secret], mail [email], from [ip]')
    expect(await redact(once)).toEqual({ text: once, redactions: {} })
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
    ['encoded signs', '%40'],
    ['entities', '&#64;'],
    ['invisible characters', '\u200b1'],
    ['groups of digits', '4111.'],
    ['spaces between digits', '4   '],
    ['names of settings', 'SECRET_TOKEN_KEY'],
    ['settings', 'secret_key='],
    ['the word code', 'code is '],
    ['spelled digits', 'code one two '],
    ['spelled addresses', 'a dot b at '],
    ['options', ' -u a:'],
    ['shells', 'mysql -p '],
    ['cookies', 'session='],
    ['words of a seed', 'seed phrase apple '],
    ['candidates beside keys', 'key aB3dE5fG7hJ9kL1mN3pQ '],
    ['callers', 'call me at '],
    ['logins', 'login: a/ '],
    ['possessives', 'my new code '],
  ])('takes no long over the longest text of %s', async (_, piece) => {
    const redact = redacting(REDACTION_KINDS)
    const started = performance.now()

    await redact(longestOf(piece))

    expect(performance.now() - started).toBeLessThan(10_000)
  })
})

describe("a project's own pattern", () => {
  afterEach(() => vi.restoreAllMocks())

  const optional = [...'abcdefghij'.repeat(9)].map((letter) => `${letter}?`).join('')

  const redacted = async (pattern: string, text: string) =>
    (await redacting([], [{ name: 'own', pattern }])(text))?.text

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
    ['a.', 'xa😀y', 'x[own]y'],
    ['\\Wb', 'x😀by', 'x[own]y'],
    ['.', '😀', '[own]'],
  ])('%s', async (pattern, text, wanted) => {
    expect(await redacted(pattern, text)).toBe(wanted)
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
    ['[ab]*a[ab]{60}c', 'too many ways at once'],
    [`(?:${optional})+!`, 'too many ways at once'],
  ])('%s is refused, and why is said', (pattern, reason) => {
    const compile = () => checkPattern(pattern)

    expect(compile).toThrow(PatternError)
    expect(compile).toThrow(reason)
  })

  it.each([
    ['(?:a|a|ab)*c', 'ab'],
    ['(?:a+)+b', 'a'],
    ['(?:.*,){20}x', 'a,'],
    ['a[^z]{0,60}z', 'a'],
    ['(?:\\w+\\s?)+!', 'word '],
  ])('%s takes no long, whatever it is given', async (pattern, piece) => {
    const redact = redacting([], [{ name: 'own', pattern }])
    await redact(piece.repeat(100)) // its states are made once
    const started = performance.now()

    await redact(longestOf(piece))

    expect(performance.now() - started).toBeLessThan(10_000)
  })

  it.each([
    ['ten patterns and the longest text', 10, '\\b[^z]{0,60}z', longestOf('ab '), 50],
    ['a pattern whose states are all new', 1, EXPLODING, unlike(2_000), 5],
  ])('pauses after a bounded amount of work: %s', async (_, count, pattern, description, least) => {
    const patterns = Array.from({ length: count }, (_, at) => ({ name: `own${at}`, pattern }))
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 1_000 // so that every pause lets others be served
      return now
    })
    const others = countTurns()

    await redactRows({ redact: [], patterns, retention_days: null }, [{ title: 'a', description }])

    expect(await others.end()).toBeGreaterThan(least)
  })

  it.each(['constructor', '__proto__'])('is counted whatever it is called: %s', async (name) => {
    const redact = redacting([], [{ name, pattern: 'CUST-\\d{6}' }])

    const done = await redact('CUST-123456, then CUST-234567')

    expect(done?.text).toBe(`[${name}], then [${name}]`)
    expect(Object.entries(done?.redactions ?? {})).toEqual([[name, 2]])
  })

  it('takes few pauses where it was saved before such were refused, and keeps nothing that it did not look through', () => {
    const text = `Anna ${unlike(LIMITS.descriptionLength - 20)} CUST-123456`
    const redact = createRedact(
      [],
      [
        { name: 'customer', pattern: 'CUST-\\d{6}' },
        { name: 'old', pattern: EXPLODING },
      ],
    )

    const { value, pauses } = counted(redact?.redact(text))

    // 50,000 characters, or as many steps to make states, between two: there were over 500 before.
    expect(pauses).toBeLessThan(20)
    expect(value?.text).toMatch(/^Anna [ab]+\[old: rest of the text\]$/)
    expect(text.startsWith(value?.text.split('[')[0] ?? '')).toBe(true)
    expect(value?.redactions).toEqual({ old: 1 })
  })

  it('leaves no half of what another pattern found where the first ended', () => {
    const text = unlike(5_000)
    const redact = createRedact(
      [],
      [
        { name: 'old', pattern: EXPLODING },
        { name: 'all', pattern: '[ab]+' },
      ],
    )

    expect(counted(redact?.redact(text)).value).toEqual({
      text: '[old: rest of the text]',
      redactions: { old: 1 },
    })
  })

  it('looks through all of any text, if it can be saved', () => {
    const part = fc.constantFrom('a', 'b', '[ab]', '[^c]', '.', '\\w', '\\b', '(?:a|bc?)', '(?:[ab]a)')
    const often = fc.constantFrom('', '', '?', '*', '+', '{3}', '{0,9}', '{12}', '{2,}')
    const property = fc.property(fc.array(fc.tuple(part, often), { maxLength: 8 }), (parts) => {
      const pattern = parts.map(([one, times]) => (one === '\\b' ? one : one + times)).join('')
      fc.pre(canBeSaved(pattern))
      const redact = createRedact([], [{ name: 'own', pattern }])

      const { value } = counted(redact?.redact(unlike(4_000)))

      expect(value?.text).not.toContain('rest of the text')
    })
    fc.assert(property, { numRuns: 200, seed: 13 })
  })
})

describe('looking first for what a kind cannot do without', () => {
  const RUNS = 200
  /** Ends whatever the text left open. */
  const END = '\n¶\n'
  /** After this, every detector looks through all of the text with everything that it has. */
  const EVERYTHING = [
    'ſ @ (at) :: bearer :// -----BEGIN eyJ ghp_ ab12 1.2.3.4 123456789012 +49 171 1234567 (212) 555-1234',
    '030 12345678 8 (912) 345-67-89 11 91234-5678',
    'x'.repeat(40),
  ].join(' ¶ ')
  const piece = fc.constantFrom(
    ...'password is|Passwort: |mot de passe = |пароль: |парᲂль: |paſſword: |api key is |API-Token=|pin: |clé api: |hunter2!|Geheim_1'.split(
      '|',
    ),
    ...'sk_live_abcdefgh12|sk-proj-|ghp_|xoxb-1234567890|AKIAABCDEFGHIJKLMNOP|eyJhbGciOi.eyJzdWIiOi.SflKxwRJSM|SG.|bearer |Basic '.split(
      '|',
    ),
    ...'aB3dE5fG7hJ9|kL1mN3pQ5rS7tU9|https://u:secret1@|-----BEGIN RSA PRIVATE KEY-----|MIIB|ada@example.com|bob (at) b.org|@|.co|[at]|(dot)'.split(
      '|',
    ),
    ...'+49 |0049|(0)|171|1234567|030-|(212) |555-|0123|8 (912) |345-67-89|11 9|1234-5678|call me: |Tel.|fax #|numéro |전화 |Text '.split(
      '|',
    ),
    ...'DE89 3704 0044 0532 0130 00|GB82WEST|4111 1111|1111 1111|203.0.113.7|1.2.|::1|2001:db8:|fe80|version |٣٤٥|１２３|'.split(
      '|',
    ),
    ...' |-|.|,|/|(|)|:|\n|_|a|Z|7|0|é|語'.split('|'),
  )
  const text = fc.array(
    fc.oneof(piece, piece, fc.string({ maxLength: 6 }), fc.stringMatching(/^[\d .()+-]{1,9}$/)),
    {
      maxLength: 14,
    },
  )

  it.each([
    ...REDACTION_KINDS.map((kind) => ({ name: kind, kinds: [kind] })),
    { name: 'all kinds', kinds: [...REDACTION_KINDS] },
  ])('changes nothing: $name', async ({ kinds }) => {
    const redact = redacting(kinds)
    const property = fc.asyncProperty(text, async (pieces) => {
      const alone = pieces.join('') + END

      const [first, all] = await Promise.all([redact(alone), redact(alone + EVERYTHING)])

      expect(all?.text.slice(0, first?.text.length)).toBe(first?.text)
    })
    await fc.assert(property, { numRuns: RUNS, seed: 13 })
  })
})

function canBeSaved(pattern: string): boolean {
  try {
    checkPattern(pattern)
    return true
  } catch {
    return false
  }
}

/** Done at once, with the number of pauses that it made. */
function counted<T>(work: Generator<void, T> | undefined): { value: T | undefined; pauses: number } {
  for (let pauses = 0; ; pauses++) {
    const step = work?.next()
    if (!step || step.done) return { value: step?.value as T | undefined, pauses }
  }
}

/** Of two letters in no order. */
function unlike(length: number): string {
  return Array.from({ length }, (_, at) => (Math.imul(at * at + 1, 0x9e3779b1) & 0x10000 ? 'a' : 'b')).join(
    '',
  )
}

/** How often others are served until it is ended. */
function countTurns() {
  let turns = 0
  let ended = false
  const counted = (async () => {
    for (; !ended; turns++) await nextTurn()
  })()
  return {
    async end() {
      ended = true
      await counted
      return turns
    },
  }
}
