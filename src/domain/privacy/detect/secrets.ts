// What opens a door: keys and tokens by the form that their makers gave them, passwords by the words before them.
import { type Span, spansOf, wordsIn } from './span.ts'

/** Beginnings that makers chose so that leaked ones are found. */
const MARKED = new RegExp(
  `(?<![\\w-])(?:${[
    'sk-(?:[a-z]+-)*[A-Za-z0-9_-]{16,}',
    '(?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{10,}',
    'gh[pousr]_[A-Za-z0-9]{20,}',
    'github_pat_\\w{20,}',
    'glpat-[\\w-]{18,}',
    'xox[abposr]-[\\w-]{10,}',
    '(?:AKIA|ASIA)[A-Z0-9]{16}',
    'AIza[\\w-]{30,}',
    'ya29\\.[\\w-]{20,}',
    'SG\\.[\\w-]{16,}\\.[\\w-]{16,}',
    'hf_[A-Za-z0-9]{20,}',
    'npm_[A-Za-z0-9]{20,}',
    'pypi-[\\w-]{20,}',
    'dop_v1_[a-f0-9]{20,}',
    'shp(?:at|ss|ca)_[a-fA-F0-9]{20,}',
    'whsec_[\\w+/=-]{16,}',
    'fn[kpors]_[\\w-]{16,}',
    'eyJ[\\w-]{8,}\\.eyJ[\\w-]{8,}\\.[\\w-]{8,}',
  ].join('|')})`,
  'g',
)
const KEY_BLOCK =
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[A-Za-z0-9+/=\s]*(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?/g
const IN_ADDRESS = /:\/\/[^\s/:@]{1,64}:([^\s/:@]{3,128})@/g
const BEARER = /\b(?:bearer|basic)\s+([\w.~+/=-]{16,})/gi

const PASSWORD_WORDS =
  'password|passwd|passphrase|pwd|passcode|passwort|kennwort|mot de passe|contraseña|clave|senha|parola|wachtwoord|hasło|пароль|密码|パスワード|비밀번호'
const KEY_WORDS =
  'api[ _-]?key|apikey|api[ _-]?token|access[ _-]?token|auth[ _-]?token|refresh[ _-]?token|secret(?:[ _-]?key)?|client[ _-]?secret|private[ _-]?key|token|api-schlüssel|clé api|pin'
const SAID = String.raw`["'”»]?\s{0,2}(?:is now|is|was|ist|lautet|war|est|es|è|:=|=>|=|:|：|は|\()\s{0,2}["'“«\x60]?`
const VALUE = String.raw`([^\s"'“”«»\x60,;<>()]{4,200})`
const PASSWORD = new RegExp(`(?:${PASSWORD_WORDS})${SAID}${VALUE}`, 'giu')
const KEY = new RegExp(`(?<![\\p{L}])(?:${KEY_WORDS})${SAID}${VALUE}`, 'giu')
const LONG = /(?<![\w+/=.@-])[A-Za-z0-9_-]{32,200}(?![\w+/=@])/g

/** Parts of the words above: looking for these first is ten times as fast, and most notes have none. */
const PASSWORD_STEMS =
  /passw|passp|passc|pwd|kennwort|mot de passe|contrase|clave|senha|parola|wachtwoord|hasło|парол|密码|パスワード|비밀번호/
const KEY_STEMS = /key|token|secret|schlüssel|clé|pin/
const BEARER_STEMS = /bearer|basic/
const MARKS =
  'sk- sk_ pk_ rk_ ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat- xox AKIA ASIA AIza ya29. SG. hf_ npm_ pypi- dop_ shpat shpss shpca whsec_ fnk_ fnp_ fno_ fnr_ fns_ eyJ'.split(
    ' ',
  )
const LEAST_MARKED = 11 // letters, digits, - and _ in a row, which each of them has
const LEAST_LONG = 32

export function findSecrets(text: string): Span[] {
  const find = (pattern: RegExp, accept?: (found: string) => boolean) =>
    spansOf(text, 'secret', pattern, accept)
  const says = wordsIn(text)
  const marked = hasRun(text, LEAST_MARKED) && MARKS.some((mark) => text.includes(mark))
  return [
    ...(marked ? find(MARKED) : []),
    ...(text.includes('-----BEGIN') ? find(KEY_BLOCK) : []),
    ...(text.includes('://') ? find(IN_ADDRESS) : []),
    ...(says(BEARER_STEMS) ? find(BEARER, looksMade) : []),
    ...(says(PASSWORD_STEMS)
      ? find(PASSWORD, (found) => looksChosen(withoutStop(found))).map(unstopped(text))
      : []),
    ...(says(KEY_STEMS) ? find(KEY, (found) => looksMade(withoutStop(found))).map(unstopped(text)) : []),
    ...(hasRun(text, LEAST_LONG) ? find(LONG, looksRandom) : []),
  ]
}

/** Whether there are so many letters, digits, - and _ in a row: one in so many characters has to be looked at. */
function hasRun(text: string, length: number): boolean {
  for (let at = length - 1; at < text.length; at += length) {
    let from = at
    let to = at + 1
    while (from > at - length && isTokenCharacter(text.charCodeAt(from))) from--
    if (from === at) continue
    while (to < from + 1 + length && isTokenCharacter(text.charCodeAt(to))) to++
    if (to - from - 1 >= length) return true
  }
  return false
}

const isTokenCharacter = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 48 && code <= 57) ||
  code === 95 ||
  code === 45

/** The full stop belongs to the sentence. */
const withoutStop = (found: string): string => found.replace(/[.?:]+$/, '')

const unstopped =
  (text: string) =>
  ({ start, end, kind }: Span): Span => ({
    start,
    end: start + withoutStop(text.slice(start, end)).length,
    kind,
  })

/** No word of a sentence, as in "the password is wrong"; stars and placeholders hide it already. */
function looksChosen(found: string): boolean {
  if (found.length < 4 || /^(?:[*•…x]+|[[{<].*|https?:.*)$/i.test(found)) return false
  if (/^\d+$/.test(found)) return found.length >= 6
  if (/^\d{1,2}-?\p{L}+$/u.test(found)) return false // "8-digit"
  return /\d/.test(found) || /\p{L}[!@#$%^&*_+=]+\p{L}/u.test(found)
}

const looksMade = (found: string): boolean =>
  found.length >= 8 && /\d/.test(found) && /[A-Za-z]/.test(found) && !/^(?:https?:|[\d.-]+$|\[)/.test(found)

/** Letters of both cases and digits in turn, as no word, id or hash has them. */
function looksRandom(found: string): boolean {
  if (!/[a-z]/.test(found) || !/[A-Z]/.test(found) || (found.match(/\d/g) ?? []).length < 3) return false
  const changes = found.match(/[a-z](?=[A-Z0-9])|[A-Z](?=[a-z0-9])|\d(?=[A-Za-z])/g) ?? []
  return changes.length >= found.length / 4 && new Set(found).size >= 16
}
