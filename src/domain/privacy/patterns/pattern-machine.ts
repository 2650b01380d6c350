// Matches a pattern by a state machine that is made while it is used: it looks at each character once for every place where a
// match could begin, and never further ahead than the longest match that is looked for.
import type { Span } from '../detect/span.ts'
import type { Ranges } from './parse-pattern.ts'

/** How far a match may go, in characters, between two places where it could end. */
const LONGEST = 64
/** Characters looked at between two pauses, a few milliseconds; a state that has to be made counts as many. */
const MOST_WORK = 50_000
const MOST_STATES = 1_000 // kept of one pattern; beyond that they are made anew

export type Step =
  | { is: 'set'; ranges: Ranges; to: number }
  | { is: 'edge'; to: number }
  | { is: 'fork'; to: number[] }
  | { is: 'end' }

/** Pauses after a bounded amount of work, so that others can be served. */
export type FindOwn = (text: string) => Generator<void, Omit<Span, 'kind'>[]>

/** Which steps are under way, before the character that comes next is read. */
type State = { members: number[]; ends: boolean; next: (State | null | undefined)[] }

export function createMachine(steps: Step[], start: number) {
  const classes = classesOf(steps)
  const words = steps.some((step) => step.is === 'edge') ? wordCharacters() : null
  const closed: number[][] = [] // by step and edge
  const under = new Uint8Array(steps.length)
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
    const state: State = { members, ends: members[0] === 0, next: [] }
    states.set(key, state)
    return state
  }

  /** Everything that is reached from these, in order. */
  function reached(from: number[], edge: boolean): number[] {
    under.fill(0)
    for (const index of from) for (const one of closedOf(index, edge)) under[one] = 1
    const members: number[] = []
    for (let index = 0; index < under.length; index++) if (under[index] === 1) members.push(index)
    return members
  }

  function begin(edge: boolean): State {
    const known = starts[Number(edge)] ?? stateOf(reached([start], edge))
    starts[Number(edge)] = known
    return known
  }

  /** Where a character leads; null where nothing can match any more. */
  function make(state: State, code: number, edge: boolean): State | null {
    const moved: number[] = []
    for (const index of state.members) {
      const step = steps[index] as Step
      if (step.is === 'set' && step.ranges.some(([from, to]) => code >= from && code <= to))
        moved.push(step.to)
    }
    const made = moved.length === 0 ? null : stateOf(reached(moved, edge))
    state.next[slotOf(classes[code] as number, edge)] = made
    return made
  }

  /** False throughout where the pattern asks for no edge. */
  const isWord = (text: string, at: number): boolean =>
    words !== null && at >= 0 && at < text.length && words[text.charCodeAt(at)] === 1

  const find: FindOwn = function* (text) {
    const found: Omit<Span, 'kind'>[] = []
    let work = 0
    for (let from = 0; from < text.length; ) {
      let end = from
      let inWord = isWord(text, from)
      let state: State | null = begin(isWord(text, from - 1) !== inWord)
      for (let at = from; state && at < text.length && at - end < LONGEST; at++) {
        const wordFollows = isWord(text, at + 1)
        const edge = inWord !== wordFollows
        const code = text.charCodeAt(at)
        const known: State | null | undefined = state.next[slotOf(classes[code] as number, edge)]
        work += known === undefined ? 10 + state.members.length : 1
        state = known === undefined ? make(state, code, edge) : known
        if (state?.ends) end = at + 1
        inWord = wordFollows
        if (work > MOST_WORK) {
          work = 0
          yield
        }
      }
      if (end > from) found.push({ start: from, end })
      from = Math.max(end, from + 1)
    }
    return found
  }

  return { find, matchesNothing: () => begin(true).ends }
}

const slotOf = (index: number, edge: boolean): number => index * 2 + (edge ? 1 : 0)

let words: Uint8Array | undefined

/** For every UTF-16 code unit whether it belongs to a word. Made once: to ask the expression every time took most of the time. */
function wordCharacters(): Uint8Array {
  words ??= Uint8Array.from({ length: 0x10000 }, (_, code) =>
    /[\p{L}\p{N}_]/u.test(String.fromCharCode(code)) ? 1 : 0,
  )
  return words
}

/** For every UTF-16 code unit its class: characters that no step of the pattern tells apart are one. */
function classesOf(steps: Step[]): Uint16Array {
  const bounds = new Set<number>()
  for (const step of steps)
    if (step.is === 'set')
      for (const [from, to] of step.ranges) {
        bounds.add(from)
        bounds.add(to + 1)
      }
  const classes = new Uint16Array(0x10000)
  const sorted = [...bounds].sort((a, b) => a - b)
  for (const [index, bound] of sorted.entries()) classes.fill(index + 1, bound)
  return classes
}
