// An issue in its observations' own words: a title, a sentence or two, and two or three quotes.
import { type Linkable, linkScore } from '../features/link-score.ts'
import type { ObservationFeatures } from '../features/observation-features.ts'
import { centredMeaning, massOf, type Yardstick } from '../features/similarity.ts'
import { findKeyphrases } from './keyphrases.ts'

export interface Member {
  id: string
  userId: string
  title: string
  description: string
  features: ObservationFeatures
}

export interface Quote {
  observationId: string
  text: string
}

export interface IssueDescription {
  title: string
  summary: string
  quotes: Quote[]
  keyphrases: string[]
  /** Members, the most central first. */
  central: string[]
}

const LONGEST_TITLE = 120
const LONGEST_QUOTE = 240
const QUOTES = 3
/** How much a quote that repeats an earlier one loses. */
const REPETITION = 0.5
const LINK = { meaningShare: 0.5, gramsAlone: 0.7, caution: 0, otherKind: 0 }

const shorten = (text: string, longest: number): string => {
  const flat = text.replace(/\s+/g, ' ').trim()
  const points = [...flat]
  if (points.length <= longest) return flat
  const cut = points.slice(0, longest - 1).join('')
  return `${cut.replace(/\s+\S*$/, '')}…`
}

const firstSentence = (text: string): string => /^.*?[.!?…](?=\s|$)/s.exec(text.trim())?.[0] ?? text

const rankByCentrality = (
  members: Member[],
  yardstick: Yardstick,
): { member: Member; own: Linkable; score: number }[] => {
  const linkables = members.map(({ features }) => {
    const mass = massOf(features, yardstick)
    return { mass, meaning: centredMeaning(mass, yardstick.centre) }
  })
  return members
    .map((member, i) => {
      const own = linkables[i] as Linkable
      const others = linkables.filter((_, j) => j !== i)
      const sum = others.reduce((total, other) => total + linkScore(own, other, yardstick, LINK), 0)
      return { member, own, score: others.length === 0 ? 0 : sum / others.length }
    })
    .sort((a, b) => b.score - a.score || (a.member.id < b.member.id ? -1 : 1))
}

const quoteOf = ({ id, title, description }: Member): Quote => ({
  observationId: id,
  text: shorten(description.trim() || title, LONGEST_QUOTE),
})

/** Central, from different people, and not saying the same again. */
const chooseQuotes = (ranked: ReturnType<typeof rankByCentrality>, yardstick: Yardstick): Quote[] => {
  const chosen: typeof ranked = []
  const rest = [...ranked]
  while (chosen.length < QUOTES && rest.length > 0) {
    const worth = rest.map(({ member, own, score }) => {
      const repeated = Math.max(0, ...chosen.map((other) => linkScore(own, other.own, yardstick, LINK)))
      const sameUser = chosen.some((other) => other.member.userId === member.userId)
      return score - REPETITION * repeated - (sameUser ? 2 : 0)
    })
    const best = worth.indexOf(Math.max(...worth))
    chosen.push(...rest.splice(best, 1))
  }
  const texts = new Set<string>()
  return chosen.map(({ member }) => quoteOf(member)).filter(({ text }) => !texts.has(text) && texts.add(text))
}

/** Meant for up to some 50 members: of a larger issue, pass the newest. */
export const describeIssue = (members: Member[], yardstick: Yardstick): IssueDescription => {
  const ranked = rankByCentrality(members, yardstick)
  const centre = ranked[0]?.member
  if (!centre) throw new Error('an issue without observations cannot be described')
  const keyphrases = findKeyphrases(
    members.map(({ title, description }) => `${title}\n${description}`),
    yardstick.idf,
  )
  const said = shorten(firstSentence(centre.description || centre.title), LONGEST_QUOTE)
  const about =
    keyphrases.length > 0 && members.length > 1 ? ` Often named: ${keyphrases.slice(0, 3).join(', ')}.` : ''
  return {
    title: shorten(centre.title, LONGEST_TITLE),
    summary: `${said}${about}`,
    quotes: chooseQuotes(ranked, yardstick),
    keyphrases,
    central: ranked.map(({ member }) => member.id),
  }
}
