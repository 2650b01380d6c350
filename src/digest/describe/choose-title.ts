// The member title that names an issue best: of a central observation, with what most say and nothing that only one
// says, and never a line of a machine or the number of a ticket.
import { isFault, isLogged } from '../features/text/machine-text.ts'
import { type CenteredNote, matterWords, ownShare, sharedBy } from './center.ts'
import { circumstancesIn } from './circumstances.ts'
import { shorten } from './wording.ts'

const LONGEST_TITLE = 120
// Against the closeness, which tells most. Chosen on 130 issues whose titles had been judged by eye; whether a title is
// long, names who tells it, or is itself near to the center in meaning made no difference there.
/** For words that are in others' titles, which name the matter and not its story. */
const SHARED_WORDS = 0.1
/** For words that nobody else has. */
const OWN_WORDS = 0.06
const CIRCUMSTANCES = 0.02
/** What follows a comma is mostly the story of one. */
const SECOND_CLAUSE = 0.03
const NO_TITLE = 0.4
const TICKET = /\b[A-Z]{2,12}-\d{2,8}\b|(?:^|\s)#\d{2,8}\b|^(?:backport|revert|bump|cherry-pick|merge)\b/i
/** What a form or a tracker put before a title. */
const LABEL =
  /^(?:\[?(?:bug|bug report|feature|feature request|question|enhancement|regression|issue)(?:\]|: )|[A-Z]{2,12}-\d{1,8}[.:]? )\s{0,4}/i
/** How much better another title must be before it replaces the one that people know. */
const CLEARLY_BETTER = 0.03

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

const isNoTitle = (title: string): boolean => TICKET.test(title) || isLogged(title) || isFault(title)

/** @param named the words of every member's title */
function worthOf(member: CenteredNote, named: Map<CenteredNote, Set<string>>): number {
  const { title } = member.note
  const others = [...named].filter(([other]) => other !== member)
  const words = named.get(member) ?? new Set()
  const titles = others.map(([, own]) => own)
  const texts = others.map(([other]) => other.words)
  return (
    member.closeness +
    SHARED_WORDS * sharedBy(words, titles) -
    OWN_WORDS * ownShare(words, texts) -
    CIRCUMSTANCES * circumstancesIn(title) -
    (/[,;] /.test(title) ? SECOND_CLAUSE : 0) -
    (isNoTitle(withoutLabel(title)) ? NO_TITLE : 0)
  )
}
