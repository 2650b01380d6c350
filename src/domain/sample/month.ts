// Spreads the themes over thirty days: who said what when, in which conversation. The same end gives the same month.
import { SENTIMENTS, type Sentiment, type Source } from '../../contract/labels.ts'
import type { Course, Theme } from './theme.ts'
import { THEMES } from './themes.ts'

export type Conversation = {
  userId: string
  interactionId: string
  source: Source
  mood: Sentiment
  at: Date
  observations: { title: string; description: string }[]
}

export type Month = {
  conversations: Conversation[]
  /** What came after the team had decided on the first ones. */
  later: Conversation[]
}

const DAY = 86_400_000
const DAYS = 30
const USERS = 120
const FIRST_USER = 1_042
const LARGEST = 4
const SOCIABLE = 0.45 // the share of observations that join a conversation of the same hours
const OVER_MCP = 0.65

/** Sunday first: people send invoices on weekdays. */
const WEEKDAYS = [0.25, 1.15, 1.1, 1, 1, 0.9, 0.35]

/** The weight of a day, counted from the oldest (0) to today (1). */
const COURSES: Record<Course, (part: number) => number> = {
  steady: () => 1,
  growing: (part) => 0.1 + 2.4 * part ** 2.5,
  fading: (part) => (part < 0.5 ? 1.2 - part : 0),
  recent: (part) => (part > 0.7 ? part : 0),
  returning: (part) => (part < 0.55 ? 1 : part > 0.86 ? 0.9 : 0),
}
const RETURNS_AT = 0.7

type Random = () => number

/** Mulberry32: small, and good enough to deal notes. */
export function seededRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Some say a lot, most say little. */
export const sampleUser = (random: Random): string =>
  `user-${FIRST_USER + Math.floor(USERS * random() ** 1.3) * 7}`

export function sampleMonth(end: Date): Month {
  const random = seededRandom(7)
  const first: Conversation[] = []
  const later: Conversation[] = []
  for (const { theme, note, text } of dealt(random)) {
    const at = momentOf(theme.course, end, random)
    const part = 1 - (end.getTime() - at.getTime()) / (DAYS * DAY)
    const into = theme.course === 'returning' && part > RETURNS_AT ? later : first
    place(into, note.mood, at, { title: text[0], description: text[1] }, random)
  }
  const byTime = (one: Conversation, other: Conversation) => one.at.getTime() - other.at.getTime()
  return { conversations: first.sort(byTime), later: later.sort(byTime) }
}

/** Every telling of every note, shuffled, so that a conversation holds different things. */
function dealt(random: Random) {
  const tellings = THEMES.flatMap((theme: Theme) =>
    theme.notes.flatMap((note) => note.tellings.map((text) => ({ theme, note, text, order: random() }))),
  )
  return tellings.sort((one, other) => one.order - other.order)
}

function momentOf(course: Course, end: Date, random: Random): Date {
  const days = Array.from({ length: DAYS }, (_, ago) => {
    const weekday = new Date(end.getTime() - ago * DAY).getUTCDay()
    return COURSES[course](1 - ago / DAYS) * (WEEKDAYS[weekday] ?? 1)
  })
  const ago = drawn(days, random)
  const midnight = Math.floor(end.getTime() / DAY - ago) * DAY
  // Around the middle of a European and American working day.
  const hour = 7 + 14 * ((random() + random()) / 2)
  const at = Math.floor(midnight + hour * 3_600_000 + random() * 60_000)
  const latest = end.getTime() - 60_000
  return new Date(at < latest ? at : latest - Math.floor(random() * 4 * 3_600_000))
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
  mood: Sentiment,
  at: Date,
  observation: Conversation['observations'][number],
  random: Random,
): void {
  const joined = random() < SOCIABLE && conversations.find((conversation) => fits(conversation, mood, at))
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
    mood,
    at,
    observations: [observation],
  })
}

/** The same half day, and not the opposite mood: a conversation has one. */
const fits = (conversation: Conversation, mood: Sentiment, at: Date): boolean =>
  conversation.observations.length < LARGEST &&
  Math.abs(conversation.at.getTime() - at.getTime()) < DAY / 2 &&
  Math.abs(SENTIMENTS.indexOf(conversation.mood) - SENTIMENTS.indexOf(mood)) <= 1
