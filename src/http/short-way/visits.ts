// Who may take the short way: callers whose key is in the cache, with requests that need nothing else from the framework's way.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Caller } from '../../domain/projects/authenticate-key.ts'
import type { Soon } from '../../domain/soon.ts'
import type { Turns } from '../connections/turns.ts'
import { requestIdOf } from '../request-log.ts'

/** A request that was admitted, until it is answered. */
export type Visit = {
  request: IncomingMessage
  response: ServerResponse
  caller: Caller
  /** Settles when the request may go on: true where it waited so long that what it posts is to be refused. */
  turn: Soon<boolean>
  id: string
  begun: number
}

/** Null where the database has to be asked first, requests are limited, or the caller is to be refused: the framework does that. */
export type CallerAtOnce = (headers: IncomingHttpHeaders, projectId: string) => Caller | null

export type Enter = (request: IncomingMessage, response: ServerResponse, projectId: string) => Visit | null

/** `isProxyKnown`: TRUSTED_PROXIES is set. Without it, the framework's way warns the operator of the first `X-Forwarded-For`. */
export function admitOrdinary(callerAtOnce: CallerAtOnce, turns: Turns, isProxyKnown: boolean): Enter {
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

/** A request with one of these headers needs a part of the framework's way that the short way does not have. */
const areOrdinary = (headers: IncomingHttpHeaders): boolean =>
  headers.origin === undefined &&
  headers['transfer-encoding'] === undefined &&
  headers['content-encoding'] === undefined &&
  headers.expect === undefined &&
  headers.upgrade === undefined

const ID_LENGTH = 36

/** Reads the project's id from a path of this form, with or without its last slash and followed by `query`; null for any other. */
export function projectFinder(path: string, query = ''): (url: string) => string | null {
  const [before = '', after = ''] = path.split('{project_id}')
  const end = before.length + ID_LENGTH
  const endings = [after + query, after.replace(/\/$/, '') + query]
  const isWhole = (url: string) =>
    endings.some((rest) => url.length === end + rest.length && url.endsWith(rest))
  return (url) => (url.startsWith(before) && isWhole(url) ? url.slice(before.length, end) : null)
}
