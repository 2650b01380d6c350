// Credentials: keys and tokens by their makers' formats, passwords by the words before them.
import { CODE_STEMS, findCodes } from './codes.ts'
import { besideKeys, findHexKeys, NEAR_STEMS } from './keys-beside-words.ts'
import { type Span, spansOf, wordsIn } from './span.ts'

/** Prefixes that makers chose so that leaked keys can be recognized. */
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
    'xapp-[\\w-]{10,}',
    'GOCSPX-[\\w-]{16,}',
    'dckr_pat_[\\w-]{16,}',
    'hv[sbr]\\.[\\w-]{20,}',
    'tskey-[\\w-]{16,}',
    'lin_api_\\w{20,}',
    'pscale_(?:tkn|pw|oauth)_[\\w.-]{16,}',
    'PMAK-[\\w-]{20,}',
    'gsk_\\w{20,}',
    'sbp_\\w{20,}',
    'sq0(?:atp|csp)-[\\w-]{16,}',
    'AT[AC]TT3[\\w=-]{20,}',
    'AGE-SECRET-KEY-1[A-Z0-9]{20,}',
    '\\d{8,10}:AA[\\w-]{32,}',
  ].join('|')})`,
  'g',
)
const KEY_BLOCK =
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?:\s{1,4}[A-Za-z-]{3,20}: [^\n]{0,100}(?=\n)){0,4}(?:\s|\\n){0,4}([A-Za-z0-9+/][A-Za-z0-9+/=\s\\]*[A-Za-z0-9+/=])/g
const IN_ADDRESS = /:\/\/[^\s/:@]{0,64}:([^\s/@]{3,128})@/g
const BEARER = /\b(?:bearer|basic|authorization: (?:token|apikey|api-key|key)?)\s+([\w.~+/=-]{8,})/gi
/** Command options: `--password hunter2`, `curl -u ada:hunter2`. */
const OPTION =
  /(?<!\S)(?:--?(?:password|passwd|pass|pw|token|secret|api-key|apikey)[ =]|-u ?["']?[^\s:"']{1,64}:)["']?([^\s"'`<>]{4,200})/gi
const PASSWORD_WORDS =
  'password|passwd|passphrase|pwd|passcode|passwort|kennwort|mot de passe|contraseña|clave|senha|parola|wachtwoord|hasło|пароль|密码|パスワード|비밀번호|암호|暗証番号|口令|şifre|heslo|jelszó|salasana|lösenord|adgangskode|passord|(?<![\\p{L}])(?:pw|psw|pswd|mdp|psk|pass|pin)'
const KEY_WORDS =
  'api[ _-]?key|apikey|api[ _-]?token|access[ _-]?token|auth[ _-]?token|refresh[ _-]?token|secret(?:[ _-]?key)?|client[ _-]?secret|private[ _-]?key|licen[cs]e[ _-]?key|token|api-schlüssel|clé api'
/** JSON quotes, XML tags and Markdown stars may surround the announcing words. */
const SAID = String.raw`\\?["'”»]?[*_]{0,2}(?:\s{0,2}(?:'s|is now|is set to|set to|is|was set to|was|to|as|ist|lautet|war|est|es|è|:=|=>|==|=|:|：|は|が|는|은|是|为|\()[*_]{0,2}\s{0,2}|>)\\?["'“«\x60]?`
const VALUE = String.raw`([^\s"'“”«»\x60,;<>()\u3000-\u30FF\u4E00-\u9FFF\uAC00-\uD7AF]{4,200})`
/**
 * "The password of the admin is now …": many other sentences begin like this, so the value must look like a password.
 */
const PASSWORD_OF = new RegExp(
  `(?:${PASSWORD_WORDS})(?: [\\p{L}'’-]{1,14}){0,6}? (?:is|was|to|ist|lautet|war|est|es|era|è|é|to jest|jest|—|–|-|:)(?: (?:now|still|currently|jetzt|noch|nun|ahora|maintenant|adesso|agora|teraz))?:? ["'“«\x60]?${VALUE}`,
  'giu',
)
const PASSWORD = new RegExp(`(?:${PASSWORD_WORDS})${SAID}${VALUE}`, 'giu')
const KEY = new RegExp(`(?<![\\p{L}])(?:${KEY_WORDS})${SAID}${VALUE}`, 'giu')
const QUOTED = new RegExp(
  `(?:${PASSWORD_WORDS})["'”»*_]{0,2}(?: ?[:=] ?| (?:is|was|ist|lautet|war|est|es|era) )["“«\x60']([^\\s"'“”«»\x60]{4,64})["”»\x60']`,
  'giu',
)
/** Statements about passwords, in quoted messages. */
const ABOUT_PASSWORDS =
  /^(?:wrong|invalid|incorrect|required|expired|weak|strong|missing|empty|null|none|undefined|falsch|ungültig|abgelaufen|incorrecto|incorrect\w*|password\w*)[.!]?$/i
