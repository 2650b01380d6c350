// Who is let in to the short way: callers whose key is known, with requests of which no other part of the service has to know.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Caller } from '../../domain/projects/authenticate-key.ts'
import type { Soon } from '../../domain/soon.ts'
import type { Turns } from '../connections/turns.ts'
import { requestIdOf } from '../request-log.ts'

/** A request that was let in, until it is answered. */
export type Visit = {
  request: IncomingMessage
  response: ServerResponse
  caller: Caller
  /** When it may go on; true where it waited too long, and what it posts is to be refused. */
  turn: Soon<boolean>
  id: string
  begun: number
}

/** Null where something has to be asked for first, limits on requests count, or the caller is to be refused. */
export type CallerAtOnce = (headers: IncomingHttpHeaders, projectId: string) => Caller | null

export type Enter = (request: IncomingMessage, response: ServerResponse, projectId: string) => Visit | null

/** `isProxyKnown`: the operator said whose `X-Forwarded-For` counts, so that one is nothing to tell of. */
export function openDoor(callerAtOnce: CallerAtOnce, turns: Turns, isProxyKnown: boolean): Enter {
  return (request, response, projectId) => {
    const { headers } = request
    if (!areOrdinary(headers) || (headers['x-forwarded-for'] !== undefined && !isProxyKnown)) return null
    const caller = callerAtOnce(headers, projectId)
    if (!caller) return null
    const begun = performance.now()
    const turn = turns.take(request, response, projectId)
    return { request, response, caller, turn, id: requestIdOf(headers), begun }
  }
}

/** Each of these has a part of the framework's way to itself. */
const areOrdinary = (headers: IncomingHttpHeaders): boolean =>
  headers.origin === undefined &&
  headers['transfer-encoding'] === undefined &&
  headers['content-encoding'] === undefined &&
  headers.expect === undefined &&
  headers.upgrade === undefined

const ID_LENGTH = 36

/** Finds the project in a path like this one, with or without its last slash, and with `query` behind it; null in any other. */
export function projectFinder(path: string, query = ''): (url: string) => string | null {
  const [before = '', after = ''] = path.split('{project_id}')
  const end = before.length + ID_LENGTH
  const endings = [after + query, after.replace(/\/$/, '') + query]
  const isWhole = (url: string) =>
    endings.some((rest) => url.length === end + rest.length && url.endsWith(rest))
  return (url) => (url.startsWith(before) && isWhole(url) ? url.slice(before.length, end) : null)
}
