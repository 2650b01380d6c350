// The sample month, whenever somebody opens it: tests that look at a whole sample lay it to one end only.
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../src/contract/date-time.ts'
import { type Conversation, sampleMonth } from '../../../src/sample/month.ts'
import type { SampleNote } from '../../../src/sample/texts/theme.ts'
import { THEMES } from '../../../src/sample/texts/themes.ts'

/** Every hour of a week, not on the hour, and the first and last moments of a day. */
const ENDS = [
  ...Array.from({ length: 7 * 24 }, (_, hour) => new Date(Date.UTC(2026, 10, 16) + (hour + 0.4) * HOUR_MS)),
  new Date('2026-11-18T00:00:00.000Z'),
  new Date('2026-11-18T23:59:59.999Z'),
]

const titlesIn = (conversations: Conversation[]): string[] =>
  conversations.flatMap(({ observations }) => observations.map(({ title }) => title)).sort()
const titlesOf = (notes: SampleNote[]): string[] =>
  notes.flatMap(({ wordings }) => wordings.map(([title]) => title)).sort()

const months = ENDS.map((end) => ({ end, ...sampleMonth(end) }))

describe('the sample month, at any hour of the week', () => {
  it('holds every note once, in the order of time', () => {
    for (const { end, conversations, later } of months) {
      const said = end.toISOString()
      expect(titlesIn(conversations), said).toEqual(titlesOf(THEMES.flatMap(({ notes }) => notes)))
      expect(titlesIn(later), said).toEqual(titlesOf(THEMES.flatMap(({ later = [] }) => later)))
      for (const part of [conversations, later]) {
        const times = part.map(({ at }) => at.getTime())
        expect(times, said).toEqual([...times].sort((one, other) => one - other))
      }
    }
  })

  it('ends before the present, begins within thirty days, and leaves few days out', () => {
    for (const { end, conversations, later } of months) {
      const times = [...conversations, ...later].map(({ at }) => at.getTime())
      const days = new Set(times.map((time) => Math.floor(time / DAY_MS)))
      const said = end.toISOString()
      expect(Math.max(...times), said).toBeLessThan(end.getTime())
      expect(Math.min(...times), said).toBeGreaterThanOrEqual(end.getTime() - 30 * DAY_MS)
      expect(days.size, said).toBeGreaterThan(25)
    }
  })

  it('has what comes back come back after the team had resolved it', () => {
    const returning = THEMES.filter(({ later }) => later)
    expect(returning.map(({ decision }) => decision?.status)).toEqual(['resolved'])
    const resolvedDaysAgo = returning[0]?.decision?.daysAgo ?? 0

    for (const { end, later } of months) {
      const first = Math.min(...later.map(({ at }) => at.getTime()))
      expect(first, end.toISOString()).toBeGreaterThan(end.getTime() - resolvedDaysAgo * DAY_MS)
    }
  })

  it('holds something new in the last week, and a week before that to compare it with', () => {
    for (const { end, conversations } of months) {
      const daysAgo = conversations.map(({ at }) => (end.getTime() - at.getTime()) / DAY_MS)
      const last = daysAgo.filter((ago) => ago < 7).length
      const before = daysAgo.filter((ago) => ago >= 7 && ago < 14).length
      expect(Math.min(last, before), end.toISOString()).toBeGreaterThan(30)
    }
  })
})
