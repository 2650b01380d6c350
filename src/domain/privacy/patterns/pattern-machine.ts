// Matches a pattern by a state machine that is made while it is used: it looks at each character once for every place where a
// match could begin, and never further ahead than the longest match that is looked for. That is at most 65 looks for a
// character; what making states may take in addition is bounded by MOST_MAKING.
import type { Span } from '../detect/span.ts'
import { LAST, type Ranges } from './parse-pattern.ts'

/** How far a match may go, in characters, between two places where it could end. */
const LONGEST = 64
/** Characters looked at between two pauses, a few milliseconds; a state that has to be made counts as many. */
const MOST_WORK = 50_000
const MOST_STATES = 1_000 // kept of one pattern; beyond that they are made anew
/**
 * What the states of a whole machine, or those that one text needs, may take to make, in steps that were looked at: a few
 * milliseconds. `[ab]*a[ab]{60}c` would have 2 to the 60 states: it took 2 s to look through one text, and three such
 * in one pattern 8.5 s.
 */
const MOST_MAKING = 500_000
const MOST_CALLS = 2 ** 32 - 1 // what `under` can hold

export type Step =
  | { is: 'set'; ranges: Ranges; to: number }
  | { is: 'edge'; to: number }
  | { is: 'fork'; to: number[] }
  | { is: 'end' }

/** `read`: how far the text was looked through. Less than all of it where the states took too long to make. */
type Looked = { spans: Omit<Span, 'kind'>[]; read: number }

/** Pauses after a bounded amount of work, so that others can be served. */
export type FindOwn = (text: string) => Generator<void, Looked>

/** Which steps are under way, before the character that comes next is read. */
type State = { members: number[]; ends: boolean; next: (State | null | undefined)[] }

export function createMachine(steps: Step[], start: number) {
  const { classes, accepted, slots } = classesOf(steps)
  const words = steps.some((step) => step.is === 'edge') ? wordCharacters() : null
  const closed: number[][] = [] // by step and edge
  const under = new Uint32Array(steps.length) // the call of `reached` that came by
  let calls = 0
  let looks = 0 // at characters
  let effort = 0 // of making states, in steps looked at; 10 for each to begin with
  let states = new Map<string, State>()
  let starts: State[] = []

  /** The steps that read a character, or end, once those are followed that read none; at an edge a word begins or ends. */
  function close(index: number, edge: boolean): number[] {
    const seen = new Set<number>()
    const visit = (one: number) => {
      if (seen.has(one)) return
      seen.add(one)
      const step = steps[one] as Step
      if (step.is === 'fork') step.to.forEach(visit)
      else if (step.is === 'edge' && edge) visit(step.to)
    }
    visit(index)
    return [...seen].filter((one) => steps[one]?.is === 'set' || steps[one]?.is === 'end')
  }

  function closedOf(index: number, edge: boolean): number[] {
    const slot = slotOf(index, edge)
    const known = closed[slot] ?? close(index, edge)
    closed[slot] = known
    return known
  }

  function stateOf(members: number[]): State {
    const key = String.fromCharCode(...members)
    const known = states.get(key)
    if (known) return known
    if (states.size >= MOST_STATES) {
      states = new Map()
      starts = [] // or the old ones would be kept through them
    }
    const state: State = { members, ends: members[0] === 0, next: new Array(slots).fill(undefined) }
    states.set(key, state)
    return state
  }

  /** Everything that is reached from these, in order. */
  function reached(from: number[], edge: boolean): number[] {
    if (calls === MOST_CALLS) {
      under.fill(0)
      calls = 0
    }
    calls++
    const members: number[] = []
    for (const index of from) {
      const closed = closedOf(index, edge)
      effort += closed.length
      for (const one of closed) {
        if (under[one] === calls) continue
        under[one] = calls
        members.push(one)
      }
    }
    return members.sort((a, b) => a - b)
  }

  function begin(edge: boolean): State {
    const known = starts[Number(edge)] ?? stateOf(reached([start], edge))
    starts[Number(edge)] = known
    return known
  }

  /** Where a character leads; null where nothing can match any more. */
  function make(state: State, slot: number): State | null {
    const kind = slot >> 1
    const moved: number[] = []
    effort += 10 + state.members.length
    for (const index of state.members) {
      const step = steps[index] as Step
      if (step.is === 'set' && accepted.get(step.ranges)?.[kind] === 1) moved.push(step.to)
    }
    const made = moved.length === 0 ? null : stateOf(reached(moved, (slot & 1) === 1))
    state.next[slot] = made
    return made
  }

  /** Whether all states that any text can lead to are few enough to be kept, and quick enough to make. */
  function isSmall(): boolean {
    const waiting = words ? [begin(false), begin(true)] : [begin(false)]
    const seen = new Set(waiting)
    const begun = effort
    for (const state of waiting)
      for (let slot = 0; slot < slots; slot += words ? 1 : 2) {
        const made = make(state, slot)
        if (effort - begun > MOST_MAKING || states.size >= MOST_STATES) return false
        if (made === null || seen.has(made)) continue
        seen.add(made)
        waiting.push(made)
      }
    return true
  }

  /** For each character its class, and whether a word begins or ends after it; before them whether one begins with the first. */
  function read(text: string): Uint16Array {
    const slotsOf = new Uint16Array(text.length + 1)
    let inWord = false
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      const isWord = words !== null && words[code] === 1
      if (isWord !== inWord) slotsOf[at] = (slotsOf[at] as number) + 1
      slotsOf[at + 1] = slotOf(classes[code] as number)
      inWord = isWord
    }
    if (inWord) slotsOf[text.length] = (slotsOf[text.length] as number) + 1
    return slotsOf
  }

  /** Where the longest match from here ends; here, where there is none. Stops where making states takes more than `most`. */
  function endOf(slotsOf: Uint16Array, from: number, most: number): number {
    const last = effort + most
    let end = from
    let state: State | null = begin(((slotsOf[from] as number) & 1) === 1)
    let at = from
    for (; state && at < slotsOf.length - 1 && at - end < LONGEST; at++) {
      const slot = slotsOf[at + 1] as number
      const known: State | null | undefined = state.next[slot]
      state = known === undefined ? make(state, slot) : known
      if (effort > last) break
      if (state?.ends) end = at + 1
    }
    looks += at - from
    return end
  }

  const find: FindOwn = function* (text) {
    const spans: Looked['spans'] = []
    const slotsOf = read(text)
    let made = 0
    let paused = looks + effort
    for (let from = 0; from < text.length; ) {
      const before = effort
      const end = endOf(slotsOf, from, MOST_MAKING - made)
      made += effort - before // not all since the beginning: others may use the machine at a pause
      if (made > MOST_MAKING) return { spans, read: beginningAt(text, from) }
      const whole = end > from ? endingAt(text, end) : from
      if (end > from) spans.push({ start: beginningAt(text, from), end: whole })
      from = Math.max(whole, from + 1)
      if (looks + effort - paused < MOST_WORK) continue
      yield
      paused = looks + effort
    }
    return { spans, read: text.length }
  }

  return { find, isSmall, matchesEmptyText: () => begin(true).ends }
}

