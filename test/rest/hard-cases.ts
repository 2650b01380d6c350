// Values that every operation must take well or refuse well, written once for all of them.
import { v7 } from 'uuid'
import { LIMITS } from '../../src/contract/limits.ts'

type Named<T> = [name: string, value: T]

/** Text that must come back, and be stored, exactly as it was sent. */
export const FAITHFUL_TEXTS: Named<string>[] = [
  ['leading and trailing spaces', '  padded \t'],
  ['emoji of several code points', 'works 👩‍👩‍👧‍👦 fine 🇳🇱'],
  ['right-to-left text', 'הייצוא נעצר \u202Eabc'],
  ['line breaks of all kinds', 'one\ntwo\r\nthree\u2028four'],
  ['combining marks, not composed', 'cafe\u0301 \u212B'],
  ['control characters other than NUL', 'a\u0001\u001Bb\u007F'],
  ['what array and string literals escape', `NULL {a,"b"} \\ ' \\' $1 %s`],
  ['the word NULL alone', 'NULL'],
  ['a non-character', 'x\uFFFF'],
  ['a byte order mark', '\uFEFFx'],
]

export const BLANK_TEXTS: Named<string>[] = [
  ['empty', ''],
  ['a space', ' '],
  ['tab and line break', '\t\r\n'],
  ['no-break and ideographic spaces', '\u00A0\u3000\u2003'],
  ['a next-line character', '\u0085'],
]

export const UNSTORABLE_TEXTS: Named<string>[] = [
  ['NUL', 'a\u0000b'],
  ['a lone high surrogate', 'a\uD83D'],
  ['a lone low surrogate', '\uDE00b'],
  ['surrogates the wrong way round', 'a\uDE00\uD83D'],
]

/** What is no string, although it could be made one. */
export const NOT_STRINGS: Named<unknown>[] = [
  ['a number', 5],
  ['true', true],
  ['null', null],
  ['an array', ['a']],
  ['an object', { a: 'b' }],
]

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)))

export const UNREADABLE_BODIES: Named<string | Uint8Array>[] = [
  ['a truncated object', '{"user_id": "u"'],
  ['a word', 'hello'],
  ['a trailing comma', '{"user_id": "u",}'],
  ['single quotes', "{'user_id': 'u'}"],
  ['NaN', '{"user_id": NaN}'],
  ['a raw NUL in a string', '{"user_id": "\u0000"}'],
  ['a raw line break in a string', '{"user_id": "\n"}'],
  ['a byte that is not UTF-8', bytes('{"user_id": "', [0xff], '"}')],
  ['a character cut short', bytes('{"user_id": "', [0xe2, 0x82])],
  ['a surrogate encoded as UTF-8', bytes('{"user_id": "', [0xed, 0xa0, 0x80], '"}')],
  ['UTF-16', Buffer.from('{"user_id": "u"}', 'utf16le')],
]

/** Readable JSON that is no object. */
export const NOT_OBJECTS: Named<string>[] = [
  ['nothing', ''],
  ['null', 'null'],
  ['a number', '5'],
  ['a string', '"user_id"'],
  ['an array', '[]'],
  ['a nest as deep as may be', '['.repeat(LIMITS.jsonDepth) + ']'.repeat(LIMITS.jsonDepth)],
]

export const WRONG_CONTENT_TYPES: Named<string>[] = [
  ['plain text', 'text/plain'],
  ['a form', 'application/x-www-form-urlencoded'],
  ['a multipart form', 'multipart/form-data; boundary=x'],
  ['a name that only starts like JSON', 'application/jsonlines'],
  ['a JSON dialect', 'application/vnd.api+json'],
  ['nothing after the slash', 'application/'],
  ['no media type at all', 'json'],
]

export const JSON_CONTENT_TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset="UTF-8"',
  'Application/JSON',
  'application/json ; charset=utf-8',
]

/** Addresses of no project that the key can reach. Callers must not be able to tell them apart. */
export const UNREACHABLE_PROJECTS: Named<string>[] = [
  ['an unknown project', v7()],
  ['a malformed id', 'not-a-uuid'],
  ['an id without hyphens', v7().replaceAll('-', '')],
  ['an encoded NUL', '%00'],
  ['broken percent-encoding', '%zz'],
  ['percent-encoding that is not UTF-8', '%ff'],
  ['an encoded slash', '..%2f..'],
  ['a quote and SQL', "'%20OR%201=1--"],
  ['a segment of 300 characters', 'a'.repeat(300)],
  ['a segment of 9,000 characters', 'a'.repeat(9_000)],
]

/** Requests whose key opens nothing. */
export const USELESS_KEYS: Named<Record<string, string>>[] = [
  ['no key', {}],
  ['an unknown key', { Authorization: 'ApiKey fnk_unknown' }],
  ['an unknown key in X-Api-Key', { 'X-Api-Key': 'fnk_unknown' }],
  ['a scheme without a key', { Authorization: 'ApiKey' }],
  ['an empty X-Api-Key', { 'X-Api-Key': '' }],
  ['a very long key', { 'X-Api-Key': 'k'.repeat(10_000) }],
]

export const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

export const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
