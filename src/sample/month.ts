// Spreads the themes over thirty days: who said what, when, in which conversation. The same end date gives the same
// month.
import { DAY_MS, HOUR_MS } from '../contract/date-time.ts'
import { SENTIMENTS, type Sentiment, type Source } from '../contract/labels.ts'
import { type Random, seededRandom } from './seeded-random.ts'
import type { SampleNote, Theme } from './texts/theme.ts'
import { THEMES } from './texts/themes.ts'

export type Conversation = {
  userId: string
  interactionId: string
  source: Source
  sentiment: Sentiment
  at: Date
  observations: { title: string; description: string }[]
}

export type Month = {
  conversations: Conversation[]
  /** What arrived after the team's decisions on the first ones. */
  later: Conversation[]
}

const DAYS = 30
const USERS = 150
const FIRST_USER = 1_042
const LARGEST = 4
const SHARE_JOINED = 0.4 // the share of observations that join a conversation at about the same time
const OVER_MCP = 0.65

/** Sunday first: people send invoices on weekdays. */
const WEEKDAYS = [0.25, 1.15, 1.1, 1, 1, 0.9, 0.35]

/** The weight of a day, from the oldest (0) to today (1). */
type Weigh = (part: number) => number

const COURSES: Record<Theme['course'], Weigh> = {
  steady: () => 1,
  growing: (part) => 0.1 + 2.4 * part ** 2.5,
  fading: (part) => (part < 0.5 ? 1.2 - part : 0),
  recent: (part) => (part > 0.7 ? part : 0),
}

const LATER: Weigh = (part) => (part > 0.84 ? 1 : 0)

/** The exponent makes some users speak more often than others. */
export const sampleUser = (random: Random): string =>
  `user-${FIRST_USER + Math.floor(USERS * random() ** 1.1) * 7}`

export function sampleMonth(end: Date): Month {
  const random = seededRandom(7)
  const spread = (notes: Draft[]) => {
    const conversations: Conversation[] = []
    for (const { note, weigh, title, description } of shuffled(notes, random))
      place(conversations, note.sentiment, momentOf(weigh, end, random), { title, description }, random)
    return conversations.sort((one, other) => one.at.getTime() - other.at.getTime())
  }
  const conversations = spread(THEMES.flatMap(({ notes, course }) => drafts(notes, COURSES[course])))
  return { conversations, later: spread(THEMES.flatMap(({ later = [] }) => drafts(later, LATER))) }
}

type Draft = { note: SampleNote; weigh: Weigh; title: string; description: string }

const drafts = (notes: SampleNote[], weigh: Weigh): Draft[] =>
  notes.flatMap((note) => note.wordings.map(([title, description]) => ({ note, weigh, title, description })))

/** So that a conversation contains different topics. */
const shuffled = (notes: Draft[], random: Random): Draft[] =>
  notes
    .map((note) => ({ note, order: random() }))
    .sort((one, other) => one.order - other.order)
    .map(({ note }) => note)

function momentOf(weigh: Weigh, end: Date, random: Random): Date {
  const days = Array.from({ length: DAYS }, (_, ago) => {
    const weekday = new Date(end.getTime() - ago * DAY_MS).getUTCDay()
    return weigh(1 - ago / DAYS) * (WEEKDAYS[weekday] ?? 1)
  })
  const ago = drawn(days, random)
  const midnight = Math.floor(end.getTime() / DAY_MS - ago) * DAY_MS
  // Around the middle of a European and American working day.
  const hour = 7 + 14 * ((random() + random()) / 2)
  const at = Math.floor(midnight + hour * HOUR_MS + random() * 60_000)
  const latest = end.getTime() - 60_000
  return new Date(at < latest ? at : latest - Math.floor(random() * 4 * HOUR_MS))
}

function drawn(weights: number[], random: Random): number {
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0)
  const found = weights.findIndex((weight) => {
    left -= weight
    return left < 0
  })
  return Math.max(found, 0)
}

function place(
  conversations: Conversation[],
  sentiment: Sentiment,
  at: Date,
  observation: Conversation['observations'][number],
  random: Random,
): void {
  const joined =
    random() < SHARE_JOINED && conversations.find((conversation) => fits(conversation, sentiment, at))
  if (joined) {
    joined.observations.push(observation)
    return
  }
  conversations.push({
    userId: sampleUser(random),
    interactionId: `chat-${Math.floor(random() * 0xffffffff)
      .toString(16)
      .padStart(8, '0')}`,
    source: random() < OVER_MCP ? 'mcp' : 'rest',
    sentiment,
    at,
    observations: [observation],
  })
}

/** Within half a day, and with the same sentiment or a neighboring one, because a conversation has one sentiment. */
const fits = (conversation: Conversation, sentiment: Sentiment, at: Date): boolean =>
  conversation.observations.length < LARGEST &&
  Math.abs(conversation.at.getTime() - at.getTime()) < DAY_MS / 2 &&
  Math.abs(SENTIMENTS.indexOf(conversation.sentiment) - SENTIMENTS.indexOf(sentiment)) <= 1
