// Chooses the member title that names an issue best: a central observation's title with common words and few words of
// its own, but never a machine's output or a ticket number.
import { isFault, isLogged } from '../features/text/machine-text.ts'
import { type CenteredNote, matterWords, ownShare, sharedBy } from './center.ts'
import { circumstancesIn } from './circumstances.ts'
import { shorten } from './wording.ts'

const LONGEST_TITLE = 120
// Weights relative to closeness, which tells most. Chosen on 130 issues with titles judged by eye. A title's length,
// naming a person, and the closeness of the title itself made no difference there.
/** For words in others' titles, which name the matter and not one person's story. */
const SHARED_WORDS = 0.1
/** For words that no other note has. */
const OWN_WORDS = 0.06
const CIRCUMSTANCES = 0.02
/** What follows a comma is mostly one person's story. */
const SECOND_CLAUSE = 0.03
const NO_TITLE = 0.4
const TICKET = /\b[A-Z]{2,12}-\d{2,8}\b|(?:^|\s)#\d{2,8}\b|^(?:backport|revert|bump|cherry-pick|merge)\b/i
/** A form's or tracker's prefix. */
const LABEL =
  /^(?:\[?(?:bug|bug report|feature|feature request|question|enhancement|regression|issue)(?:\]|: )|[A-Z]{2,12}-\d{1,8}[.:]? )\s{0,4}/i
/** How much better a title must be to replace the one that people know. */
const CLEARLY_BETTER = 0.03

export type Titled = { title: string; member: CenteredNote }

/** The present title stays while a member has it and no other is clearly better. */
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
