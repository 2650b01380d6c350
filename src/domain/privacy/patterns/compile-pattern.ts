// Matches a project's own pattern in bounded time: a state machine, made while it is used, that looks at each character
// once for every place where a match could begin, and never further ahead than the longest match that is looked for.
import type { Span } from '../detect/span.ts'
import { type Node, PatternError, parsePattern, type Ranges } from './parse-pattern.ts'

/** How far a match may go, in characters, between two places where it could end. */
const LONGEST = 64
const MOST_STEPS = 400 // of one pattern, once its repetitions are written out
const MOST_STATES = 1_000 // kept of one pattern; beyond that they are made anew

type Step =
  | { is: 'set'; ranges: Ranges; to: number }
  | { is: 'edge'; to: number }
  | { is: 'fork'; to: number[] }
  | { is: 'end' }

export type FindOwn = (text: string) => Omit<Span, 'kind'>[]

export function compilePattern(pattern: string): FindOwn {
  const { steps, start } = stepsOf(parsePattern(pattern))
  const machine = createMachine(steps)
  if (machine.matchesNothing(start)) throw new PatternError('it matches the empty text')
  return (text) => {
    const found: Omit<Span, 'kind'>[] = []
    for (let at = 0; at < text.length; ) {
      const end = machine.longest(text, at, start)
      if (end > at) found.push({ start: at, end })
      at = Math.max(end, at + 1)
    }
    return found
  }
}

/** Repetitions are written out, so that a state is nothing but a set of steps. */
function stepsOf(root: Node): { steps: Step[]; start: number } {
  const steps: Step[] = [{ is: 'end' }]
  const add = (step: Step): number => {
    if (steps.length >= MOST_STEPS)
      throw new PatternError('it is too long once its repetitions are written out')
    return steps.push(step) - 1
  }
  const build = (node: Node, to: number): number => {
    if (node.is === 'set') return add({ is: 'set', ranges: node.ranges, to })
    if (node.is === 'edge') return add({ is: 'edge', to })
    if (node.is === 'choice') return add({ is: 'fork', to: node.nodes.map((one) => build(one, to)) })
    if (node.is === 'sequence') return node.nodes.reduceRight((after, one) => build(one, after), to)
    return buildRepeat(node, to)
  }
  const buildRepeat = ({ node, least, most }: Extract<Node, { is: 'repeat' }>, to: number): number => {
    let at = to
    if (most === null) {
      const loop: Step & { is: 'fork' } = { is: 'fork', to: [to] }
      at = add(loop)
      loop.to.push(build(node, at))
    } else for (let n = least; n < most; n++) at = add({ is: 'fork', to: [to, build(node, at)] })
    for (let n = 0; n < least; n++) at = build(node, at)
    return at
  }
  const start = build(root, 0)
  return { steps, start }
}

/** Which steps are under way, before the character that comes next is read. */
type State = { members: number[]; ends: boolean; next: (State | null | undefined)[] }

function createMachine(steps: Step[]) {
  const classes = classesOf(steps)
  const edges = steps.some((step) => step.is === 'edge')
  let states = new Map<string, State>()
  let starts: State[] = []

  /** Follows what reads no character; `atEdge` says whether a word begins or ends here. */
  function close(members: Iterable<number>, atEdge: boolean): number[] {
    const seen = new Set<number>()
    const visit = (index: number) => {
      if (seen.has(index)) return
      seen.add(index)
      const step = steps[index] as Step
      if (step.is === 'fork') step.to.forEach(visit)
      else if (step.is === 'edge' && atEdge) visit(step.to)
    }
    for (const member of members) visit(member)
    return [...seen].filter((index) => steps[index]?.is !== 'fork').sort((a, b) => a - b)
  }

  function stateOf(members: number[]): State {
    const key = members.join()
    const known = states.get(key)
    if (known) return known
    if (states.size >= MOST_STATES) {
      states = new Map()
      starts = [] // or the old ones would be kept through them
    }
    const state: State = { members, ends: members.includes(0), next: [] }
    states.set(key, state)
    return state
  }

  /** What no step tells apart leads on in the same way; behind the character there may be the edge of a word. */
  function step(state: State, code: number, edge: number): State | null {
    const moved = state.members.flatMap((index) => {
      const at = steps[index] as Step
      return at.is === 'set' && at.ranges.some(([from, to]) => code >= from && code <= to) ? [at.to] : []
    })
    const next = moved.length === 0 ? null : stateOf(close(moved, edge === 1))
    state.next[(classes[code] as number) * 2 + edge] = next
    return next
  }

  function startOf(start: number, atEdge: boolean): State {
    const known = starts[Number(atEdge)] ?? stateOf(close([start], atEdge))
    starts[Number(atEdge)] = known
    return known
  }

  return {
    matchesNothing: (start: number): boolean => startOf(start, true).ends,
    /** Where the longest match that begins at `from` ends; `from` itself when there is none. */
    longest(text: string, from: number, start: number): number {
      let end = from
      let code = text.charCodeAt(from)
      let state: State | null = startOf(start, edges && isWord(text, from - 1) !== isWord(text, from))
      for (let at = from; state && at < text.length && at - end < LONGEST; at++) {
        const following = text.charCodeAt(at + 1)
        const edge = edges && isWord(text, at) !== isWord(text, at + 1) ? 1 : 0
        const known: State | null | undefined = state.next[(classes[code] as number) * 2 + edge]
        state = known === undefined ? step(state, code, edge) : known
        if (state?.ends) end = at + 1
        code = following
      }
      return end
    },
  }
}

const isWord = (text: string, at: number): boolean => /[\p{L}\p{N}_]/u.test(text[at] ?? '')

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
