// Compiles a project's own pattern, so that it searches texts in bounded time.
import { type Node, PatternError, parsePattern } from './parse-pattern.ts'
import { createMachine, type FindOwn, type Step } from './pattern-machine.ts'

const MOST_STEPS = 400 // of one pattern, with its repetitions expanded

/** Also accepts patterns that were saved before the size limit: text that would take too long is left unread. */
export function compilePattern(pattern: string): FindOwn {
  return machineOf(pattern).find
}

/** Throws a `PatternError` unless the pattern reads any text to its end in bounded time. */
export function checkPattern(pattern: string): void {
  if (!machineOf(pattern).isSmall())
    throw new PatternError(
      'a match can be under way in too many ways at once. Repeat fewer times what follows a part that repeats without end and matches the same characters',
    )
}

function machineOf(pattern: string) {
  const { steps, start } = stepsOf(parsePattern(pattern))
  const machine = createMachine(steps, start)
  if (machine.matchesEmptyText()) throw new PatternError('it matches the empty text')
  return machine
}

/** Repetitions are expanded, so that a state is just a set of steps. */
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
