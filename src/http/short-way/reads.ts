// Reads on the short way. Answers that are known in the same turn of the event loop are written together at its end: doing the same
// step for many requests in a row is quicker than doing all steps of each.
import { type Soon, whenKnown } from '../../domain/soon.ts'
import type { Answering, PlainAnswer } from './answers.ts'
import type { ShortWay, Way } from './in-front.ts'
import type { Visit } from './visits.ts'

/** One kind of read. */
export type ReadWay = {
  /** The project that a path of this kind names; null for any other path, and for an unusual form of it. */
  projectOf(url: string): string | null
  read(visit: Visit): Soon<PlainAnswer>
}

export function takeReads(
  { enter }: ShortWay,
  { answer, fail }: Answering,
  { projectOf, read }: ReadWay,
): Way {
  let known: [Visit, PlainAnswer][] = []
  const answerAll = (): void => {
    const all = known
    known = []
    for (const [visit, answered] of all) answer(visit, answered)
  }
  const together = (visit: Visit, answered: PlainAnswer): void => {
    if (known.length === 0) setImmediate(answerAll)
    known.push([visit, answered])
  }
  const go = (visit: Visit): void => {
    try {
      const answered = whenKnown(read(visit), (known) => together(visit, known))
      if (answered instanceof Promise) answered.catch((error: unknown) => fail(visit, error))
    } catch (error) {
      fail(visit, error)
    }
  }
  return (request, response) => {
    const { method, url = '', headers } = request
    const isPlain = method === 'GET' && headers['content-length'] === undefined
    const projectId = isPlain ? projectOf(url) : null
    const visit = projectId === null ? null : enter(request, response, projectId)
    if (!visit) return false
    void whenKnown(visit.turn, () => go(visit))
    return true
  }
}
