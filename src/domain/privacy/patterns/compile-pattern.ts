// A project's own pattern, made ready for looking through texts in bounded time.
import { type Node, PatternError, parsePattern } from './parse-pattern.ts'
import { createMachine, type FindOwn, type Step } from './pattern-machine.ts'

const MOST_STEPS = 400 // of one pattern, once its repetitions are written out

export function compilePattern(pattern: string): FindOwn {
  const { steps, start } = stepsOf(parsePattern(pattern))
  const { find, matchesNothing } = createMachine(steps, start)
  if (matchesNothing()) throw new PatternError('it matches the empty text')
  return find
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
