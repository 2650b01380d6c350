// Posts on the short way: a small body of JSON, read whole, then handled.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { type Soon, whenKnown } from '../../domain/soon.ts'
import { USUAL_JSON } from '../bodies/json-body.ts'
import { SMALL_BYTES } from '../bodies/large-bodies.ts'
import type { Answering, PlainAnswer } from './answers.ts'
import type { ShortWay, Way } from './in-front.ts'
import type { Visit } from './visits.ts'

/** One kind of post. */
export type PostWay = {
  /** The project that a path of this kind names; null for any other path. */
  projectOf(url: string): string | null
  /** Refuses, before the body is read, what there is no room for. */
  admit?(visit: Visit, isLate: boolean): void
  handle(visit: Visit, raw: Buffer, isLate: boolean): Soon<PlainAnswer>
}

export function takePosts(
  { enter, watchBody }: ShortWay,
  { answer, fail }: Answering,
  { projectOf, admit, handle }: PostWay,
): Way {
  const handled = async (visit: Visit, raw: Buffer, isLate: boolean): Promise<void> => {
    try {
      answer(visit, await handle(visit, raw, isLate))
    } catch (error) {
      fail(visit, error)
    }
  }
  const go = (visit: Visit, isLate: boolean): void => {
    try {
      admit?.(visit, isLate)
      receive(visit.request, (raw) => void handled(visit, raw, isLate))
    } catch (error) {
      fail(visit, error)
    }
  }
  return (request, response) => {
    const { method, url = '', headers } = request
    const projectId = method === 'POST' && hasSmallJson(headers) ? projectOf(url) : null
    const visit = projectId === null ? null : enter(request, response, projectId)
    if (!visit) return false
    watchBody(request)
    void whenKnown(visit.turn, (isLate) => go(visit, isLate))
    return true
  }
}

function hasSmallJson(headers: IncomingHttpHeaders): boolean {
  const bytes = Number(headers['content-length'] ?? 0)
  return bytes > 0 && bytes <= SMALL_BYTES && USUAL_JSON.test(headers['content-type'] ?? '')
}

/** When the caller leaves before the end, `then` is never called: there is nobody left to answer. */
function receive(request: IncomingMessage, then: (raw: Buffer) => void): void {
  const pieces: Buffer[] = []
  request.on('data', (piece: Buffer) => pieces.push(piece))
  request.on('end', () => {
    const [first] = pieces
    then(first && pieces.length === 1 ? first : Buffer.concat(pieces))
  })
}