/** With nothing in between: "password Winter2024!". */
/** The same for keys: "token 7f3d2a105b1c". */
const KEY_ALONE =
  /(?<![\p{L}-])(?:api[ -]?key|access key|secret key|token|secret) ["'“`]?([A-Za-z0-9_-]{12,64})(?![\w.@/])/giu
const PASSWORD_ALONE =
  /(?<![\p{L}])(?:password|passphrase|passcode|passwort|kennwort|wachtwoord|mot de passe|contraseña|senha|hasło|pw|pwd|pass) ["'“«`]?([^\s"'“”«»`,;<>()]{6,64})/giu
/** Names in configuration, such as `AWS_SECRET_ACCESS_KEY` and `dbPassword`. */
const ASSIGNED =
  /(?:secret|token|passw(?:or)?d|passphrase|pwd|api_?key|access_?key|account_?key|private_?key|signing_?key|encryption_?key|master_?key|credential)([\w-]{0,40})\\?["'`]?\s{0,2}(?::=|=>|[:=])\s{0,2}\\?["'`]?([^\s"'`,;<>(){}]{4,300})/gi
/** Names with these endings are not credentials. */
const ABOUT =
  /(?:id|name|type|count|length|size|limit|expir\w{0,10}|ttl|ur[il]|path|file|policy|reset|used|usage|required|max\w{0,20}|prefix|status|at|in|version|hint|s)$/i
/** "Login: admin / Winter2024!" */
const PAIR =
  /(?<!\p{L})(?:log-?in|credentials?|creds|user(?:name)?|zugang\p{L}*|identifiants?|usuario|acceso|accesso|konto|account|logowanie|(?:log(?:s|ged|ging)?|sign(?:s|ed|ing)?) ?in (?:with|as|using))[ :=]{1,3}(?:(?:is|are|ist|sind|data|for|of|the)[ :]{1,2}){0,2}[\w.@+-]{1,60}(?: ?[/|] ?|:)["'`]?([^\s"'`,;<>()]{6,64})/giu
/** The end of webhook addresses, which anyone who knows them can post to. */
const HOOK =
  /(?:hooks\.slack\.com\/(?:services|workflows)\/\w{1,20}\/\w{1,20}\/|discord(?:app)?\.com\/api\/webhooks\/\d{1,24}\/|api\.telegram\.org\/bot)([\w:-]{16,200})/gi
const SHELL =
  /(?:mysql\w{0,6}|mariadb\w{0,6}|sshpass|7z)(?!\w)[^\n|;]{0,100}? -p ?["']?([^\s"'<>|;-][^\s"'<>|;]{3,64})/gi
const COOKIE =
  /(?<![\w.-])(?:[\w.-]{0,24}sess(?:ion|id)?[\w-]{0,12}|[\w.-]{0,16}sid|[\w-]{0,16}jwt|remember[\w-]{0,12}|[cx]srf[\w-]{0,12})=([^\s"'`,;<>&]{16,400})/gi
const LONG = /(?<![\w+/=.@-])[A-Za-z0-9_-]{32,200}(?![\w+/=@])/g
const SEED =
  /(?:seed|mnemonic|recovery)(?: phrase| words?)?["'”»]?(?: is| was|:| =|=){0,2}\s{1,2}["'“«`]?((?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8})(?![a-z])/gi
/** Parts of the words above. Searching for these first is ten times as fast, and most notes contain none. */
const PASSWORD_STEMS =
  /pass|pwd|pw|psw|mdp|psk|pin(?![a-z])|şifre|heslo|jelszó|salasana|lösenord|adgangskode|암호|暗証番号|口令|kennwort|mot de passe|contrase|clave|senha|parola|wachtwoord|hasło|парол|密码|パスワード|비밀번호/
const KEY_STEMS = /key|token|secret|schlüssel|clé/
const ASSIGNED_STEMS = /secret|token|pass|pwd|key|credential/
const BEARER_STEMS = /bearer|basic|authorization/
const OPTION_STEMS = /-(?:-?pass|-?pw|-?token|-?secret|-?api|u ?[^\s:]{1,64}:)/
const PAIR_STEMS =
  /log-?(?:s|ged|ging)? ?in|sign\w{0,3} in|cred|user|zugang|identifiant|usuario|acces|konto|account|logowanie/
const HOOK_STEMS = /hooks\.slack|webhooks\/|telegram/
const SHELL_STEMS = /mysql|mariadb|sshpass|7z/
const COOKIE_STEMS = /ses|sid=|jwt|remember|srf/
const SEED_STEMS = /seed|mnemonic|recovery/
const ANY_STEMS = new RegExp(
  [BEARER_STEMS, SEED_STEMS, PASSWORD_STEMS, KEY_STEMS, ASSIGNED_STEMS, CODE_STEMS, NEAR_STEMS]
    .map(({ source }) => source)
    .join('|'),
)
const MARKS =
  'xapp- GOCSPX- dckr_pat_ hvs. hvb. hvr. tskey- lin_api_ pscale_ PMAK- gsk_ sbp_ sq0 ATATT3 ATCTT3 AGE-SECRET :AA sk- sk_ pk_ rk_ ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat- xox AKIA ASIA AIza ya29. SG. hf_ npm_ pypi- dop_ shpat shpss shpca whsec_ fnk_ fnp_ fno_ fnr_ fns_ eyJ'.split(
    ' ',
  )
const LEAST_MARKED = 11 // letters, digits, - and _ in a row, which each marked key has
const LEAST_LONG = 32
export function findSecrets(text: string): Span[] {
  const find = (pattern: RegExp, accept?: (candidate: string) => boolean) =>
    spansOf(text, 'secret', pattern, accept)
  const says = wordsIn(text)
  const marked = hasRun(text, LEAST_MARKED) && MARKS.some((mark) => text.includes(mark))
  return [
    ...(marked ? find(MARKED) : []),
    ...(text.includes('-----BEGIN') ? find(KEY_BLOCK) : []),
    ...(text.includes('://') ? find(IN_ADDRESS) : []),
    ...(text.includes('/') && says(HOOK_STEMS) ? find(HOOK) : []),
    ...(text.includes('-') && says(OPTION_STEMS) ? find(OPTION, isGiven) : []),
    ...(text.includes(' -p') && says(SHELL_STEMS) ? find(SHELL) : []),
    ...(text.includes('=') && says(COOKIE_STEMS)
      ? find(COOKIE, (candidate) => looksMade(candidate) && new Set(candidate).size >= 10)
      : []),
    ...(/[/|]|\w:\w/.test(text) && says(PAIR_STEMS)
      ? find(PAIR, (candidate) => looksStrong(withoutStop(candidate))).map(unstopped(text))
      : []),
    ...(says(ANY_STEMS) ? afterWords(text) : []),
    ...findHexKeys(text),
    ...(hasRun(text, LEAST_LONG) ? find(LONG, looksRandom) : []),
  ]
}
/** Values that the words before or next to them announce as secrets. */
function afterWords(text: string): Span[] {
  const find = (pattern: RegExp, accept: (candidate: string) => boolean) =>
    spansOf(text, 'secret', pattern, (candidate) => accept(withoutStop(candidate))).map(unstopped(text))
  const says = wordsIn(text)
  return [
    ...(says(BEARER_STEMS) ? find(BEARER, looksEncoded) : []),
    ...(says(SEED_STEMS) ? find(SEED, () => true) : []),
    ...(says(PASSWORD_STEMS)
      ? [
          ...find(PASSWORD, looksChosen),
          ...find(QUOTED, (candidate) => isGiven(candidate) && !ABOUT_PASSWORDS.test(candidate)),
          ...find(PASSWORD_OF, looksOwn),
          ...find(PASSWORD_ALONE, looksStrong),
        ]
      : []),
    ...(says(KEY_STEMS)
      ? [
          ...find(KEY, looksMade),
          ...find(
            KEY_ALONE,
            (candidate) => looksMade(candidate) && (candidate.match(/\d/g) ?? []).length >= 3,
          ),
        ]
      : []),
    ...(says(ASSIGNED_STEMS) ? assigned(text) : []),
    ...(says(CODE_STEMS) ? findCodes(text) : []),
    ...(says(NEAR_STEMS) ? besideKeys(text) : []),
  ]
}
/** Whether there is a run of this many letters, digits, - and _. Looking at one character in `length` is enough. */
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
/** A final period belongs to the sentence. */
const withoutStop = (candidate: string): string => candidate.replace(/(?<![.?:\\])[.?:\\]+$/, '')
const unstopped =
  (text: string) =>
  ({ start, end, kind }: Span): Span => ({
    start,
    end: start + withoutStop(text.slice(start, end)).length,
    kind,
  })
/** Not a word of a sentence, as in "the password is wrong", and not hidden by stars or a placeholder already. */
function looksChosen(candidate: string): boolean {
  if (candidate.length < 4 || /^(?:[*•…x]+|[[{<].*|https?:.*)$/i.test(candidate)) return false
  if (/^\d+$/.test(candidate)) return candidate.length >= 6
  if (/^\d{1,2}-?\p{L}+$/u.test(candidate)) return false // "8-digit"
  return (
    /\d/.test(candidate) ||
    /\p{L}[!@#$%^&*_+=]+\p{L}/u.test(candidate) ||
    /^[a-z]{3,}(?:-[a-z]{3,}){2,}$/.test(candidate)
  )
}
const looksMade = (candidate: string): boolean =>
  candidate.length >= 8 &&
  /\d/.test(candidate) &&
  /[A-Za-z]/.test(candidate) &&
  !/^(?:https?:|[\d.-]+$|\[)/.test(candidate)
/** Lowercase, uppercase and digits mixed more than in words, ids or hashes. */
function looksRandom(candidate: string): boolean {
  if (!/[a-z]/.test(candidate) || !/[A-Z]/.test(candidate) || (candidate.match(/\d/g) ?? []).length < 3)
    return false
  const changes = candidate.match(/[a-z](?=[A-Z0-9])|[A-Z](?=[a-z0-9])|\d(?=[A-Za-z])/g) ?? []
  return changes.length >= candidate.length / 4 && new Set(candidate).size >= 16
}
/** Values of telling names, whatever they look like, but not of names such as `token_count`. */
function assigned(text: string): Span[] {
  const spans: Span[] = []
  for (const match of text.matchAll(ASSIGNED)) {
    const [whole, more = '', value = ''] = match
    const candidate = withoutStop(value)
    const isPlain = /[:=]\s/.test(whole.slice(0, -value.length)) || !whole.includes('=')
    if (ABOUT.test(more) || !isGiven(candidate) || (isPlain && !looksMade(candidate))) continue
    const start = match.index + whole.length - value.length
    spans.push({ start, end: start + candidate.length, kind: 'secret' })
  }
  return spans
}
/** Not a placeholder, and not code that reads the value. */
const isGiven = (candidate: string): boolean =>
  candidate.length >= 4 &&
  !/^(?:[*•…x.]+$|[*•…x]{3}|[$%#[{<|&]|https?:|\/|(?:your|my|the|some|example|dummy|insert|replace|change)[_-]|(?:process|os|env|secrets|config|settings)\b)/i.test(
    candidate,
  ) &&
  !/^(?:true|false|null|none|nil|undefined|required|optional|string|text|password|secret|token|value|hidden|redacted|empty|example|number|int\w*|bool\w*|\d{1,5})$/i.test(
    candidate,
  )
const looksEncoded = (candidate: string): boolean =>
  candidate.length >= 16
    ? looksMade(candidate) || /[a-z][A-Z]/.test(candidate)
    : /[a-z][A-Z].{0,16}[a-zA-Z\d=]{4}/.test(candidate)
/** Letters with a digit or symbol. */
const looksOwn = (candidate: string): boolean =>
  looksChosen(candidate) &&
  candidate.length >= 6 &&
  /\p{L}/u.test(candidate) &&
  !/^(?:\d+-|v\d|oauth|sha|md5|http)/i.test(candidate)
/** A word with a capital, a digit or a symbol, as password rules demand. */
const looksStrong = (candidate: string): boolean =>
  looksChosen(candidate) &&
  /\p{L}/u.test(candidate) &&
  /\d/.test(candidate) &&
  !/^(?:\d+-|v\d|oauth|sha|md5|bcrypt|base64|argon|utf|http|\[)/i.test(candidate) &&
  (/[^\p{L}\d.:/-]/u.test(candidate) ||
    (/\p{Lu}/u.test(candidate) && /\p{Ll}/u.test(candidate)) ||
    /^\p{L}+\d{2,}$/u.test(candidate) ||
    /^[\p{L}\d]+(?:-[\p{L}\d]+){2,}$/u.test(candidate))
