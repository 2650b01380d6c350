// The member title that names an issue best: of a central observation, short, with what most say and nothing that only one
// says, and never a line of a machine or the number of a ticket.
import { isLogged } from '../features/text/machine-text.ts'
import { type CenteredNote, matterWords, ownShare, sharedBy } from './center.ts'
import { circumstancesIn } from './circumstances.ts'
import { countWords } from './sentences.ts'
import { shorten } from './wording.ts'

const LONGEST_TITLE = 120
const SHORTEST_WORDS = 3
const LONGEST_WORDS = 12
// Against the closeness, a cosine. The title of the observation nearest to the center is itself 97 % as near to it as
// the nearest title of all; words that others use add a little, the rest is for the reader's sake.
const SHARED_WORDS = 0.1
/** The same, of words in others' titles, which name the matter and not its story. */
const SHARED_IN_TITLES = 0.1
const OWN_WORDS = 0.06
/** A number that no other note has; a few are enough to tell one person's story. */
const OWN_FIGURE = 0.04
/** Of fewer others, it is chance who has the same word. */
const ENOUGH_OTHERS = 8
const CIRCUMSTANCES = 0.1
const NO_TITLE = 0.4
const TICKET = /\b[A-Z]{2,12}-\d{2,8}\b|(?:^|\s)#\d{2,8}\b|^(?:backport|revert|bump|cherry-pick|merge)\b/i
/** What a form or a tracker put before a title. */
const LABEL =
  /^(?:\[?(?:bug|bug report|feature|feature request|question|enhancement|regression|issue)(?:\]|: )|[A-Z]{2,12}-\d{1,8}[.:]? )\s{0,4}/i
const WORD_TOO_FEW = 0.05
const WORD_TOO_MANY = 0.02
/** Who tells it instead of what it is: "User asks about …". */
const TELLS_OF_TELLER = 0.05
const TELLER = /^(?:the )?(?:users?|customers?|clients?|guests?|caller|owner|he|she|they|someone)\b|\bbut\b/i
/** How much better another title must be before it replaces the one that people know. */
const CLEARLY_BETTER = 0.08

export type Titled = { title: string; member: CenteredNote }

/** The present title stays while a member bears it and no other is clearly better. */
export function chooseTitle(members: CenteredNote[], present: string | null): Titled {
  const named = new Map(members.map((one) => [one, matterWords(one.note.title, one.note.language)]))
  const rated = members.map((member) => ({ member, worth: worthOf(member, named) }))
  const best = rated.reduce((one, other) => (other.worth > one.worth ? other : one))
  const known = rated.find(({ member }) => titleOf(member) === present)
  const { member } = known && best.worth - known.worth < CLEARLY_BETTER ? known : best
  return { title: titleOf(member), member }
}

const titleOf = ({ note }: CenteredNote): string => shorten(withoutLabel(note.title), LONGEST_TITLE)

const withoutLabel = (title: string): string => title.replace(LABEL, '') || title

/** @param named the words of every member's title */
function worthOf(member: CenteredNote, named: Map<CenteredNote, Set<string>>): number {
  const { title } = member.note
  const others = [...named].filter(([other]) => other !== member)
  const said = others.map(([other]) => other.words)
  const known = Math.min(1, others.length / ENOUGH_OTHERS)
  const words = named.get(member) ?? new Set()
  const count = countWords(title)
  return (
    member.closeness +
    SHARED_WORDS * sharedBy(words, said) +
    known *
      (SHARED_IN_TITLES *
        sharedBy(
          words,
          others.map(([, own]) => own),
        ) -
        OWN_WORDS * ownShare(words, said)) -
    OWN_FIGURE *
      ownFigures(
        member,
        others.map(([{ note }]) => `${note.title} ${note.description}`),
      ) -
    (TICKET.test(withoutLabel(title)) || isLogged(title) ? NO_TITLE : 0) -
    CIRCUMSTANCES * circumstancesIn(title) -
    WORD_TOO_FEW * Math.max(0, SHORTEST_WORDS - count) -
    WORD_TOO_MANY * Math.max(0, count - LONGEST_WORDS) -
    (TELLER.test(title) ? TELLS_OF_TELLER : 0)
  )
}

const MOST_FIGURES = 3

function ownFigures({ note }: CenteredNote, others: string[]): number {
  const figures = note.title.match(/(?<![\p{L}\d])\d[\d.,:]*(?![\p{L}\d])/gu) ?? []
  const isOwn = (figure: string): boolean => !others.some((other) => other.includes(figure))
  return Math.min(MOST_FIGURES, figures.filter(isOwn).length)
}