/** Characters beyond \uffff are two code units: of one that is matched in half, both go, or the text could not be stored. */
const beginningAt = (text: string, at: number): number => (isInCharacter(text, at) ? at - 1 : at)
const endingAt = (text: string, at: number): number => (isInCharacter(text, at) ? at + 1 : at)
const isInCharacter = (text: string, at: number): boolean => (text.codePointAt(at - 1) ?? 0) > LAST

const slotOf = (index: number, edge = false): number => index * 2 + (edge ? 1 : 0)

let words: Uint8Array | undefined

/** For every UTF-16 code unit whether it belongs to a word. Made once: to ask the expression every time took most of the time. */
function wordCharacters(): Uint8Array {
  words ??= Uint8Array.from({ length: LAST + 1 }, (_, code) =>
    /[\p{L}\p{N}_]/u.test(String.fromCharCode(code)) ? 1 : 0,
  )
  return words
}

/** For every UTF-16 code unit its class, and for every set the classes in it: characters that no step tells apart are one. */
function classesOf(steps: Step[]) {
  const sets = new Set(steps.flatMap((step) => (step.is === 'set' ? [step.ranges] : [])))
  const bounds = new Set([...sets].flatMap((ranges) => ranges.flatMap(([from, to]) => [from, to + 1])))
  const sorted = [0, ...[...bounds].filter((bound) => bound > 0 && bound <= LAST).sort((a, b) => a - b)]
  const classes = new Uint16Array(LAST + 1)
  for (const [kind, bound] of sorted.entries()) classes.fill(kind, bound, sorted[kind + 1])
  const holds = (ranges: Ranges) =>
    Uint8Array.from(sorted, (code) => (ranges.some(([from, to]) => code >= from && code <= to) ? 1 : 0))
  const accepted = new Map([...sets].map((ranges) => [ranges, holds(ranges)]))
  return { classes, accepted, slots: slotOf(sorted.length) }
}
