// Detects a text's language from its script and function words, which is enough to choose a channel, a stemmer and a
// full-text configuration. The n-gram tables of a language detector would take 45 MB of memory or more.
import { foldText, wordsOf } from './words.ts'

const FUNCTION_WORDS: Record<string, string> = {
  en: 'the a an and or but of to in on at for with from by is are was were be been am it its this that these those i my me you your he she they them their we our not no dont doesnt cant wont can could would should will do does did have has had how what when where why who which there here please if so than then when after before because about into out up just only also very more most some any all as get w need help',
  fr: 'le la les un une des du de et ou mais dans sur pour par avec sans est sont etait etre je tu il elle nous vous ils elles mon ma mes ton votre vos son sa ses ce cette ces ne pas plus que qui quoi dont quand comment pourquoi tres trop bien aussi depuis au aux en y se me lui leur fait faire peut cela ca merci tout tous impossible toujours jamais quel quelle',
  es: 'el la los las un una unos unas de del y o pero en con por para sin es son era ser estar esta estan yo tu usted ella nosotros ellos mi mis su sus que quien cuando como donde porque muy mas tambien no si se le les lo al hay ha han puede puedo desde hasta todo gracias cuando',
  de: 'der die das den dem des ein eine einen einem einer und oder aber in im an auf fur mit von zu zum zur bei nach aus ist sind war waren sein haben hat ich du er sie es wir ihr mein meine nicht kein keine wie was wann wo warum wenn dass auch sehr mehr nur noch schon kann konnen wird werden bitte',
  it: 'il lo la gli le un uno una di del della dei delle e o ma in con per su da dal non che chi come quando dove perche molto piu anche sono era essere ho ha hanno mio mia suo sua questo questa si se ci al alla nel nella puo grazie',
  pt: 'o a os as um uma uns de do da dos das e ou mas em no na nos nas com por para sem nao que quem quando como onde porque muito mais tambem sao foi ser estar esta eu tu voce ele ela meu minha seu sua este esta se ao pode tem obrigado',
  nl: 'de het een en of maar in op aan voor met van naar bij uit is zijn was waren ik jij hij zij wij mijn jouw niet geen wat wie waar wanneer waarom hoe als dat ook zeer meer nog al kan kunnen wordt worden heeft hebben te om er',
  sv: 'och eller men att det den ett en i pa for med av till fran ar var jag du han hon vi ni de min mitt inte ingen vad vem nar hur om som ocksa mycket mer kan ska har hade',
  pl: 'i oraz lub ale w na z ze do od dla po jest sa byl byc nie tak co kto kiedy jak gdzie dlaczego to ten ta moj moja jego sie juz tylko bardzo moze mam',
}

const SCRIPTS: [language: string, script: RegExp][] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['th', /\p{Script=Thai}/gu],
]
const LETTERS = /\p{L}/gu
const READ_CHARACTERS = 1_000

const languagesOfWord = new Map<string, string[]>()
for (const [language, words] of Object.entries(FUNCTION_WORDS)) {
  for (const word of new Set(words.split(' '))) {
    languagesOfWord.set(word, [...(languagesOfWord.get(word) ?? []), language])
  }
}

function scriptLanguage(text: string): string | undefined {
  const letters = text.match(LETTERS)?.length ?? 0
  return SCRIPTS.find(([, script]) => (text.match(script)?.length ?? 0) > letters * 0.3)?.[0]
}

/** A word that several languages share counts less for each. */
function functionWordVotes(text: string): Map<string, number> {
  const votes = new Map<string, number>()
  for (const word of wordsOf(foldText(text).replace(/['’]/g, ' '))) {
    const languages = languagesOfWord.get(word) ?? []
    for (const language of languages) votes.set(language, (votes.get(language) ?? 0) + 1 / languages.length)
  }
  return votes
}

/** An ISO 639-1 code; English unless another language is more likely. */
export function detectLanguage(text: string): string {
  const read = text.slice(0, READ_CHARACTERS)
  const byScript = scriptLanguage(read)
  if (byScript) return byScript
  const votes = functionWordVotes(read)
  let best = 'en'
  for (const [language, count] of votes) {
    // A tie, or a single word such as "on" or "me", stays English.
    if (count > (votes.get(best) ?? 0) + 0.4) best = language
  }
  return best
}
