// Chooses two or three quotes of members.
import { type CenteredNote, cosine, sharedBy } from './center.ts'
import { shorten } from './wording.ts'

export type Quote = { observationId: string; text: string }

const LONGEST_QUOTE = 240
const QUOTES = 3
/** How much a quote that repeats an earlier one loses. */
const REPETITION = 0.5

/**
 * First the quote of the member with the title; then central quotes of different people that do not repeat each other.
 */
export function chooseQuotes(members: CenteredNote[], titled: CenteredNote): Quote[] {
  const chosen = [titled]
  const rest = members.filter((member) => member !== titled)
  while (chosen.length < QUOTES && rest.length > 0) {
    const worth = rest.map((member) => {
      const repeated = Math.max(0, ...chosen.map((other) => likeness(member, other)))
      const sameUser = chosen.some(({ note }) => note.userId === member.note.userId)
      return member.closeness - REPETITION * repeated - (sameUser ? 2 : 0)
    })
    chosen.push(...rest.splice(worth.indexOf(Math.max(...worth)), 1))
  }
  const texts = new Set<string>()
  return chosen.map(quoteOf).filter(({ text }) => !texts.has(text) && texts.add(text))
}

const quoteOf = ({ note: { id, title, description } }: CenteredNote): Quote => ({
  observationId: id,
  text: shorten(description.trim() || title, LONGEST_QUOTE),
})

const likeness = (one: CenteredNote, other: CenteredNote): number =>
  one.note.vector && other.note.vector
    ? cosine(one.note.vector, other.note.vector)
    : sharedBy(one.words, [other.words])
