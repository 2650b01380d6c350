// Signs that a sentence is about one person's circumstances instead of the issue: who they are, what they own, how they
// reacted, when and where it happened. English, in which agents write most; numbers, names and quotation marks work in
// any language. Collected from notes on about seventy invented products.

const anyOf = (words: string): string =>
  `\\b(?:${words
    .split('|')
    .map((word) => word.trim())
    .join('|')})\\b`
const has = (words: string): RegExp => new RegExp(anyOf(words), 'i')

const RELATIVES = `wife|husband|mother|father|mum|mom|dad|sons?|daughters?|sister|brother|grand\\w+|parents|kids|
  twins|baby|toddler|neighbou?rs?|boss|friends?|girlfriend|boyfriend|fianc[eé]e?|spouse|aunt|uncle|cousin|niece|nephew`
const SITUATION = `works (?:as|at|for|in|nights?)|lives (?:in|on|with|alone)|moved to|retired|widow\\w*|pensioner|
  freelanc\\w+|(?:runs|owns|manages|operates) (?:an?|the|two|three|four|five|six|seven|eight|\\d+)`
const FELT = `cried|laugh\\w*|jok(?:es|ed|ing)|smil\\w+|grumbl\\w+|sigh\\w*|swore|shout\\w*|blush\\w*|embarrass\\w*|
  furious|annoy\\w+|angry|upset|delighted|relieved|relief|proud|ashamed|tearful|politely|calmly|patiently|cheerful\\w*|
  frustrated|irritat\\w+|thanks|thanked|thankful|grateful|shrug\\w*|amus\\w+|wink\\w*|feels|felt|afraid|scared|sad`
const IN_PASSING = `threatens|threatened|swears|vows|considers (?:leaving|switching|cancel\\w+)|competitor|rival|
  will (?:leave|switch|cancel)|gave up|phoned|noticed|has seen|saved up|knows|mentioned|in passing|by the way|likes (?:it|to)|apologi[sz]ed`
const ONCE = `yesterday|today|tonight|last (?:night|week|month|year|spring|summer|autumn|fall|winter|\\w+day)|
  (?:years|months|weeks|days) ago|used to|former|before that|back then|trade fair|wedding|holiday|vacation|birthday|
  christmas|on the (?:train|bus|way)`
const DAYS = `mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|january|february|march|april|june|
  july|august|september|october|november|december`
const NUMBERS = `two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|sixteen|twenty|thirty|forty|fifty|
  sixty|eighty|hundred|thousand|dozen|fortnight`
const STAFF = `person|people|employees?|staff|agents?|members?|colleagues|seats?|locations?|branches|stores|shops|venues|
  sites|desks|teachers|nurses|drivers`
const TELLERS = `he|she|they|(?:the )?(?:user|customer|client|caller|owner|manager)`
const REMARKS = `says?|said|notes?|adds?|added|thinks?|jokes?|claims?|wrote|writes|explains?|suspects?|wonders?`
const TRADES = `\\w+(?:er|or|ist|ian|man|woman)|nurse|chef|coach|clerk|pilot|parent|couple|family|firm|company|agency|
  school|studio|shop|café|bakery|clinic|practice|hotel|club|charity|startup|student|assistant|accountant|consultant`

/** "Sugar beet grower; …", "Small agency in Leeds: …" */
const PERSON_FIRST = new RegExp(
  `^(?:[\\p{L}'-]+ ){0,3}${anyOf(TRADES)}(?: (?:of|from|in|at|with) [^,;:.]+)?[;:] `,
  'iu',
)

const SIGNS: [weight: number, sign: RegExp][] = [
  [1, has(RELATIVES)],
  [1, has(SITUATION)],
  [1, PERSON_FIRST],
  [0.6, /^(?:he|she|i|his|her|my)\b/i],
  [1, /years?[- ]old\b|\b(?:he's|she's|is|aged|turns) \d{2}\b(?! ?(?:%|percent|\w+s\b))/i],
  [1, new RegExp(`(?:\\d|${anyOf(NUMBERS)})[- ]${anyOf(STAFF)}`, 'i')],
  [0.7, has(FELT)],
  [0.5, new RegExp(`[,;] ${anyOf(TELLERS)}(?: \\w+ly)? ${anyOf(REMARKS)}`, 'i')],
  [0.5, has(IN_PASSING)],
  // What support did about the issue, not the issue itself.
  [0.5, /^(?:the )?(?:agent|support|hotline|chat)\b/i],
  [0.6, has(ONCE)],
  [0.4, has(DAYS)],
  [0.3, /\b\d{1,2}[:.]\d{2}\b|\b\d{1,2} ?(?:am|pm)\b|\bo'clock\b/i],
  [0.3, /["“”«»「」]/],
  // A name in the middle of the sentence.
  [0.3, /[\p{Ll},;] \p{Lu}\p{Ll}{2,}/u],
]
const OWN = new RegExp(anyOf('he|she|his|her|him|hers|herself|himself|my|me|i'), 'gi')
const FIGURES = new RegExp(`\\d[\\d.,:]*|${anyOf(NUMBERS)}`, 'gi')

/** From 0, for nothing about one person, to 1 and more for mostly. */
export function circumstancesIn(sentence: string): number {
  const signs = SIGNS.reduce((sum, [weight, sign]) => (sign.test(sentence) ? sum + weight : sum), 0)
  const own = Math.min(2, sentence.match(OWN)?.length ?? 0) * 0.25
  const figures = Math.min(3, sentence.match(FIGURES)?.length ?? 0) * 0.15
  return signs + own + figures
}

/** Without a description of the person at the beginning. */
export const withoutPerson = (sentence: string): string => sentence.replace(PERSON_FIRST, '')
