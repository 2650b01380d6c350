// Where else an issue was seen: devices, systems, browsers and versions that notes name but the sentence above does
// not. Their names are the same in all languages.

const ON =
  /\b(?:iPadOS|iOS|watchOS|Android|iPhone|iPad|macOS|Windows(?= \d|,|\.|;| and | or )|Linux|Ubuntu|ChromeOS|Apple Watch|Pixel|Galaxy [A-Z]\d+)(?: (?:\d{1,2}(?:\.\d{1,2}){0,2}|\d{2}\.\d{2}))?(?![\w-])/g
const IN = /\b(?:Chrome|Firefox|Safari)\b|(?<=\b(?:in|on|with|mit|avec|con|com) )(?:Edge|Opera|Brave)\b/g
const VERSION = /(?<=\b(?:version|Version|versión|versão|versie) |\bv)\d{1,4}(?:\.\d{1,5}){1,3}\b/g

const MOST = 3

type Words = {
  seen: string
  reported: string
  on: string
  in: string
  version: string
  colon: string
  end: string
}

const latin = (seen: string, reported: string, on: string, inside: string, version: string): Words => ({
  seen,
  reported,
  on: `${on} `,
  in: `${inside} `,
  version: `${version} `,
  colon: ': ',
  end: '.',
})
const dense = (seen: string, reported: string, version: string): Words => ({
  seen,
  reported,
  on: '',
  in: '',
  version,
  colon: '：',
  end: '。',
})

const ENGLISH = latin('Also seen', 'Also reported', 'on', 'in', 'in version')
const IN_LANGUAGE = new Map<string, Words>(
  Object.entries({
    en: ENGLISH,
    de: latin('Auch gesehen', 'Auch berichtet', 'auf', 'in', 'in Version'),
    fr: latin('Vu aussi', 'Signalé aussi', 'sur', 'dans', 'dans la version'),
    es: latin('Visto también', 'También se informó', 'en', 'en', 'en la versión'),
    pt: latin('Visto também', 'Também relatado', 'em', 'em', 'na versão'),
    it: latin('Visto anche', 'Segnalato anche', 'su', 'in', 'nella versione'),
    nl: latin('Ook gezien', 'Ook gemeld', 'op', 'in', 'in versie'),
    pl: latin('Zauważono też', 'Zgłoszono też', 'na', 'w', 'w wersji'),
    ru: latin('Также замечено', 'Также сообщают', 'на', 'в', 'в версии'),
    ko: latin('다른 환경', '다른 보고', '', '', '버전'),
    ja: dense('他の環境', '他の報告', 'バージョン '),
    zh: dense('其他环境', '其他反馈', '版本 '),
  }),
)

const wordsFor = (language: string): Words => IN_LANGUAGE.get(language) ?? ENGLISH

/** "Also seen: on iOS; on Android 14." Null when no other place is named. */
export function whereElse(texts: string[], said: string, language: string): string | null {
  const words = wordsFor(language)
  const places = [
    ...placesIn(texts, said, ON, words.on),
    ...placesIn(texts, said, IN, words.in),
    ...placesIn(texts, said, VERSION, words.version),
  ].slice(0, MOST)
  return places.length === 0 ? null : `${words.seen}${words.colon}${places.join('; ').trim()}${words.end}`
}

/** A sentence of another note, attributed as such. */
export function alsoReported(sentence: string, language: string): string {
  const { reported, colon } = wordsFor(language)
  return `${reported}${colon}${sentence}`
}

/** The places that most notes name first; with the version if all of them name the same. */
function placesIn(texts: string[], said: string, pattern: RegExp, before: string): string[] {
  const named = new Map<string, { notes: number; as: Set<string> }>()
  for (const text of texts)
    for (const found of new Set(text.match(pattern) ?? [])) {
      const name = /^\d/.test(found) ? found : found.replace(/ [\d.]+$/, '')
      const known = named.get(name) ?? { notes: 0, as: new Set() }
      named.set(name, { notes: known.notes + 1, as: known.as.add(found) })
    }
  return [...named]
    .filter(([name]) => !said.includes(name))
    .sort(([, one], [, other]) => other.notes - one.notes)
    .map(([name, { as }]) => `${before}${as.size === 1 ? [...as][0] : name}`)
}
