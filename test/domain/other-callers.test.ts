// Whether more than one project calls, by when each was heard of last.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchOtherCallers } from '../../src/domain/other-callers.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

const SEEN_MS = 1_000

it('says no as long as a single project calls', () => {
  const others = watchOtherCallers(SEEN_MS)
  expect(others.call()).toBe(false)

  others.note('A')
  others.note('A')

  expect(others.call()).toBe(false)
})

it('says yes for a while after another project called, however often the first one does', () => {
  const others = watchOtherCallers(SEEN_MS)
  others.note('A')
  others.note('B')
  vi.advanceTimersByTime(600)
  others.note('A')
  vi.advanceTimersByTime(300)
  others.note('A')
  expect(others.call()).toBe(true)

  vi.advanceTimersByTime(100)

  expect(others.call()).toBe(false)
})

it('says yes as long as both call', () => {
  const others = watchOtherCallers(SEEN_MS)
  for (const project of ['A', 'B', 'A', 'B', 'A', 'B']) {
    others.note(project)
    vi.advanceTimersByTime(400)
  }

  expect(others.call()).toBe(true)
})

it('says no where the other project called too long ago', () => {
  const others = watchOtherCallers(SEEN_MS)
  others.note('B')
  vi.advanceTimersByTime(5 * SEEN_MS)

  others.note('A')

  expect(others.call()).toBe(false)
})
