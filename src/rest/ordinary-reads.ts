// The short way of what agents read most: an ordinary GET of the guidelines, or of the studies for a user, is answered before the
// framework sees it, whose hooks and objects cost more than the answer. Whatever is out of the ordinary goes the framework's way,
// refusals included; what an ordinary one gets is the same on both (test/rest/ordinary-reads.test.ts).
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type ActiveStudies, ActiveStudiesQuery, type StudyEntry } from '../contract/research/research.ts'
import { checker } from '../contract/validate.ts'
import type { AgentDeps } from '../domain/deps.ts'
import { getServiceGuidelines } from '../domain/guidelines/get-service-guidelines.ts'
import { admitKey } from '../domain/projects/authenticate-key.ts'
import type { KeyUses } from '../domain/projects/key-uses.ts'
import { quotasOf, type ServiceLimits } from '../domain/projects/limits/limit-requests.ts'
import { getActiveStudies } from '../domain/research/get-active-studies.ts'
import { type Soon, whenKnown } from '../domain/soon.ts'
import type { Turns } from '../http/connections/turns.ts'
import type { Metrics } from '../http/metrics.ts'
import { bytesOf, JSON_TYPE, routerPath } from '../http/register.ts'
import { sentKey } from './auth.ts'
import { failedBefore, getActiveStudiesOperation } from './get-active-studies.ts'
import { getServiceGuidelinesOperation } from './get-service-guidelines.ts'

export type OrdinaryReads = {
  deps: AgentDeps
  uses: KeyUses
  metrics: Metrics
  log: FastifyBaseLogger
  limits: ServiceLimits
  turns: Turns
}

/** In front of the framework; to be called before anything else listens for requests. */
export function answerOrdinaryReads(
  app: FastifyInstance,
  { metrics, log, turns, ...reading }: OrdinaryReads,
): void {
  const [framework] = app.server.listeners('request') as [Handler]
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  const noting = (operation: { path: string }) => noteReads(metrics, log, routerPath(operation.path))
  const noteGuidelines = noting(getServiceGuidelinesOperation)
  const noteStudies = noting(getActiveStudiesOperation)
  const answer = (response: ServerResponse, { userId, begun }: Read, body: Body): void => {
    const id = randomUUID()
    response.writeHead(200, {
      vary: 'Origin',
      'content-type': JSON_TYPE,
      'x-request-id': id,
      'content-length': body.length,
    })
    response.end(body, 'latin1')
    const note = userId === undefined ? noteGuidelines : noteStudies
    note(id, performance.now() - begun)
  }
  let known: [ServerResponse, Read, Body][] = []
  const answerAll = (): void => {
    const all = known
    known = []
    for (const [response, read, body] of all) answer(response, read, body)
  }
  /** Those of one turn of the event loop after each other: the same steps of many in a row are quicker than all steps of each. */
  const soon = (response: ServerResponse, read: Read, body: Body): void => {
    if (known.length === 0) setImmediate(answerAll)
    known.push([response, read, body])
  }
  app.server.removeListener('request', framework)
  app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const read = closing ? null : readOf(request)
    const body = read && attempt(reading, read)
    if (!body) return framework(request, response)
    const turn = turns.take(request, response, projectOf(read))
    if (!(body instanceof Promise) && !(turn instanceof Promise)) return soon(response, read, body)
    Promise.all([body, turn]).then(
      ([known]) => answer(response, read, known),
      (error: unknown) => {
        failedBefore.set(request, error)
        framework(request, response)
      },
    )
  })
}

/** The metric and the log line of one read. */
function noteReads(metrics: Metrics, log: FastifyBaseLogger, route: string) {
  const observe = metrics.requestsOf('GET', route, 200)
  return (reqId: string, ms: number): void => {
    observe(ms / 1000)
    log.info({ reqId, method: 'GET', route, status: 200, ms: Math.round(ms * 10) / 10 }, 'request')
  }
}

/**
 * A short text leaves with the headers in one write; a long one is better kept as bytes. Texts have a character for each byte
 * (latin1), so that they are copied, not encoded, and their length is known.
 */
type Body = string | Buffer

type Handler = (request: IncomingMessage, response: ServerResponse) => void

type Read = {
  begun: number
  url: string
  key: string
  /** Undefined where the guidelines are read. */
  userId: string | undefined
}

const BEFORE_ID = '/v1/project/'
const AFTER_ID = BEFORE_ID.length + 36
const GUIDELINES = ['/service-guidelines/', '/service-guidelines']
const STUDIES = ['/research/studies/?user_id=', '/research/studies?user_id=']
const ORDINARY_USER = /^[\w.:@-]+$/

/** Null where it is no ordinary one. Looked at piece by piece: an expression for all of it took as long as half of the rest. */
function readOf({ method, url = '', headers }: IncomingMessage): Read | null {
  if (method !== 'GET' || !url.startsWith(BEFORE_ID)) return null
  const studies = STUDIES.find((path) => url.startsWith(path, AFTER_ID))
  const userId = studies && url.slice(AFTER_ID + studies.length)
  const isOrdinary = userId === undefined ? isGuidelines(url) : ORDINARY_USER.test(userId)
  const key = isOrdinary && areOrdinary(headers) ? sentKey(headers) : undefined
  return key === undefined ? null : { begun: performance.now(), url, userId, key }
}

const isGuidelines = (url: string): boolean =>
  GUIDELINES.some((path) => url.length === AFTER_ID + path.length && url.endsWith(path))

/** Each of these has a part of the framework's way to itself. */
const areOrdinary = (headers: IncomingHttpHeaders): boolean =>
  headers.origin === undefined &&
  headers['x-request-id'] === undefined &&
  headers['x-forwarded-for'] === undefined &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined &&
  headers.expect === undefined &&
  headers.upgrade === undefined

const query = checker(ActiveStudiesQuery, 'query')

const projectOf = ({ url }: Read): string => url.slice(BEFORE_ID.length, AFTER_ID)

type Reading = Pick<OrdinaryReads, 'deps' | 'uses' | 'limits'>

/** Null where something has to be asked for first, limits count, or it is to be refused. */
function attempt({ deps, uses, limits }: Reading, { url, key, userId }: Read): Soon<Body> | null {
  const known = deps.kept.atOnce(key)
  if (!known || !url.startsWith(known.key.project_id, BEFORE_ID.length)) return null
  const projectId = known.key.project_id
  // What is shared of issues is read from the database.
  if (userId === undefined && known.settings.project?.share_known_issues !== false) return null
  if (quotasOf({ callerId: known.key.id, projectId, limits: known.key }, limits) !== null) return null
  try {
    const caller = admitKey(deps, uses, known.key)
    if (userId === undefined) return whenKnown(getServiceGuidelines(deps, uses, caller), bytesOf)
    const { user_id } = query.parse({ user_id: userId })
    return getActiveStudies(deps, projectId, user_id).then(studiesText)
  } catch {
    return null // the framework's way says why
  }
}

/** An ordinary user's id needs no escapes. */
const studiesText = ({ user_id, studies }: ActiveStudies): string =>
  `{"user_id":"${user_id}","studies":[${studies.map(entryText).join()}]}`

/** Of entries without an answer, which stay the same for as long as their study does. */
const texts = new WeakMap<StudyEntry, string>()

function entryText(entry: StudyEntry): string {
  const known = texts.get(entry)
  if (known !== undefined) return known
  const text = Buffer.from(JSON.stringify(entry)).toString('latin1')
  if (entry.answer === null) texts.set(entry, text)
  return text
}
