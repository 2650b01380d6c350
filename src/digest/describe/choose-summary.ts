// Describes an issue in one or two sentences of one member, and how others differ, attributed to them: sentences of
// different people never read as one story. Vectors of single sentences would cost as much as the notes themselves, so
// a sentence is judged by its note's vector and its own words.
import { isFault, isLogged, isOfTrace } from '../features/text/machine-text.ts'
import { type CenteredNote, matterWords, ownShare, sharedBy } from './center.ts'
import type { Titled } from './choose-title.ts'
import { circumstancesIn, withoutPerson } from './circumstances.ts'
import { countWords, sentencesOf } from './sentences.ts'
import { alsoReported, whereElse } from './where-seen.ts'
import { asSentence, shorten } from './wording.ts'

const LONGEST_SENTENCE = 240

// Weights relative to the closeness of the note, a cosine. Those of closeness, words, titles and positions come from a
// linear fit to the cosine of the sentence's own vector with the center of the other members; the rest serves
// readability.
const CLOSENESS = 0.75
/** Per word, times the share of the others that use it. */
const SHARED_WORD = 0.12
const MOST_SHARED = 3
/** For words that only this note has. */
const OWN_WORDS = 0.1
const IS_TITLE = 0.1
const COMES_LATE = 0.04
const CIRCUMSTANCES = 0.09
const NEEDS_CONTEXT = 0.12
const MATTERS = 0.02
const WORD_TOO_FEW = 0.025
const WORD_TOO_MANY = 0.01
const FEW_WORDS = 6
const MANY_WORDS = 26
/** For what the title or the first sentence already says. */
const REPEATS = 0.15
/** For a second sentence that follows the first in its note. */
const READS_ON = 0.05
/** A second sentence must be about as good as the first, say enough, and not be about one person. */
const SECOND_FROM = -0.2
const SECOND_WORDS = 5
const SECOND_CIRCUMSTANCES = 0.6
const MOST_OWN = 0.7

/** Continues a sentence before it and says little without that. */
const CONTEXT_CUE =
  /^(?:and|but|or|so|then|also|still|yet|it|its|it's|they|their|they're|them|he|he's|he'd|she|she's|she'd|his|her|this|that|that's|these|those|there|both|neither|none|otherwise|instead|meanwhile|afterwards|before that|after that|until then|same|else|such|one|another|the (?:other|second|first|latter|rest))\b/i
/** What the issue costs or what a solution would bring. */
const CONSEQUENCE =
  /\b(?:can't|cannot|couldn't|unable|no way to|has to|have to|must|by hand|manually|every time|each time|lost|loses|losing|missing|missed|wrong|never|nobody|no one|doesn't|don't|isn't|won't|fails?|failed|stuck|blocked|instead of|because|so that|would (?:save|help|like|let|make)|wants?|needs?|without|costs?|charged|waste[sd]?|saves?)\b/i

type Sentence = {
  member: CenteredNote
  text: string
  /** Its position in the description; -1 for the title. */
  place: number
  words: ReadonlySet<string>
  /** The share of its words that no other member has. */
  own: number
  worth: number
}

/** For members in one language. The title is shown above the summary. */
export function chooseSummary(members: CenteredNote[], titled: Titled): string {
  const { note } = titled.member
  const heading = { ...sentence(titled.member, members, note.title, -1), text: titled.title }
  const all = members
    .flatMap((member) => sentencesIn(member, members))
    .filter((one) => saysMore(one, heading))
  const first = best(all, [heading])
  if (!first) return asSentence(titled.title)
  const isGood = (one: Sentence | undefined): one is Sentence =>
    one !== undefined && one.worth >= first.worth + SECOND_FROM
  const following = all.find(
    ({ member, text, place, own }) =>
      member === first.member && place === first.place + 1 && maySecond(text) && own <= MOST_OWN,
  )
  const second = following && best([following], [heading, first])
  const own = isGood(second) ? [first, second] : [first]
  const story = own.map(({ text }) => inSentence(text)).join(' ')
  const { language } = note
  const elsewhere = whereElse(
    members.map((member) => `${member.note.title}\n${member.note.description}`),
    `${titled.title} ${story}`,
    language,
  )
  if (elsewhere) return `${story} ${elsewhere}`
  if (own.length > 1) return story
  const other = best(
    all.filter(({ member, text, place }) => place < 0 && member !== first.member && maySecond(text)),
    [heading, first],
  )
  return isGood(other) ? `${story} ${alsoReported(inSentence(other.text), language)}` : story
}

/** Says more than the title. A machine's output says nothing to people. */
const saysMore = ({ text, words }: Sentence, title: Sentence): boolean =>
  !isLogged(text) && !isFault(text) && !isOfTrace(text) && [...words].some((word) => !title.words.has(word))

const inSentence = (text: string): string => shorten(asSentence(withoutPerson(text)), LONGEST_SENTENCE)

const maySecond = (text: string): boolean =>
  countWords(text) >= SECOND_WORDS && circumstancesIn(text) < SECOND_CIRCUMSTANCES

const sentencesIn = (member: CenteredNote, members: CenteredNote[]): Sentence[] =>
  [member.note.title, ...sentencesOf(member.note.description)].map((text, i) =>
    sentence(member, members, text, i - 1),
  )

function sentence(member: CenteredNote, members: CenteredNote[], text: string, place: number): Sentence {
  const words = matterWords(text, member.note.language)
  const others = members.filter((other) => other !== member).map((other) => other.words)
  const shared = Math.min(MOST_SHARED, words.size * sharedBy(words, others))
  const own = ownShare(words, others)
  const worth = CLOSENESS * member.closeness + SHARED_WORD * shared - OWN_WORDS * own + worthToReader(text)
  return {
    member,
    text,
    place,
    words,
    own,
    worth: worth + (place < 0 ? IS_TITLE : place > 1 ? -COMES_LATE : 0),
  }
}

function worthToReader(text: string): number {
  const count = countWords(text)
  return (
    (CONSEQUENCE.test(text) ? MATTERS : 0) -
    CIRCUMSTANCES * circumstancesIn(withoutPerson(text)) -
    WORD_TOO_FEW * Math.max(0, FEW_WORDS - count) -
    WORD_TOO_MANY * Math.max(0, count - MANY_WORDS)
  )
}

/** The best sentence, given those already chosen. */
function best(sentences: Sentence[], said: Sentence[]): Sentence | undefined {
  const words = new Set(said.flatMap((one) => [...one.words]))
  const rated = sentences.map((one) => {
    const follows = said.some((other) => other.member === one.member && other.place === one.place - 1)
    const missing = CONTEXT_CUE.test(one.text) && !follows ? NEEDS_CONTEXT : 0
    return {
      ...one,
      worth: one.worth + (follows ? READS_ON : 0) - missing - REPEATS * sharedBy(one.words, [words]),
    }
  })
  return rated.reduce<Sentence | undefined>(
    (one, other) => (one && one.worth >= other.worth ? one : other),
    undefined,
  )
}
