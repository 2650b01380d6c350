// The words of a text that carry its matter: enough to see whether a written title speaks of what it should.

const words = new Intl.Segmenter(undefined, { granularity: 'word' })

// Function words of the languages seen most, and words that fit any issue at all.
const EMPTY_WORDS = new Set(
  `a an and are but can cannot could did does for from had has have how into its just more most not now off
  one only our out over own she should some such than that the their them then there these they this those
  too was were what when where which while who why will with without would you your about after again all also
  any because been before being between both very
  les des une est pas pour que qui dans avec sur son ses mais plus
  der die das und ist nicht ein eine den dem mit von auf für sich
  los las una por para con del como pero más
  issue issues problem problems user users feedback report reports reported observation observations
  summary title product app customer customers`.split(/\s+/),
)

export function contentWords(text: string): Set<string> {
  const found = new Set<string>()
  for (const { segment, isWordLike } of words.segment(text.normalize('NFKC').toLowerCase())) {
    if (isWordLike && carriesMatter(segment)) found.add(formless(segment))
  }
  return found
}

export function shareContentWord(a: string, b: string): boolean {
  const wordsOfB = contentWords(b)
  return [...contentWords(a)].some((word) => wordsOfB.has(word))
}

// Scripts written without spaces have words of two characters; elsewhere these are particles.
function carriesMatter(word: string): boolean {
  const shortest = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(word) ? 2 : 3
  return [...word].length >= shortest && !EMPTY_WORDS.has(word)
}

// Plural and verb endings left out by a common beginning: coarse, as a title that is off shares nothing.
function formless(word: string): string {
  return [...word.replace(/s$/, '')].slice(0, 5).join('')
}
