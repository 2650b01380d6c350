// Matches a pattern with a state machine that is built while it is used. For each position where a match could startState,
// it reads at most LONGEST characters past the last possible end, so each character is read at most 65 times. The time
// to build states is bounded by MOST_MAKING.
import type { Span } from '../detect/span.ts'
import { LAST, type Ranges } from './parse-pattern.ts'

/** How many characters a match may take between two places where it could end. */
const LONGEST = 64
/** Characters read between two pauses, a few milliseconds; building a state counts as many. */
const MOST_WORK = 50_000
const MOST_STATES = 1_000 // per pattern; beyond that, all are discarded and rebuilt
/**
 * The effort of building all states, or those that one text needs, in steps visited: a few milliseconds.
 * `[ab]*a[ab]{60}c` would have 2 to the 60 states.
 */
const MOST_MAKING = 500_000
const MOST_CALLS = 2 ** 32 - 1 // the highest value of `visited`

export type Step =
  | { is: 'set'; ranges: Ranges; to: number }
  | { is: 'edge'; to: number }
  | { is: 'fork'; to: number[] }
  | { is: 'end' }

/** `read` is how far the text was searched: not to its end if building states took too long. */
type SearchResult = { spans: Omit<Span, 'kind'>[]; read: number }

/** Pauses after a bounded amount of work, so that others can be served. */
export type FindOwn = (text: string) => Generator<void, SearchResult>

/** The steps that may match the next character. */
type State = { members: number[]; ends: boolean; next: (State | null | undefined)[] }

export function createMachine(steps: Step[], start: number) {
  const { classes, accepted, slots } = classesOf(steps)
  const words = steps.some((step) => step.is === 'edge') ? wordCharacters() : null
  const closed: number[][] = [] // by step and edge
  const visited = new Uint32Array(steps.length) // the last call of `reached` that visited each step
  let calls = 0
  let reads = 0 // characters read
  let effort = 0 // of building states, in steps visited; 10 for each state
  let states = new Map<string, State>()
  let starts: State[] = []

  /**
   * The steps that read a character or end, reached from this step without reading. At an edge, a word begins or ends.
   */
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
    const existing = closed[slot] ?? close(index, edge)
    closed[slot] = existing
    return existing
  }

  function stateOf(members: number[]): State {
    const key = String.fromCharCode(...members)
    const existing = states.get(key)
    if (existing) return existing
    if (states.size >= MOST_STATES) {
      states = new Map()
      starts = [] // otherwise they would keep the old states in memory
    }
    const state: State = { members, ends: members[0] === 0, next: new Array(slots).fill(undefined) }
    states.set(key, state)
    return state
  }

  /** All steps reached from these, sorted. */
  function reached(from: number[], edge: boolean): number[] {
    if (calls === MOST_CALLS) {
      visited.fill(0)
      calls = 0
    }
    calls++
    const members: number[] = []
    for (const index of from) {
      const closed = closedOf(index, edge)
      effort += closed.length
      for (const one of closed) {
        if (visited[one] === calls) continue
        visited[one] = calls
        members.push(one)
      }
    }
    return members.sort((a, b) => a - b)
  }

  function startState(edge: boolean): State {
    const existing = starts[Number(edge)] ?? stateOf(reached([start], edge))
    starts[Number(edge)] = existing
    return existing
  }

  /** The next state after a character; null when nothing can match anymore. */
  function buildNext(state: State, slot: number): State | null {
    const kind = slot >> 1
    const targets: number[] = []
    effort += 10 + state.members.length
    for (const index of state.members) {
      const step = steps[index] as Step
      if (step.is === 'set' && accepted.get(step.ranges)?.[kind] === 1) targets.push(step.to)
    }
    const next = targets.length === 0 ? null : stateOf(reached(targets, (slot & 1) === 1))
    state.next[slot] = next
    return next
  }

  /** Whether the number of states that any text can reach, and the effort to build them, are within the limits. */
  function isSmall(): boolean {
    const waiting = words ? [startState(false), startState(true)] : [startState(false)]
    const seen = new Set(waiting)
    const before = effort
    for (const state of waiting)
      for (let slot = 0; slot < slots; slot += words ? 1 : 2) {
        const next = buildNext(state, slot)
        if (effort - before > MOST_MAKING || states.size >= MOST_STATES) return false
        if (next === null || seen.has(next)) continue
        seen.add(next)
        waiting.push(next)
      }
    return true
  }

  /**
   * The class of each character, and whether a word begins or ends after it. The first entry tells whether the text
   * begins with a word.
   */
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

  /**
   * The end of the longest match that starts here, or `from` when there is none. Stops when building states takes more
   * than `most`.
   */
  function endOf(slotsOf: Uint16Array, from: number, most: number): number {
    const last = effort + most
    let end = from
    let state: State | null = startState(((slotsOf[from] as number) & 1) === 1)
    let at = from
    for (; state && at < slotsOf.length - 1 && at - end < LONGEST; at++) {
      const slot = slotsOf[at + 1] as number
      const existing: State | null | undefined = state.next[slot]
      state = existing === undefined ? buildNext(state, slot) : existing
      if (effort > last) break
      if (state?.ends) end = at + 1
    }
    reads += at - from
    return end
  }

  const find: FindOwn = function* (text) {
    const spans: SearchResult['spans'] = []
    const slotsOf = read(text)
    let spent = 0
    let paused = reads + effort
    for (let from = 0; from < text.length; ) {
      const before = effort
      const end = endOf(slotsOf, from, MOST_MAKING - spent)
      spent += effort - before // counted per step, because others may use the machine during a pause
      if (spent > MOST_MAKING) return { spans, read: beginningAt(text, from) }
      const whole = end > from ? endingAt(text, end) : from
      if (end > from) spans.push({ start: beginningAt(text, from), end: whole })
      from = Math.max(whole, from + 1)
      if (reads + effort - paused < MOST_WORK) continue
      yield
      paused = reads + effort
    }
    return { spans, read: text.length }
  }

  return { find, isSmall, matchesEmptyText: () => startState(true).ends }
}

/** Characters beyond \uffff are two code units. A match includes both or the remaining half could not be stored. */
const beginningAt = (text: string, at: number): number => (isInCharacter(text, at) ? at - 1 : at)
const endingAt = (text: string, at: number): number => (isInCharacter(text, at) ? at + 1 : at)
const isInCharacter = (text: string, at: number): boolean => (text.codePointAt(at - 1) ?? 0) > LAST

const slotOf = (index: number, edge = false): number => index * 2 + (edge ? 1 : 0)

let words: Uint8Array | undefined

/** Which UTF-16 code units belong to words. Computed once, because the regular expression is slow. */
function wordCharacters(): Uint8Array {
  words ??= Uint8Array.from({ length: LAST + 1 }, (_, code) =>
    /[\p{L}\p{N}_]/u.test(String.fromCharCode(code)) ? 1 : 0,
  )
  return words
}

/**
 * The class of each UTF-16 code unit, and the classes in each set. Characters that no step distinguishes share a class.
 */
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
